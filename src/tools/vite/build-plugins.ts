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

/** Puts the styles of the first page into the page itself, so that it is drawn before anything else has arrived. The server gives them their nonce. */
export const firstPaintPlugin = (): Plugin => ({
  name: 'portal-first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const asset = bundle[file]
        return asset?.type === 'asset' ? `<style nonce="">${String(asset.source).trim()}</style>` : link
      }),
  },
})
