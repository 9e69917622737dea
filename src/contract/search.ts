/** Minimum and maximum number of characters of a search from everywhere. */
export const searchLength = { min: 2, max: 40 } as const

/** Maximum number of records of a page that a search from everywhere returns. */
export const maxFoundRecords = 5
