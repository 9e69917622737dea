import { billStatus } from '../../../domain/bills/bill'
import { enumText } from '../../../domain/enums'
import { formatMoney } from '../../../domain/money/money'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { tenantCondition } from '../../access/tenant'
import { todayOf } from '../../context'
import type { RecordContext } from '../../record-context'
import { matchingRecords } from '../../records/get'

/** A bill as the caller has read it. */
export interface BillVersion {
  readonly SerialId: number
  readonly UpdateTime: string
}

/**
 * Throws a refusal (2009) that says what has become of a bill, if one of them has changed since the caller read it.
 * Bills that the caller may not read are ignored.
 */
export const requireBillsUnchanged = async (
  context: RecordContext,
  versions: readonly BillVersion[],
): Promise<void> => {
  const bills = await billsById(
    context,
    versions.map(({ SerialId }) => SerialId),
  )
  for (const { SerialId, UpdateTime } of versions) {
    const bill = bills.get(SerialId)
    if (bill && bill.UpdateTime !== UpdateTime) throw changedBillRefusal(bill, todayOf(context))
  }
}

/** Returns the bills with these serial ids that the caller may read, as they are now. */
export const billsById = async (
  context: RecordContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RecordValues>> => {
  const resource = context.schemas.get('bills')
  const found = await matchingRecords(context, resource, {
    names: ['SerialId'],
    searches: ids.map((SerialId) => ({ SerialId })),
    fields: resource.fields.filter(({ name }) => readFields.includes(name)),
    condition: tenantCondition(resource, context.scope),
  })
  return new Map([...found.values()].map((bill) => [Number(bill.SerialId), bill]))
}

const readFields = [
  'SerialId',
  'BillNo',
  'BillState',
  'ShouldPayAmount',
  'PaidAmount',
  'CurrencyType',
  'PaymentEndDate',
  'UpdateTime',
]

const changedBillRefusal = (bill: RecordValues, today: string): Refusal => {
  const time = String(bill.UpdateTime).slice(0, 19).replace('T', ' ')
  const [due, paid] = [Number(bill.ShouldPayAmount), Number(bill.PaidAmount)]
  const state = billStatus(
    {
      BillState: bill.BillState === 'Void' ? 'Void' : 'Active',
      PaymentEndDate: String(bill.PaymentEndDate ?? ''),
      ShouldPayAmount: due,
      PaidAmount: paid,
    },
    today,
  )
  const money = (amount: number) => `${formatMoney(amount, String(bill.CurrencyType))} 元`
  return new Refusal(
    '2009',
    `帳單 ${bill.BillNo} 已於 ${time} 異動，目前是「${enumText('BillStatus', state)}」，應繳 ${money(due)}、已繳 ${money(paid)}；您的處理沒有儲存，請重新載入後再處理。`,
  )
}
