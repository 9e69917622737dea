/** The file of compiled schemas that a Vite plugin (src/tools/vite/schemas-plugin.ts) adds to the built site. */
declare module 'virtual:schemas' {
  /** URL of the file; empty in the dev server, whose backend serves the schemas. */
  const address: string
  export default address
}
