import { sql } from 'kysely'
import type { DebitApplications } from '../../../contract/call-responses'
import type { Call } from '../../call'
import { contextOf, keyOf } from '../../context'
import { toTaipei } from '../../database/times'
import { findRecord } from '../../records/get'
import { authorizationFormat, replyText } from './media'

/** Maximum number of applications that the page of a payer shows. */
const maxListedApplications = 10

/** Returns the latest applications of a payer with their replies, newest first. */
export const debitApplicationsOf = async (call: Call): Promise<DebitApplications> => {
  const { ports, schemas } = call
  const payer = await findRecord(contextOf(call), schemas.get('payer'), keyOf(schemas.get('payer'), call))
  const { rows } = await sql<Omit<DebitApplications['Applications'][number], 'ResultText'>>`
    select r.debit_file_id as "FileId", f.request_time as "RequestTime", r.sent ->> 'AdMark' as "AdMark", r.state as "State",
      r.result_code as "ResultCode", r.answer_time as "AnswerTime"
    from internal_debit_record r
    join internal_debit_file f using (debit_file_id)
    where r.payer_serial_id = ${payer.SerialId}
    order by r.debit_record_id desc
    limit ${maxListedApplications}`.execute(ports.db)
  return {
    Applications: rows.map((row) => ({
      ...row,
      RequestTime: toTaipei(row.RequestTime),
      AnswerTime: row.AnswerTime === null ? null : toTaipei(row.AnswerTime),
      ResultText: row.ResultCode === null ? null : replyText(ports.layouts, authorizationFormat, row.ResultCode),
    })),
  }
}
