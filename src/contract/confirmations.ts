/**
 * Names of the properties by which a client confirms a request that the server has refused with a question.
 * If the server asks, `Errors` has the question under this name, and the same request is accepted with the property
 * `true`.
 */

/** Property of POST SelfCollection that confirms a collection which may have been recorded before. */
export const confirmEqual = 'ConfirmEqual'

/** Form field of …/Import that confirms the import of a file whose content was imported before. */
export const confirmRepeat = 'ConfirmRepeat'

/**
 * Form field of every call that sends a workbook to import: its hidden rows and columns, and its sheets after the first
 * one, are left out.
 */
export const confirmHidden = 'ConfirmHidden'

/** The names of all confirmations. They are not part of the content of a request. */
export const confirmations = [confirmEqual, confirmRepeat, confirmHidden] as const

/** A question of the server. */
export type Confirmation = (typeof confirmations)[number]

/**
 * Form field of …/CheckImport, …/Import and SelfCollection/UploadExcel: rows that equal recorded data are imported as
 * well, and not skipped.
 */
export const includeEqual = 'IncludeEqual'
