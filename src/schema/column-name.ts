/** Name of a field's column or of a page's table: `VACAccount` is `vac_account`. */
export const columnName = (name: string): string => {
  const known = names.get(name) ?? snakeCase(name)
  names.set(name, known)
  return known
}

// Every statement asks for dozens of names, and the schemas have but a few hundred.
const names = new Map<string, string>()

const snakeCase = (name: string): string =>
  name
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
