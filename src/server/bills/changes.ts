import { changeRefusalReason, debitedFields } from '../../domain/bills/bill'
import { buildBill, initialBill } from '../../domain/bills/build-bill'
import {
  type BillProblem,
  type BillProblemReporter,
  type BillReferences,
  type BillValues,
  copiedFields,
  type EnteredBill,
  type EnteredFee,
  type StoredBill,
} from '../../domain/bills/entered-bill'
import { Refusal, type ReturnCode } from '../../domain/refusal'
import type { Resource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { itemsOf } from '../../schema/rules/list-items'
import { isSameValue } from '../../schema/rules/record-rules'
import { requireActiveAgreement } from '../active-agreement'
import type { Call } from '../call'
import { contextOf, keyOf, recordBody, throwIfFieldErrors, todayOf } from '../context'
import { inTransaction } from '../database/transaction'
import type { Db } from '../ports'
import type { RecordContext } from '../record-context'
import { createRecord } from '../records/create'
import { findRecord } from '../records/get'
import { updateRecord } from '../records/update'
import { requireFreeAccount } from './account-in-use'
import { reserveBillNumbers } from './bill-numbers'
import { billReferences } from './bill-references'
import { billFacts } from './open-bill'
import { payersOf } from './payers'
import { slipFields } from './slip'

/** Creates a bill from a form. Values that the call leaves out come from the term and the payer. */
export const createBill = (call: Call): Promise<RecordValues> => {
  const input = recordBody(call.body)
  return retryOnceAfterConflict(() =>
    createRecord(contextOf(call), withOptionalTermFields(call.schemas.get('bills')), input, {
      values: (context, record) => newBillValues(context, record, input),
    }),
  )
}

/**
 * Changes a bill; throws a refusal if it is void or has received a payment.
 * Recomputes its account from the new values, unless the company chose the account.
 */
export const updateBill = (call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('bills')
  const input = recordBody(call.body)
  return retryOnceAfterConflict(() =>
    inTransaction(call.ports.db, async (db) => {
      const context = { ...contextOf(call), db }
      const key = keyOf(resource, call)
      const { ApplyCode, BillTermId } = await findRecord(context, resource, key)
      await lockTerm(db, { ApplyCode, BillTermId })
      // The state is checked before UpdateTime: a user whose bill can no longer be changed must not be asked to load it
      // again and repeat the change.
      requireChangeable(await findRecord(context, resource, key, { lock: true }))
      return updateRecord(context, resource, key, input, {
        values: (trxContext, record, before = {}) => changedBillValues(trxContext, record, { before, input }),
      })
    }),
  )
}

/**
 * Runs a change, and runs it again if it is refused as a duplicate (2003): another bill may have received the number or
 * the account meanwhile.
 * The second run uses the next number, or throws a refusal that names the other bill.
 */
const retryOnceAfterConflict = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change()
  } catch (error) {
    if (error instanceof Refusal && error.code === '2003') return change()
    throw error
  }
}

/**
 * Locks the state of a bill's term until the transaction ends.
 * A change of that state locks the term before its bills, so a change of a bill uses the same order.
 */
const lockTerm = (db: Db, { ApplyCode, BillTermId }: RecordValues) =>
  db
    .selectFrom('bill_term')
    .select('serial_id')
    .where('apply_code', '=', String(ApplyCode))
    .where('bill_term_id', '=', String(BillTermId))
    .forShare()
    .execute()

const requireChangeable = (bill: RecordValues): void => {
  const reason = changeRefusalReason(billFacts(bill))
  if (reason !== null)
    throw new Refusal('2006', `帳單 ${bill.BillNo} ${changeRefusalTexts[reason]}，不能修改；您的變更沒有儲存。`)
}

const changeRefusalTexts = { void: '已經作廢', paid: '已有繳款' } as const

