import type { Plugin } from 'vite'

/** What libraries of the admin area bring along in vain: old browsers' ways to what every browser has today, and a CSV writer for react-admin's own export button, which no list uses. */
const instead: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries',
  hasown: 'module.exports = Object.hasOwn',
  'jsonexport/dist/index.js': "module.exports = () => { throw new Error('The lists of this portal export by ExportButton of src/admin/export.') }",
}

const prefix = '\0lean:'

/** Leaves those libraries out of the site that is built. */
export const leanPlugin = (): Plugin => ({
  name: 'portal-lean',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) => (source in instead ? `${prefix}${source}` : undefined),
  load: (id) => (id.startsWith(prefix) ? instead[id.slice(prefix.length)] : undefined),
})
