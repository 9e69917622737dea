/** The schema files, handed to the bundle by the Vite plugin of the same name. */
declare module 'virtual:schemas' {
  const files: readonly { readonly file: string; readonly text: string }[]
  export default files
}
