/** Maximum number of bills that GetChangeBills returns. */
export const maxChangeBills = 100

/** Minimum number of characters with which GetChangeBills searches. */
export const minKeywordLength = 2

/** Maximum number of lines about which GetSuggestions and GetProposals are asked at once. */
export const maxAskedLines = 100

/** Maximum number of lines that the preview and the result of a bulk handling name. */
export const maxListedRefusals = 100

/** Maximum number of lines that one bulk handling may have. */
export const maxBulkHandlings = 10_000
