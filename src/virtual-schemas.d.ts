/** The schema files, handed to the bundle by the Vite plugin of the same name. */
declare module 'virtual:schemas' {
  /** Reads them; rejects where they do not arrive. */
  const readSchemaFiles: () => Promise<readonly { readonly file: string; readonly text: string }[]>
  export default readSchemaFiles
}