/** Throws a refusal for other values than those in a file of direct debits that has not been answered. */
const requireDebitedValues = (before: RecordValues, after: BillValues): void => {
  const isChanged = debitedFields.some((name) => !isSameValue(before[name], after[name]))
  if (!isEmpty(before.DebitExportTime) && isChanged)
    throw new Refusal('2006', '帳單已匯出約定扣款，尚未回覆；請等回覆後再修改金額、虛擬帳號或繳款人。')
}

/** Makes the fields optional that `buildBill` fills from the term of the bill. */
const withOptionalTermFields = (resource: Resource): Resource => ({
  ...resource,
  fields: resource.fields.map((field) => (termFields.includes(field.name) ? { ...field, required: false } : field)),
})

const termFields: readonly string[] = ['BillCategoryCode', 'FeeItems', 'PaymentStartDate', 'PaymentEndDate']

const newBillValues = async (
  context: RecordContext,
  record: RecordValues,
  input: RecordValues,
): Promise<RecordValues> => {
  const applyCode = String(record.ApplyCode)
  const records = await billReferences(context.db, applyCode, todayOf(context))
  requireActiveAgreement(applyCode, records.agreement.AgreementStatus, '新增帳單')
  const bill = await buildFromRecord(context, record, { records, isFromRecord: (name) => name in input })
  await requireFreeAccount(context.db, bill.VACAccount, { ApplyCode: applyCode, SerialId: null })
  return {
    ...initialBill,
    ...bill,
    FeeItems: withOtherItemValues(bill.FeeItems, record),
    BillNo: isEmpty(record.BillNo) ? await nextBillNo(context, applyCode) : record.BillNo,
  }
}

const nextBillNo = async (context: RecordContext, applyCode: string): Promise<string> => {
  const { prefix, lastTaken } = await reserveBillNumbers(context.db, { applyCode, today: todayOf(context), count: 1 })
  return prefix + String(lastTaken + 1).padStart(6, '0')
}

interface BillChange {
  readonly before: RecordValues
  readonly input: RecordValues
}

const changedBillValues = async (
  context: RecordContext,
  record: RecordValues,
  { before, input }: BillChange,
): Promise<RecordValues> => {
  const applyCode = String(record.ApplyCode)
  const records = await billReferences(context.db, applyCode, todayOf(context))
  // With another payer, the values that the call leaves out come from that payer.
  const hasOtherPayer = record.PayerId !== before.PayerId
  const bill = await buildFromRecord(context, record, {
    records,
    isFromRecord: (name) => name in input || !hasOtherPayer,
    before: storedBill(before),
  })
  requireDebitedValues(before, bill)
  // The accounts of a closed term are released.
  const AccountState = records.terms.get(bill.BillTermId)?.TermStatus === 'Closed' ? 'Released' : 'InUse'
  if (AccountState === 'InUse')
    await requireFreeAccount(context.db, bill.VACAccount, { ApplyCode: applyCode, SerialId: Number(record.SerialId) })
  return {
    ...bill,
    FeeItems: withOtherItemValues(bill.FeeItems, record),
    AccountState,
    ReprintNeeded:
      (Number(before.PrintCount) > 0 && isPrintChanged(before, { ...record, ...bill })) || before.ReprintNeeded,
  }
}

/**
 * Adds the values that the rules of bills do not know to the items of a bill: those of fields that a schema file adds,
 * and orphaned values.
 * Items that come from the term have none.
 */
const withOtherItemValues = (items: BillValues['FeeItems'], record: RecordValues): BillValues['FeeItems'] => {
  const recordItems = itemsOf(record.FeeItems)
  return recordItems.length === items.length ? items.map((item, index) => ({ ...recordItems[index], ...item })) : items
}

/** Returns whether a slip that was printed before the change would look different now. */
const isPrintChanged = (before: RecordValues, after: RecordValues): boolean =>
  slipFields.some((name) => !isSameValue(printedValue(before, name), printedValue(after, name)))

const printedValue = (bill: RecordValues, name: string): unknown =>
  name === 'FeeItems' ? feesOf(bill).map(({ FeeName, Amount }) => [FeeName, Amount]) : bill[name]

