import { mask, type PersonalData } from '../../domain/access/mask'

export { maskedView, personalFieldNames, withIdFields } from '../../schema/access/record-view'

/**
 * Returns a name for users who may not see it in full.
 * The name of a person is masked, the name of a company is not; the id number shows which one it is.
 */
export const maskedName = (name: string, idNo: string | null | undefined): string => mask('name', name, idNo)

/** Returns the address of a message, masked for logs and screens. */
export const maskedContact = (contact: PersonalData, address: string): string => mask(contact, address)

/** Returns an id number, masked for logs. */
export const maskedIdNo = (idNo: string): string => mask('idNo', idNo)

/** Returns an account, masked for messages. */
export const maskedAccount = (account: string): string => mask('account', account)
