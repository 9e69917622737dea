import { defineBankFile } from '../../module'
import { debitReply } from '../debits/replies/reply-kind'

/** The files in which the clearing house answers direct debits (R01). */
export default defineBankFile('achR01', debitReply('AchP01'))