interface BuildContext {
  readonly records: BillReferences
  /**
   * Whether the value of a field comes from the record, even if it is empty there, and not from the payer or the term.
   */
  readonly isFromRecord: (name: string) => boolean
  readonly before?: StoredBill
}

/** Returns the values of a bill from its validated record; throws a refusal that names each wrong field. */
const buildFromRecord = async (
  context: RecordContext,
  record: RecordValues,
  { records, isFromRecord, before }: BuildContext,
): Promise<BillValues> => {
  const entered = enteredBill(record, isFromRecord)
  const applyCode = String(record.ApplyCode)
  const sources = {
    records,
    payers: await payersOf(context.db, applyCode, [entered]),
    ...(before && { before }),
  }
  const errors: Record<string, string> = {}
  const codes: ReturnCode[] = []
  const reportProblem: BillProblemReporter = (field, problem, message) => {
    const name = field === 'ShouldPayAmount' ? 'FeeItems' : field
    if (!(name in errors)) codes.push(returnCodeByProblem[problem])
    errors[name] ??= message
    return null
  }
  const bill = buildBill(entered, sources, reportProblem)
  // The first problem determines the return code.
  throwIfFieldErrors(errors, codes[0])
  if (!bill) throw new Error(`The bill of the agreement ${applyCode} could not be built.`)
  return bill
}

const returnCodeByProblem: Readonly<Record<BillProblem, ReturnCode>> = {
  missing: '2001',
  format: '2002',
  checkDigit: '2008',
  length: '2002',
  repeated: '2003',
  state: '2006',
  date: '2002',
  sum: '2002',
  amount: '2007',
}

/**
 * Returns a validated record as an entered bill.
 * Fields that do not come from the record are undefined, so that `buildBill` copies them from the payer and the term.
 */
const enteredBill = (record: RecordValues, isFromRecord: BuildContext['isFromRecord']): EnteredBill => {
  // Casts, because the record has been validated by the types of its fields.
  const text = (name: string) => (isEmpty(record[name]) ? null : (record[name] as string))
  const ifFromRecord = <T>(name: string, value: T): T | undefined => (isFromRecord(name) ? value : undefined)
  return {
    BillTermId: text('BillTermId'),
    BillCategoryCode: text('BillCategoryCode') ?? undefined,
    CurrencyType: record.CurrencyType as EnteredBill['CurrencyType'],
    FeeItems: feesOf(record),
    // The amount is the sum of the items.
    ShouldPayAmount: null,
    VACAccount: text('VACAccount'),
    PaymentStartDate: text('PaymentStartDate') ?? undefined,
    PaymentEndDate: text('PaymentEndDate') ?? undefined,
    MarketEndDate: ifFromRecord('MarketEndDate', text('MarketEndDate')),
    PayerId: text('PayerId'),
    ...(Object.fromEntries(copiedFields.map((name) => [name, ifFromRecord(name, text(name))])) as Pick<
      EnteredBill,
      (typeof copiedFields)[number]
    >),
    DebitFlag: ifFromRecord('DebitFlag', record.DebitFlag === true),
  }
}

const feesOf = ({ FeeItems }: RecordValues): readonly EnteredFee[] => {
  const items = (FeeItems ?? []) as readonly (Omit<EnteredFee, 'SortNo' | 'text'> & {
    readonly SortNo: number | null
  })[]
  return items.map(({ SortNo, FeeCode, FeeName, Amount }, index) => ({
    SortNo: SortNo ?? index + 1,
    FeeCode: isEmpty(FeeCode) ? null : FeeCode,
    FeeName: isEmpty(FeeName) ? null : FeeName,
    Amount,
    text: FeeName ?? FeeCode ?? '',
  }))
}

// The cast is safe, because the record comes from the table.
const storedBill = (record: RecordValues): StoredBill => record as unknown as StoredBill
