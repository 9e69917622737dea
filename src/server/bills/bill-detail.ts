import { messageChannels, noticeChannelCodes } from '../../domain/message-channels'
import type { RecordValues } from '../../schema/language/types'
import { visibilityInDetail } from '../access/fields'
import type { Call } from '../call'
import { contextOf, keyOf } from '../context'
import { executeTogether } from '../database/together'
import { getRecord } from '../records/get'
import { paymentsOf, paymentsQuery } from './bill-payments'
import { createBill, updateBill } from './changes'
import { noticesOf, noticesQuery } from './notices/log'
import { codesOf, codesQuery } from './payment-codes'

/** Returns a bill with its payment codes, payments and notices, as far as the caller may see them. */
export const getBill = async (call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('bills')
  return withPaymentDataAndNotices(call, await getRecord(contextOf(call), resource, keyOf(resource, call)))
}

/** Creates a bill and returns it as `getBill` does. */
export const createBillAndGet = async (call: Call): Promise<RecordValues> =>
  withPaymentDataAndNotices(call, await createBill(call))

/** Changes a bill and returns it as `getBill` does. */
export const updateBillAndGet = async (call: Call): Promise<RecordValues> =>
  withPaymentDataAndNotices(call, await updateBill(call))

/**
 * Adds payment codes, payments and notices to a bill.
 * Codes and payments are left out if they would disclose a field that is hidden from the caller or masked, notices if
 * they would disclose a field that is hidden.
 */
const withPaymentDataAndNotices = async (call: Call, record: RecordValues): Promise<RecordValues> => {
  const id = Number(record.SerialId)
  const { db } = call.ports
  const [sources, payments, notices] = await executeTogether(db, [
    codesQuery(id).compile(db),
    paymentsQuery(id).compile(db),
    noticesQuery(id).compile(db),
  ])
  const visibility = (name: string) => visibilityInDetail(call, call.schemas.get('bills'), name)
  const isFull = (name: string) => visibility(name) === 'full'
  return {
    ...record,
    ...(codeFields.every(isFull) && codesOf(sources, call.ports)),
    ...(paymentFields.every(isFull) && { Payments: paymentsOf(payments) }),
    ...(addressFields.every((name) => visibility(name) !== 'hidden') && { NoticeLog: noticesOf(notices) }),
  }
}

/** The fields of a bill that its payments disclose. */
export const paymentFields = ['PaidAmount', 'PaidTime', 'ChannelId']

/** The address fields of a bill. The log of its notices shows their masked values. */
export const addressFields = noticeChannelCodes.map((channel) => messageChannels[channel].billNotice.address.field)

// The fields of a bill that its payment codes disclose.
const codeFields = ['VACAccount', 'ShouldPayAmount', 'PaidAmount', 'PaymentEndDate', 'MarketEndDate']
