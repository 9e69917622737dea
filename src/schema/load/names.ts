/** Returns the name of a field's column or of a page's table: `VACAccount` is `vac_account`. */
export const columnName = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase()

/** Returns the name of the page that a schema file declares: the name of the file without folder and extension. */
export const nameOfFile = (file: string): string => (file.split(/[\\/]/).at(-1) ?? file).replace(/\.json$/, '')
