import { mask } from '../../domain/access/mask'

export { maskedView, personalNames, withIdFields } from '../../schema/access/record-view'

/** Returns a name as everybody sees it who may not see it in full; whether it is masked depends on the id number of its person or company. */
export const maskedName = (name: string, idNo: string | null | undefined): string => mask('name', name, idNo)

/** Returns the address of a message as logs and screens show it. */
export const maskedAddress = (contact: 'email' | 'mobile', address: string): string => mask(contact, address)

/** Returns an id number as logs show it. */
export const maskedIdNo = (idNo: string): string => mask('idNo', idNo)
