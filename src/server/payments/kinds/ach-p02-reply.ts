import { defineBankFile } from '../../module'
import { debitReply } from '../debits/replies/reply-kind'

/** The files in which the clearing house answers authorizations (P02). */
export default defineBankFile('achP02Reply', debitReply('AchP02'))
