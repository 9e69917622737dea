/** The values of a payer for which the payer's bank authorizes direct debits. */
export const authorizedFields = ['PayerType', 'DebitBankCode', 'DebitAccount', 'DebitIdNo', 'DebitUserNo'] as const

type AuthorizedValues = Readonly<Partial<Record<(typeof authorizedFields)[number], unknown>>>

/** Returns whether a change of a payer ends the authorization, because the bank has authorized other values. */
export const endsAuthorization = (before: AuthorizedValues, after: AuthorizedValues): boolean =>
  authorizedFields.some((name) => (before[name] ?? null) !== (after[name] ?? null))
