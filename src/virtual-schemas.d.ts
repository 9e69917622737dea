/**
 * The address of the compiled schemas in the built site.
 * The Vite plugin src/tools/vite/schemas-plugin.ts provides this module.
 */
declare module 'virtual:schemas' {
  /** Address of the file; empty in the dev server, whose backend serves the schemas. */
  const address: string
  export default address
}
