/** The portal's own schema files, for tests that run in a browser. */
export const schemaFiles = filesOf(
  import.meta.glob<string>('../../../schemas/*.json', { query: '?raw', import: 'default', eager: true }),
)

/** The layouts of bank files. */
export const layoutFiles = filesOf(
  import.meta.glob<string>('../../../schemas/layouts/*.json', { query: '?raw', import: 'default', eager: true }),
)

function filesOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([path, text]) => ({ file: path.replace('../../../', ''), text }))
}
