import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { voidRefusalReason } from '../../domain/bills/bill'
import { Refusal } from '../../domain/refusal'
import { actorOf, companyOf } from '../access/caller'
import type { Call } from '../call'
import { contextOf, keyOf } from '../context'
import { nextUpdateTime } from '../database/times'
import { inTransaction } from '../database/transaction'
import type { RecordContext } from '../record-context'
import { findRecord } from '../records/get'
import { billFacts } from './open-bill'

/** Whether money was ever booked on the bill `b`, even if all its entries have been countered since. */
export const hasWriteOff = sql<boolean>`exists (select from payment p where p.bill_serial_id = b.serial_id)`

/** Whether the bill `b` was exported for direct debit. */
export const isExported = sql<boolean>`b.debit_export_time is not null`

/**
 * Voids a bill and releases its account.
 * The bill stays in lists.
 * Throws a refusal (2006) if the state of the bill forbids it.
 */
export const voidBill = (call: Call): Promise<null> =>
  inTransaction(call.ports.db, async (db) => {
    const context = { ...contextOf(call), db }
    const resource = call.schemas.get('bills')
    const bill = await findRecord(context, resource, keyOf(resource, call), { lock: true })
    const { rows } = await sql<{ hasWriteOff: boolean; isExported: boolean }>`
      select ${hasWriteOff} as "hasWriteOff", ${isExported} as "isExported" from bill b where b.serial_id = ${bill.SerialId}`.execute(
      db,
    )
    const reason = voidRefusalReason({
      ...billFacts(bill),
      hasWriteOff: rows[0]?.hasWriteOff ?? false,
      isExported: rows[0]?.isExported ?? false,
    })
    if (reason !== null) throw new Refusal('2006', `帳單 ${bill.BillNo} ${refusalTexts[reason]}`)
    await voidBills(context, sql`b.serial_id = ${bill.SerialId}`, 1)
    return null
  })

const refusalTexts = {
  void: '已經作廢。',
  paid: '已有繳款，不能作廢。',
  writtenOff: '有銷帳紀錄，不能作廢。',
  exported: '已匯出約定扣款，不能作廢；請等扣款結果回覆後再辦理。',
} as const

/**
 * Voids up to `limit` of the chosen bills `b` in the order of their keys, each with its audit line.
 * Bills that cannot be voided are left out.
 * Returns the key of the last voided bill; null if there is none.
 */
export const voidBills = async (
  { db, clock, scope, ip }: RecordContext,
  chosen: RawBuilder<SqlBool>,
  limit: number,
): Promise<number | null> => {
  const now = sql`${clock().toISOString()}::timestamptz`
  const { rows } = await sql<{ last: number | null }>`
    with voidable as (
      select b.serial_id
      from bill b
      where ${chosen} and b.bill_state = 'Active' and b.paid_amount = 0 and not ${hasWriteOff} and not ${isExported}
      order by b.serial_id
      limit ${limit}
      for update of b
    ), voided as (
      update bill
      set bill_state = 'Void', account_state = 'Released', update_user = ${actorOf(scope)}, update_time = ${nextUpdateTime(clock())}
      where serial_id in (select serial_id from voidable)
      returning serial_id
    ), audited as (
      insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
      select ${now}, ${actorOf(scope)}, ${companyOf(scope)}, ${ip}, 'Void', 'bills', serial_id::text, '{"BillState":"Active"}', '{"BillState":"Void"}'
      from voided
      order by serial_id
    )
    select max(serial_id) as last from voided`.execute(db)
  return rows[0]?.last ?? null
}
