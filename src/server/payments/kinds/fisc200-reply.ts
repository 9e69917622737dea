import { defineBankFile } from '../../module'
import { debitReply } from '../debits/replies/reply-kind'

/** The files in which FISC answers direct debits. */
export default defineBankFile('fisc200Reply', debitReply('Fisc200'))
