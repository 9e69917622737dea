import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * The code that replaces unused parts of libraries: polyfills for features that every browser has, the CSV writer of
 * react-admin's export button, the English names that it derives from those of resources and fields, and the parts of
 * MUI for ripples and for themes of CSS variables.
 */
const replacements: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries',
  hasown: 'module.exports = Object.hasOwn',
  // The original tests the browser by assignments that throw, which takes long while the script is evaluated.
  './_getTag': 'module.exports = (value) => Object.prototype.toString.call(value)',
  'jsonexport/dist/index.js':
    "module.exports = () => { throw new Error('Lists of this portal are exported by ListExportButton in src/admin/export.') }",
  inflection: 'module.exports = { humanize: String, inflect: String, transform: String }',
  // The theme of the portal disables ripples.
  './TouchRipple.mjs': 'export default () => null',
  './createThemeWithVars.mjs':
    "export default () => { throw new Error('The themes of the portal have no CSS variables.') }",
  './ThemeProviderWithVars.mjs': 'export const CssVarsProvider = () => null',
}

// By convention, \0 in an id prevents other plugins from processing the module.
const prefix = '\0replaced:'

/** Applies the replacements to the built site. */
export const replacementPlugin = (): Plugin => ({
  name: 'portal-replacements',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) => (source in replacements ? `${prefix}${source}` : undefined),
  load: (id) => (id.startsWith(prefix) ? replacements[id.slice(prefix.length)] : undefined),
})

/**
 * Resolves react-router to its production build.
 * The exports of the package name the development build only, which warns developers of mistakes.
 */
export const productionRouterPlugin = (): Plugin => ({
  name: 'portal-production-router',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) =>
    /^react-router(\/dom)?$/.test(source)
      ? fileURLToPath(import.meta.resolve(source)).replace('/development/', '/production/')
      : undefined,
})

/**
 * Inlines the styles of the first page, so that browsers can render it before other files have arrived.
 * The server fills in the nonce.
 */
export const firstPaintPlugin = (): Plugin => ({
  name: 'portal-first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, chunk }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const asset = bundle[file]
        if (asset?.type !== 'asset') return link
        // Otherwise, scripts that import the first script would wait for this style sheet before they run.
        chunk?.viteMetadata?.importedCss.delete(file)
        return `<style nonce="">${String(asset.source).trim()}</style>`
      }),
  },
})
