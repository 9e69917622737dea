import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EnumCode } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import type { Row } from '../../database/tables'
import type { Db } from '../../ports'

/** Maximum number of slips in a batch. */
export const maxBatchBills = 20_000

/** Whether a bill `b` gets a paper slip: it is active and not paid, and not collected by direct debit. */
const isPrintable = sql<SqlBool>`(b.bill_state = 'Active' and b.paid_amount < b.should_pay_amount and b.debit_flag is not true)`

// The collation "C" gives the same order on all engines, independent of the language of the database.
const comparableText = (column: RawBuilder<unknown>) => sql`coalesce(${column}, '') collate "C"`
const blankLast = (column: RawBuilder<unknown>) => sql`coalesce(${column}, '') = '', ${comparableText(column)}`

/** The orders of slips in a batch. The serial ids of bills have the order of the uploaded rows. */
const orders = {
  UnitThenPayer: sql`${blankLast(sql`b.payer_unit_id`)}, ${blankLast(sql`b.payer_id`)}, b.serial_id`,
  PayerId: sql`${blankLast(sql`b.payer_id`)}, b.serial_id`,
  ZipCode: sql`${blankLast(sql`b.zip_code`)}, ${blankLast(sql`b.payer_id`)}, b.serial_id`,
  FileOrder: sql`b.serial_id`,
} as const satisfies Record<EnumCode<'PDFSort'>, RawBuilder<unknown>>

/** The conditions that a user chooses for a batch; those without a value do not restrict it. */
export interface BatchConditions {
  readonly ApplyCode: Row<'make_pdf'>['apply_code']
  readonly BillTermId: Row<'make_pdf'>['bill_term_id']
  readonly BillCategoryCode: Row<'make_pdf'>['bill_category_code']
  readonly PayerUnitId: Row<'make_pdf'>['payer_unit_id']
  readonly PayStatusFilter: Row<'make_pdf'>['pay_status_filter']
  readonly PayerIdFrom: Row<'make_pdf'>['payer_id_from']
  readonly PayerIdTo: Row<'make_pdf'>['payer_id_to']
}

/** Returns the condition for the bills `b` of a batch. */
export const batchCondition = (batch: BatchConditions): RawBuilder<SqlBool> => {
  const equals = (column: RawBuilder<unknown>, value: string | null) =>
    value ? [sql<SqlBool>`${column} = ${value}`] : []
  const conditions = [
    sql<SqlBool>`b.apply_code = ${batch.ApplyCode} and b.bill_term_id = ${batch.BillTermId}`,
    ...equals(sql`b.bill_category_code`, batch.BillCategoryCode),
    ...equals(sql`b.payer_unit_id`, batch.PayerUnitId),
    ...(batch.PayStatusFilter?.length ? [sql<SqlBool>`b.pay_status = any(${batch.PayStatusFilter}::text[])`] : []),
    ...(batch.PayerIdFrom ? [sql<SqlBool>`${comparableText(sql`b.payer_id`)} >= ${batch.PayerIdFrom}`] : []),
    // `comparableText` turns a missing payer into an empty text, which would precede every code.
    ...(batch.PayerIdTo
      ? [sql<SqlBool>`b.payer_id is not null and ${comparableText(sql`b.payer_id`)} <= ${batch.PayerIdTo}`]
      : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Returns the number of bills that meet the condition and get a slip. */
export const countPrintable = async (db: Db, condition: RawBuilder<SqlBool>): Promise<number> => {
  const bills = db.selectFrom('bill as b').where(condition).where(isPrintable)
  return (await bills.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Returns the keys of the bills that meet the condition and get a slip, in the order of printing. */
export const printableIds = async (
  db: Db,
  condition: RawBuilder<SqlBool>,
  order: EnumCode<'PDFSort'>,
): Promise<readonly number[]> => {
  const bills = await db
    .selectFrom('bill as b')
    .select('serial_id')
    .where(condition)
    .where(isPrintable)
    .orderBy(orders[order])
    .execute()
  return bills.map(({ serial_id }) => serial_id)
}

/** Returns those of the bills that still get a slip, in the same order. */
export const stillPrintable = async (db: Db, ids: readonly number[]): Promise<readonly number[]> => {
  const isChosen = sql<SqlBool>`b.serial_id = any(${ids}::bigint[])`
  const bills = await db.selectFrom('bill as b').select('serial_id').where(isChosen).where(isPrintable).execute()
  const printable = new Set(bills.map(({ serial_id }) => serial_id))
  return ids.filter((id) => printable.has(id))
}

/** Throws a refusal if a batch has no bill, or too many. */
export const requireBatchSize = (count: number): void => {
  if (count > 0 && count <= maxBatchBills) return
  const message =
    count === 0
      ? '沒有符合條件的帳單可以列印：已作廢、已繳清及約定扣款的帳單不印繳款單。請調整條件。'
      : `符合條件的帳單有 ${count.toLocaleString('en')} 張，超過一次 ${maxBatchBills.toLocaleString('en')} 張的上限；請以代收單位或繳款人代號分批產製。`
  throw new Refusal('2002', message, { BillTermId: message })
}
