import { sql } from 'kysely'
import { confirmEqual } from '../../../contract/confirmations'
import {
  areEqualCollections,
  type CollectedAmount,
  type CollectedBill,
  type CollectionProblem,
  cancellationRefusal,
  collectionPostings,
  collectionProblem,
  type EnteredCollection,
  mayRepeat,
} from '../../../domain/payments/collection'
import { Refusal, type ReturnCode } from '../../../domain/refusal'
import { isReference } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import { fieldNamed, type RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { required } from '../../../schema/rules/messages'
import { actorOf, companyOf } from '../../access/caller'
import { agreementCondition } from '../../access/tenant'
import { throwIfFieldErrors, todayOf } from '../../context'
import { inTransaction } from '../../database/transaction'
import type { RecordContext, RecordKey } from '../../record-context'
import { createRecord } from '../../records/create'
import { databaseLookup, type ReferenceLookup } from '../../records/references'
import { changeRecord } from '../../records/update'
import { writeEntries } from '../write-entries'
import { identifyBills } from './identify-bills'
import { receiptNo, reserveReceiptNumbers } from './receipt-numbers'
import { nameOfRecorded, recordedCollections } from './recorded-collections'

/**
 * Creates the record of money that a company collected itself, and writes the entry on the bill.
 * The bill is locked first, so that two users cannot collect the same money.
 */
export const collect = (
  context: RecordContext,
  { [confirmEqual]: isConfirmed, ...entered }: RecordValues,
): Promise<RecordValues> =>
  inTransaction(context.db, async (db) => {
    const resource = context.schemas.get('selfCollection')
    const input = await withBill({ ...context, db }, entered)
    const billId = Number(input.BillSerialId)
    // `createRecord` reports a missing or invalid bill.
    if (Number.isSafeInteger(billId)) await lockBills({ ...context, db }, [billId])
    return createRecord({ ...context, db }, resource, input, {
      values: async (trxContext, record) => {
        const bill = await billOf(databaseLookup(trxContext), resource, record)
        const problem = collectionProblem(enteredCollection(record), collectedBillOf(bill), todayOf(trxContext))
        if (problem) throw new Refusal(returnCodes[problem.kind], problem.message, { [problem.field]: problem.message })
        if (isConfirmed !== true) await requireNoRepetition(trxContext, record)
        return { ...copiedValues(trxContext, bill), ReceiptNo: await receiptNoOf(trxContext, record) }
      },
      afterWrite: async (trxContext, { SerialId }) => writeCollectionEntries(trxContext, [Number(SerialId)]),
    })
  })

const returnCodes: Readonly<Record<CollectionProblem['kind'], ReturnCode>> = {
  void: '2006',
  paid: '2006',
  amount: '2007',
  date: '2002',
}

/**
 * Throws a refusal (2003) if a collection may repeat a recorded one of its bill.
 * The same request is accepted after the user has confirmed it.
 */
const requireNoRepetition = async ({ db, clock }: RecordContext, record: RecordValues): Promise<void> => {
  const entered = enteredCollection(record)
  const recorded = await recordedCollections(db, [Number(record.BillSerialId)])
  const repeated = recorded.find((earlier) =>
    mayRepeat(entered, { ...earlier, recordedAt: new Date(earlier.createTime) }, clock()),
  )
  if (!repeated) return
  const likeness = areEqualCollections(entered, repeated) ? '金額、日期及收款方式都相同' : '金額相同'
  const message = `與${nameOfRecorded(repeated)}${likeness}，請確認是否重複登錄；若確實再收一筆，請確認後再儲存。`
  throw new Refusal('2003', message, { [confirmEqual]: message })
}

/** Adds the bill that the input identifies by its number or its account. Throws a refusal if that bill is not found. */
const withBill = async (context: RecordContext, input: RecordValues): Promise<RecordValues> => {
  const [identified] = await identifyBills(context, [input])
  if (identified && 'problem' in identified)
    throw new Refusal('2004', identified.problem.message, { [identified.problem.field]: identified.problem.message })
  return { ...input, ...identified?.bill }
}

/** Returns the record of the bill that a collection refers to. */
export const billOf = async (
  lookup: ReferenceLookup,
  resource: Resource,
  record: RecordValues,
): Promise<RecordValues> => {
  const field = fieldNamed(resource.fields, 'BillSerialId')
  const found = field && isReference(field) ? await lookup.find([{ field, record }]) : []
  const bill = found[0]?.[0]
  if (bill) return bill
  const message = required('帳單')
  throw new Refusal('2001', message, { BillSerialId: message })
}

/** Returns the facts of a bill that decide whether it accepts a collection. */
export const collectedBillOf = ({
  BillNo,
  BillState,
  CurrencyType,
  ShouldPayAmount,
  PaidAmount,
}: RecordValues): CollectedBill => ({
  BillNo: String(BillNo),
  BillState: BillState === 'Void' ? 'Void' : 'Active',
  CurrencyType: String(CurrencyType),
  ShouldPayAmount: Number(ShouldPayAmount),
  PaidAmount: Number(PaidAmount),
})

/** Returns the amount, the date and the method of a collection. */
export const enteredCollection = ({ CollectAmount, CollectDate, CollectMethod }: RecordValues): EnteredCollection => ({
  CollectAmount: Number(CollectAmount),
  CollectDate: String(CollectDate),
  CollectMethod: String(CollectMethod),
})

/** Returns the values that a collection copies from its bill and from the session. */
export const copiedValues = ({ scope }: Pick<RecordContext, 'scope'>, bill: RecordValues): RecordValues => ({
  UniformNo: companyOf(scope),
  ...Object.fromEntries(copiedFields.map((name) => [name, bill[name]])),
})

const copiedFields = ['BillTermId', 'BillNo', 'VACAccount', 'PayerName', 'CurrencyType', 'ShouldPayAmount']

/** Returns the receipt number that the user has entered; if there is none, the next number of the day. */
const receiptNoOf = async (context: RecordContext, { ReceiptNo }: RecordValues): Promise<string> => {
  // An entered number raises the counter as well.
  const entered = isEmpty(ReceiptNo) ? [] : [String(ReceiptNo)]
  const request = {
    uniformNo: companyOf(context.scope),
    today: todayOf(context),
    count: entered.length === 0 ? 1 : 0,
    entered,
  }
  const { series, lastTaken } = await reserveReceiptNumbers(context.db, request)
  return entered[0] ?? receiptNo(series, lastTaken + 1)
}

/**
 * Writes the entries of new collections and the counter-entries of cancelled ones, and updates their bills, which must
 * be locked.
 */
export const writeCollectionEntries = async (
  context: RecordContext,
  collectionIds: readonly number[],
): Promise<void> => {
  const { rows } = await sql<CollectedAmount>`
    select c.serial_id as "CollectionSerialId", c.bill_serial_id as "BillSerialId",
      case when c.collect_status = 'Cancelled' then -c.collect_amount else c.collect_amount end as "Amount",
      b.paid_amount as "PaidAmount", b.should_pay_amount as "ShouldPayAmount"
    from self_collection c
    join bill b on b.serial_id = c.bill_serial_id
    where c.serial_id = any(${collectionIds}::bigint[])
    order by c.serial_id`.execute(context.db)
  await writeEntries(context.db, collectionPostings(rows), {
    now: context.clock().toISOString(),
    user: actorOf(context.scope),
  })
}

/**
 * Cancels a collection, which is possible only on the day on which it was recorded.
 * A counter-entry takes the money back from the bill.
 */
export const cancelCollection = (
  context: RecordContext,
  key: RecordKey,
  { UpdateTime, Reason }: RecordValues,
): Promise<RecordValues> => {
  const resource = context.schemas.get('selfCollection')
  const reason = typeof Reason === 'string' ? Reason.trim() : ''
  if (reason.length < 2 || reason.length > 200) throwIfFieldErrors({ Reason: '請填寫取消原因，2 至 200 字。' })
  return changeRecord(context, resource, key, {
    action: 'Cancel',
    expectedUpdateTime: UpdateTime,
    changeOf: async (trxContext, before) => {
      const recordedOn = String(before.CreateTime).slice(0, 10)
      const refusal = cancellationRefusal(
        { CollectStatus: String(before.CollectStatus), ReceiptNo: String(before.ReceiptNo), recordedOn },
        todayOf(trxContext),
      )
      if (refusal !== null) throw new Refusal('2006', refusal)
      return {}
    },
    values: {
      CollectStatus: 'Cancelled',
      CancelUser: actorOf(context.scope),
      CancelTime: context.clock().toISOString(),
      CancelReason: reason,
    },
    afterWrite: async (trxContext, { SerialId, BillSerialId }) => {
      await lockBills(trxContext, [Number(BillSerialId)])
      await writeCollectionEntries(trxContext, [Number(SerialId)])
    },
  })
}

/** Locks bills of the session's agreements in the order of their keys until the transaction ends. */
export const lockBills = async (
  { db, scope }: Pick<RecordContext, 'db' | 'scope'>,
  ids: readonly number[],
): Promise<void> => {
  await sql`
    select from bill b where b.serial_id = any(${ids}::bigint[]) and ${agreementCondition(scope, 'b')} order by b.serial_id for no key update`.execute(
    db,
  )
}
