import { sql } from 'kysely'
import type { Db, JobData } from '../../ports'
import type { LedgerContext } from '../ledger-context'

/** Name of the job that sends one notice of a credit. */
export const pushJob = 'pushCredit'

/** The data of a job that sends a notice. The jobs of one agreement and method are one lane. */
export interface PushJobData extends JobData {
  readonly SerialId: number
  /** The ResendCount of the notice, which ends the jobs from before a person has sent the notice again. */
  readonly Round: number
  readonly lane: string
}

/**
 * Writes a notice of a line for each NotifyMethod of its agreement, with its job, in the transaction that books the
 * line.
 * A line that has its notices already gets none.
 */
export const writePushes = async (db: Db, lineId: number, { now, user }: LedgerContext): Promise<void> => {
  await sql`
    with notice as (
      insert into immediate_client_notify (
        apply_code, trade_date, trade_time, account_date, txn_seq, vac_account, channel_id, currency_type, amount_sign, amount,
        pay_bank_code, pay_account_tail, payer_remark, notify_method, notify_status, retry_count, resend_count, line_serial_id,
        create_user, create_time, update_user, update_time
      )
      select l.apply_code, l.trade_date, l.trade_time, l.account_date, l.txn_seq, l.vac_account, l.channel_id, l.currency_type, l.amount_sign, l.amount,
        l.pay_bank_code, l.pay_account_tail, l.payer_remark, method, 'Pending', 0, 0, l.serial_id,
        ${user}, ${now}::timestamptz, ${user}, ${now}::timestamptz
      from transaction_line l
      join agreement a on a.apply_code = l.apply_code
      cross join jsonb_array_elements_text(a.notify_methods) method
      where l.serial_id = ${lineId}
        and not exists (select from immediate_client_notify same where same.line_serial_id = l.serial_id and same.notify_method = method)
      returning serial_id, apply_code, notify_method
    )
    insert into job (name, data, uniform_no, user_id)
    select ${pushJob}::text, jsonb_build_object('SerialId', serial_id, 'Round', 0, 'lane', apply_code || ' ' || notify_method), '', ''
    from notice`.execute(db)
}
