/** Maximum number of characters of the name of a saved view. */
export const viewNameLength = 30

/** Maximum number of saved views of a user on a page. */
export const maxSavedViews = 20

/** Smallest and largest width of a column, in pixels, that a user can set. */
export const columnWidths = { min: 60, max: 800 } as const

/** Maximum number of characters of the filters of a saved view, as JSON. */
export const maxFilterLength = 4000
