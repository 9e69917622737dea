/**
 * Returns the name of the column of a field, or of the table of a page, in snake_case: `vac_account` for `VACAccount`.
 */
export const columnName = (name: string): string =>
  name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase()

/** Returns the name of the page that a schema file declares: the name of the file without folder and extension. */
export const nameOfFile = (file: string): string => (file.split(/[\\/]/).at(-1) ?? file).replace(/\.json$/, '')
