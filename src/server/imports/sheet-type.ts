/** What a download of a sheet calls itself: by the ending of its name, never by the word of whoever sent it. */
export const sheetType = (name: string): string => types.get(name.toLowerCase().split('.').at(-1) ?? '') ?? unknownType

/** The type of a file that is no sheet. */
export const unknownType = 'application/octet-stream'

const types: ReadonlyMap<string, string> = new Map([
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
])
