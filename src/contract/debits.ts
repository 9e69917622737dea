/** Number of files on a page of the list of debit files. */
export const debitFilePageSize = 20

/** Maximum number of bills or records that a preview or a file lists for each kind. */
export const maxListedDebits = 200

/** Maximum number of values that a preview names because they do not fit the layout. */
export const maxListedMisfits = 20
