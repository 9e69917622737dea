/** The compiled schemas beside the built site, made by the Vite plugin of the same name. */
declare module 'virtual:schemas' {
  /** Their address; empty in the dev server, whose backend serves them. */
  const address: string
  export default address
}
