/**
 * The key in sessionStorage of the input of an open form, which survives a reload or crash of the tab.
 * It contains no personal data; the form writes and reads it. It is removed when the session ends.
 */
export const storedDraftKey = 'FORM_DRAFT'
