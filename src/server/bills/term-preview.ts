import { sql } from 'kysely'
import type { RecordValues } from '../../schema/language/types'
import { type DocumentAccess, previewDocumentAccess } from '../access/documents'
import { hasRight } from '../access/operations'
import { agreementCondition } from '../access/tenant'
import { writableInput } from '../access/writable'
import type { Call, FileDownload } from '../call'
import { contextOf, recordBody } from '../context'
import { columnRecord } from '../database/table-definition'
import type { Db } from '../ports'
import { recordBuilder } from '../records/create'
import { defaultValues } from '../records/defaults'
import { findRecord } from '../records/get'
import { databaseLookup } from '../records/references'
import { changeValidator } from '../records/update'
import { previewFile, printedOnSlips, type ReplacedTables } from './slip'

/** Maximum number of bills in a preview. */
export const maxPreviewBills = 3

/**
 * Returns sample slips of a term, with the texts that the call contains.
 * They show the first open bills of the term.
 * If it has none, or if the caller may not query bills, they show an example bill.
 * Writes nothing.
 */
export const previewTerm = async (call: Call): Promise<FileDownload> => {
  const { ports, schemas } = call
  const term = await termOf(call)
  const bill_term = [columnRecord(schemas.get('billTerm'))(term)]
  const serialIds = await firstBillIds(call, term)
  if (serialIds.length > 0)
    return previewFile(ports, withMaskedNames(previewDocumentAccess(call, printedOnSlips)), {
      serialIds,
      replacedTables: { bill_term },
    })
  return previewFile(ports, exampleAccess, {
    serialIds: [exampleId],
    replacedTables: { bill_term, bill: await exampleBill(call, term) },
  })
}

/** Returns the term as the call would store it: a new term, or the stored term with the changes of the call. */
const termOf = async (call: Call): Promise<RecordValues> => {
  const context = contextOf(call)
  const resource = call.schemas.get('billTerm')
  const { SerialId, UpdateTime: _, ...input } = recordBody(call.body)
  const lookup = databaseLookup(context)
  if (SerialId === undefined || SerialId === null)
    return recordBuilder(context, resource, { defaults: await defaultValues(context, resource), lookup })(input)
  const before = await findRecord(context, resource, { SerialId: String(SerialId) })
  // A stored term without changes is shown as it is, even if it would not be valid today.
  if (Object.keys(input).length === 0) return before
  const change = writableInput(context, resource, input, before)
  return { ...before, ...(await changeValidator(context, resource, lookup)({ before, change })) }
}

const firstBillIds = async (
  call: Call,
  { SerialId, ApplyCode, BillTermId }: RecordValues,
): Promise<readonly number[]> => {
  if (SerialId === undefined || !hasRight(call, call.schemas.get('bills'), 'Query')) return []
  const bills = await call.ports.db
    .selectFrom('bill as b')
    .select('serial_id')
    .where('apply_code', '=', String(ApplyCode))
    .where('bill_term_id', '=', String(BillTermId))
    .where('bill_state', '=', 'Active')
    .whereRef('paid_amount', '<', 'should_pay_amount')
    .where(agreementCondition(call.scope, 'b'))
    .orderBy('serial_id')
    .limit(maxPreviewBills)
    .execute()
  return bills.map(({ serial_id }) => serial_id)
}

// Showing a full name requires an audit line. A preview writes nothing, so it masks the names.
const withMaskedNames = (access: DocumentAccess): DocumentAccess => ({ ...access, canSeeName: () => false })

const exampleId = 0

// The example contains the data of no real payer.
const exampleAccess: DocumentAccess = { canSeeName: () => true, address: 'full', audit: async () => {} }

/** Returns the rows that replace the table `bill`: one example bill with the term's default fee items. */
const exampleBill = async (
  { ports, schemas }: Call,
  term: RecordValues,
): Promise<NonNullable<ReplacedTables['bill']>> => {
  const { ApplyCode, BillTermId, BillCategoryCode, PaymentStartDate, PaymentEndDate, MarketEndDate } = term
  const FeeItems = await exampleItems(ports.db, term)
  const values = {
    SerialId: exampleId,
    ApplyCode,
    BillTermId,
    BillCategoryCode,
    PaymentStartDate,
    PaymentEndDate,
    MarketEndDate,
    BillNo: '範例帳單',
    PayerId: '範例',
    PayerName: '王小明（範例）',
    ZipCode: '100006',
    Address: '臺北市中正區重慶南路一段１２２號',
    CurrencyType: 'TWD',
    FeeItems,
    ShouldPayAmount: FeeItems.reduce((sum, { Amount }) => sum + Amount, 0),
    PaidAmount: 0,
    VACAccount: '0'.repeat(await accountLength(ports.db, term)),
  }
  return [columnRecord(schemas.get('bills'))(values)]
}

interface ExampleItem {
  readonly FeeName: string
  readonly Amount: number
}

const exampleItems = async (db: Db, { ApplyCode, FeeItems }: RecordValues): Promise<readonly ExampleItem[]> => {
  const { rows } = await sql<ExampleItem>`
    select coalesce(f.fee_name, i.value ->> 'FeeCode') as "FeeName", (i.value ->> 'Amount')::bigint as "Amount"
    from jsonb_array_elements(${JSON.stringify(FeeItems ?? [])}::text::jsonb) with ordinality as i (value, position)
    left join fee f on f.apply_code = ${ApplyCode} and f.fee_code = i.value ->> 'FeeCode'
    order by i.position`.execute(db)
  return rows.length > 0 ? rows : [{ FeeName: '繳費項目（範例）', Amount: 1000 }]
}

/** The length of the example account if the agreement does not set a length. */
const defaultAccountLength = 14

const accountLength = async (db: Db, { ApplyCode }: RecordValues): Promise<number> => {
  const { vac_length } = await db
    .selectFrom('agreement')
    .select('vac_length')
    .where('apply_code', '=', String(ApplyCode))
    .executeTakeFirstOrThrow()
  return Number(vac_length ?? defaultAccountLength)
}
