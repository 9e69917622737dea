/** The portal's own schema files, for tests that run in a browser. */
export const schemaFiles = Object.entries(import.meta.glob<string>('../../schemas/*.json', { query: '?raw', import: 'default', eager: true })).map(
  ([path, text]) => ({ file: path.replace('../../', ''), text }),
)
