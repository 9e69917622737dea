/**
 * Name under which `Errors` has a message if a bank user must first give the reason why they look at personal data of
 * companies.
 * The browser asks for it, sends it with EnterpriseArea.GiveReason, which stores it in the session, and repeats the call.
 */
export const accessReason = 'AccessReason'

/** The shortest and the longest reason, in characters. */
export const reasonLength = { min: 2, max: 200 } as const
