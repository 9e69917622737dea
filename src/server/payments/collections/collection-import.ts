import { sql } from 'kysely'
import { areEqualCollections, type CollectionProblem, collectionProblem } from '../../../domain/payments/collection'
import type { RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { companyOf } from '../../access/caller'
import { todayOf } from '../../context'
import type { OwnImportRules, StagedRows } from '../../imports/records/own-rules'
import { type ErrorCode, RowRefusal } from '../../imports/row-error'
import type { RecordContext } from '../../record-context'
import {
  billOf,
  collectedBillOf,
  copiedValues,
  enteredCollection,
  lockBills,
  writeCollectionEntries,
} from './collections'
import { type IdentifiedBill, identifyBills } from './identify-bills'
import { reserveReceiptNumbers } from './receipt-numbers'
import { nameOfRecorded, type RecordedCollection, recordedCollections } from './recorded-collections'

/**
 * The rules of a file of payments that the company collected itself: each row names its bill by number or account, no
 * two rows are the same, rows that equal a recorded collection are skipped unless the user includes them, and the rows
 * of a bill do not exceed its unpaid amount.
 */
export const collectionImport: OwnImportRules = {
  createRowRules: (context, lookup) => {
    const resource = context.schemas.get('selfCollection')
    const today = todayOf(context)
    const collectedByRows = new Map<number, number>()
    const rowsByContent = new Map<string, number>()
    const recordedByBill: RecordedByBill = new Map()
    return {
      completedFields: ['BillSerialId'],
      complete: async (inputs) => {
        const identified = await identifyBills(context, inputs)
        await loadRecorded(context, identified, recordedByBill)
        return inputs.map((input, index) => {
          const result = identified[index] ?? {}
          if ('problem' in result) return new RowRefusal(result.problem.field, 'E106', result.problem.message)
          return result.bill
            ? { ...input, ...result.bill }
            : new RowRefusal(billColumn(input), 'E101', '請填寫帳單編號或虛擬帳號，以指明收款的帳單。')
        })
      },
      equalRecord: (record) => {
        const recorded = recordedByBill
          .get(Number(record.BillSerialId))
          ?.find((collection) => areEqualCollections(enteredCollection(record), collection))
        return (
          recorded && {
            field: namingField(record),
            message: `帳單、金額、日期及收款方式與${nameOfRecorded(recorded)}相同`,
          }
        )
      },
      generateValuesOrReject: async (record) => {
        const bill = await billOf(lookup, resource, record)
        const sameRowNo = rowsByContent.get(contentOf(record) ?? '')
        if (sameRowNo !== undefined) throw new RowRefusal(namingField(record), 'E105', repeatedText(sameRowNo))
        const earlier = collectedByRows.get(Number(record.BillSerialId)) ?? 0
        const facts = collectedBillOf(bill)
        const problem = collectionProblem(
          enteredCollection(record),
          { ...facts, PaidAmount: facts.PaidAmount + earlier },
          today,
        )
        if (problem)
          throw new RowRefusal(
            problem.field === 'BillSerialId' ? namingField(record) : problem.field,
            errorCodes[problem.kind],
            problem.message,
          )
        return copiedValues(context, bill)
      },
      accept: (record, rowNo) => {
        const billId = Number(record.BillSerialId)
        collectedByRows.set(billId, (collectedByRows.get(billId) ?? 0) + Number(record.CollectAmount))
        const content = contentOf(record)
        if (content !== null) rowsByContent.set(content, rowNo)
      },
    }
  },
  beforeWrite: async (context, rows) => {
    const { stage } = rows
    await lockBills(context, await idsIn(context, stage, 'bill_serial_id'))
    if (await hasUnknownRepetition(context, rows)) return false
    await assignReceiptNumbers(context, stage)
    return true
  },
  afterWrite: async (context, stage) => writeCollectionEntries(context, await idsIn(context, stage, 'serial_id')),
}

/** The recorded collections of the bills that the rows so far have named, by the serial id of the bill. */
type RecordedByBill = Map<number, RecordedCollection[]>

/** Adds the recorded collections of the bills that rows name for the first time. */
const loadRecorded = async (
  { db }: RecordContext,
  identified: readonly IdentifiedBill[],
  recordedByBill: RecordedByBill,
): Promise<void> => {
  const bills = identified.flatMap((result) => ('bill' in result && result.bill ? [result.bill.BillSerialId] : []))
  const newBills = [...new Set(bills)].filter((bill) => !recordedByBill.has(bill))
  for (const bill of newBills) recordedByBill.set(bill, [])
  for (const collection of await recordedCollections(db, newBills))
    recordedByBill.get(Number(collection.bill))?.push(collection)
}

/**
 * Returns whether a staged row equals a collection that was recorded after the row was validated.
 * The bills must be locked, so that no other collection is added to them.
 */
const hasUnknownRepetition = async ({ db }: RecordContext, { stage, includesEqual }: StagedRows): Promise<boolean> => {
  if (includesEqual) return false
  const { rows } = await sql`
    select 1
    from staged_row s
    cross join lateral jsonb_populate_record(null::self_collection, s.record) as r
    join self_collection c on c.bill_serial_id = r.bill_serial_id and c.collect_amount = r.collect_amount and c.collect_date = r.collect_date
      and c.collect_method = r.collect_method and c.collect_status = 'Collected'
    where s.stage = ${stage}
    limit 1`.execute(db)
  return rows.length > 0
}

const errorCodes: Readonly<Record<CollectionProblem['kind'], ErrorCode>> = {
  void: 'E106',
  paid: 'E111',
  amount: 'E109',
  date: 'E102',
}

/**
 * Returns the column in which a row must name its bill: the bill number, or the account if the file has a column of
 * accounts but none of bill numbers.
 */
const billColumn = (input: RecordValues): string =>
  !('BillNo' in input) && 'VACAccount' in input ? 'VACAccount' : 'BillNo'

/** Returns the field by which a row names its bill. */
const namingField = ({ BillNo }: RecordValues): string => (isEmpty(BillNo) ? 'VACAccount' : 'BillNo')

/**
 * Returns a key that is equal for two rows that record the same money; null for a row with a receipt number, which is
 * unique anyway.
 */
const contentOf = ({
  BillSerialId,
  CollectAmount,
  CollectDate,
  CollectMethod,
  ReceiptNo,
  Remark,
}: RecordValues): string | null =>
  isEmpty(ReceiptNo) ? JSON.stringify([BillSerialId, CollectAmount, CollectDate, CollectMethod, Remark ?? '']) : null

const repeatedText = (rowNo: number): string =>
  `與第 ${rowNo} 列的帳單、金額、日期、收款方式及備註都相同，請刪除其中一列；若確實收款兩次，請填寫不同的收據號碼或備註。`

const idsIn = async (
  { db }: RecordContext,
  stage: string,
  column: 'serial_id' | 'bill_serial_id',
): Promise<readonly number[]> => {
  const { rows } = await sql<{
    id: number
  }>`select distinct (record ->> ${column})::bigint as id from staged_row where stage = ${stage} order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Assigns receipt numbers to the rows that have none, in the order of the file.
 * The numbers are higher than those that users entered.
 */
const assignReceiptNumbers = async (context: RecordContext, stage: string): Promise<void> => {
  const { db, scope } = context
  const { rows } = await sql<{
    entered: string | null
  }>`select record ->> 'receipt_no' as entered from staged_row where stage = ${stage}`.execute(db)
  const entered = rows.flatMap((row) => row.entered ?? [])
  const request = { uniformNo: companyOf(scope), today: todayOf(context), count: rows.length - entered.length, entered }
  // This call is necessary even if no row needs a number, because the entered numbers raise the counters.
  const { series, lastTaken } = await reserveReceiptNumbers(db, request)
  if (request.count === 0) return
  await sql`
    update staged_row s
    set record = s.record || jsonb_build_object('receipt_no', n.receipt_no), after = s.after || jsonb_build_object('ReceiptNo', n.receipt_no)
    from (
      select row_no, ${series} || lpad(number::text, greatest(3, length(number::text)), '0') as receipt_no
      from (
        select row_no, ${lastTaken}::bigint + row_number() over (order by row_no) as number
        from staged_row
        where stage = ${stage} and record ->> 'receipt_no' is null
      ) r
    ) n
    where s.stage = ${stage} and s.row_no = n.row_no`.execute(db)
}
