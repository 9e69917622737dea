import { sql } from 'kysely'
import { creditChannels } from '../../domain/payments/bank-credit'
import { storeNewSecret } from '../payments/pushes/secrets'
import { demoCompanies } from './companies'
import type { DemoPortal } from './demo-portal'
import { pushReceiverUrl } from './push-receiver'

/** How many of the latest credits of the demo company were pushed. */
const pushedCredits = 12

/**
 * Lets the first agreement be notified by signed calls and e-mail, and stores that its latest credits were pushed.
 * One notice was given up, because the receiver was not available.
 */
export const seedPushes = async ({ ports }: DemoPortal): Promise<void> => {
  const { db } = ports
  const applyCode = demoCompanies[0]?.agreements[0].applyCode ?? ''
  await db
    .updateTable('agreement')
    .set({
      notify_methods: JSON.stringify(['WebService', 'Email']),
      notify_url: pushReceiverUrl('http://localhost:3000'),
    })
    .where('apply_code', '=', applyCode)
    .execute()
  await storeNewSecret(ports, applyCode)
  await sql`
    with credit as (
      update transaction_line l
      set pay_bank_code = '004', pay_account_tail = lpad((l.serial_id * 7919 % 100000)::text, 5, '0'), payer_remark = l.payer_name
      where l.serial_id in (
        select latest.serial_id
        from transaction_line latest
        where latest.apply_code = ${applyCode} and latest.channel_id in (${sql.join(creditChannels)}) and latest.parent_serial_id is null
          and latest.trade_time is not null
        order by latest.trade_date desc, latest.serial_id desc
        limit ${pushedCredits}
      )
      returning l.*
    )
    insert into immediate_client_notify (
      apply_code, trade_date, trade_time, account_date, txn_seq, vac_account, channel_id, currency_type, amount_sign, amount,
      pay_bank_code, pay_account_tail, payer_remark, notify_method, notify_status, retry_count, resend_count, notify_time,
      response_code, response_message, line_serial_id, create_user, create_time, update_user, update_time
    )
    select apply_code, trade_date, trade_time, account_date, txn_seq, vac_account, channel_id, currency_type, amount_sign, amount,
      pay_bank_code, pay_account_tail, payer_remark, 'WebService', case no when 2 then 'GiveUp' else 'Success' end,
      case no when 2 then 5 else 0 end, 0, create_time, case no when 2 then '503' else '0000' end,
      case no when 2 then 'HTTP 503' else 'OK' end, serial_id, 'bank', create_time, 'system', create_time
    from (select credit.*, row_number() over (order by trade_date, serial_id) as no from credit) credit`.execute(db)
}
