import { noticeChannels } from '../../domain/bills/bill-notice'
import type { RecordValues } from '../../schema/language/types'
import { companyDocumentAccess } from '../access/documents'
import { visibilityInDetail } from '../access/fields'
import { paymentsOf, paymentsQuery } from '../bills/bill-payments'
import { certificateFile } from '../bills/certificate'
import { createBill, updateBill } from '../bills/changes'
import { noticeRun, noticeRuns, noticesOf, noticesQuery } from '../bills/notices/log'
import { previewNotices, requestNotices } from '../bills/notices/request'
import { billFacts, requireOpenBill } from '../bills/open-bill'
import { codesOf, codesQuery } from '../bills/payment-codes'
import { countPrints, printedOnSlips, slipFile } from '../bills/slip'
import { downloadGroup, previewGroup } from '../bills/slip-group'
import { voidBill } from '../bills/void'
import type { Call, Controller } from '../call'
import { contextOf, keyOf } from '../context'
import { executeTogether } from '../database/together'
import { findRecord, getRecord } from '../records/get'

/** Calls for single bills, for their documents, and for their notices. Lists are generic. */
export const bills: Controller = {
  get: async (call) => {
    const resource = call.schemas.get('bills')
    return withPaymentDataAndNotices(call, await getRecord(contextOf(call), resource, keyOf(resource, call)))
  },
  create: async (call) => withPaymentDataAndNotices(call, await createBill(call)),
  update: async (call) => withPaymentDataAndNotices(call, await updateBill(call)),
  delete: voidBill,
  DownloadPaymentPDF: async (call) => {
    const { ports, schemas } = call
    const resource = schemas.get('bills')
    const bill = await findRecord(contextOf(call), resource, keyOf(resource, call))
    requireOpenBill(billFacts(bill), {
      void: `帳單 ${bill.BillNo} 已作廢，無法下載繳款單。`,
      paid: `帳單 ${bill.BillNo} 已繳清，無需再下載繳款單。`,
    })
    const file = await slipFile(
      ports,
      companyDocumentAccess(call, 'DownloadPaymentPDF', printedOnSlips),
      Number(bill.SerialId),
    )
    await countPrints(ports.db, [Number(bill.SerialId)])
    return file
  },
  DownloadCertificatePDF: async (call) => {
    const resource = call.schemas.get('bills')
    const bill = await findRecord(contextOf(call), resource, keyOf(resource, call))
    return certificateFile(call.ports, companyDocumentAccess(call, 'DownloadCertificatePDF', printedOnCertificates), {
      kind: 'Bill',
      id: Number(bill.SerialId),
    })
  },
  DownloadGroupPDF: downloadGroup,
  PreviewDownloadGroupPDF: previewGroup,
  SendMailNotice: (call) => requestNotices(call, 'Email'),
  // MOTP is the specification's word for a notice by SMS.
  SendMOTPNotice: (call) => requestNotices(call, 'SMS'),
  PreviewNotice: previewNotices,
  GetNoticeRuns: noticeRuns,
  GetNoticeRun: noticeRun,
}

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

// The fields of a bill that its payments disclose.
const paymentFields = ['PaidAmount', 'PaidTime', 'ChannelId']

// The address fields of a bill. The log of its notices shows their masked values.
const addressFields = Object.values(noticeChannels).map(({ addressField }) => addressField)

// The fields of a bill that its payment codes disclose.
const codeFields = ['VACAccount', 'ShouldPayAmount', 'PaidAmount', 'PaymentEndDate', 'MarketEndDate']

// The fields of a bill that its certificate prints. Fields of list items are named by their paths.
const itemFields = ['FeeItems.FeeName', 'FeeItems.Amount']
const printedOnCertificates = [
  'BillNo',
  'BillTermId',
  'PayerName',
  'CurrencyType',
  'FeeItems',
  ...itemFields,
  'PaidAmount',
  'PaidTime',
  'ChannelId',
]
