import { defineBankFile } from '../../module'
import { debitReply } from '../debits/replies/reply-kind'

/** The files in which the bank's own system answers direct debits. */
export default defineBankFile('bankOwnReply', debitReply('BankOwn'))
