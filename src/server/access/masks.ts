import { mask } from '../../domain/access/mask'

export { maskedView, personalFieldNames, withIdFields } from '../../schema/access/record-view'

/**
 * Returns a name for users who may not see it in full.
 * The name of a person is masked, the name of a company is not; the id number shows which one it is.
 */
export const maskedName = (name: string, idNo: string | null | undefined): string => mask('name', name, idNo)

/** Returns an e-mail address or a mobile number, masked for logs and screens. */
export const maskedContact = (contact: 'email' | 'mobile', address: string): string => mask(contact, address)

/** Returns an id number, masked for logs. */
export const maskedIdNo = (idNo: string): string => mask('idNo', idNo)
