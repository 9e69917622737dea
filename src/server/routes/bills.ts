import { companyViewer } from '../access/documents'
import { certificateFile } from '../bills/certificate'
import { billFacts, requireOpenBill } from '../bills/open-bill'
import { slipFile } from '../bills/slip'
import type { Controller } from '../http/call'
import { contextOf, keyOf } from '../records/context'
import { findRecord } from '../records/get'

/** Documents of bills; lists and changes are generic. */
export const bills: Controller = {
  DownloadPaymentPDF: async (call) => {
    const { ports, schemas } = call
    const resource = schemas.get('bills')
    const bill = await findRecord(contextOf(call), resource, keyOf(resource, call))
    requireOpenBill(billFacts(bill), {
      void: `帳單 ${bill.BillNo} 已作廢，無法下載繳款單。`,
      paid: `帳單 ${bill.BillNo} 已繳清，無需再下載繳款單。`,
    })
    const file = await slipFile(ports, companyViewer(call, 'DownloadPaymentPDF', printedOnSlips), Number(bill.SerialId))
    await ports.db
      .updateTable('bill')
      .set((eb) => ({ print_count: eb(eb.fn.coalesce('print_count', eb.lit(0)), '+', 1) }))
      .where('serial_id', '=', Number(bill.SerialId))
      .execute()
    return file
  },
  DownloadCertificatePDF: async (call) => {
    const resource = call.schemas.get('bills')
    const bill = await findRecord(contextOf(call), resource, keyOf(resource, call))
    return certificateFile(call.ports, companyViewer(call, 'DownloadCertificatePDF', printedOnCertificates), { kind: 'Bill', id: Number(bill.SerialId) })
  },
}

// The fields of a bill that its documents print; columns of lists are named by their paths.
const itemFields = ['FeeItems', 'FeeItems.FeeName', 'FeeItems.Amount']
const printedOnSlips = [
  'BillNo',
  'BillTermId',
  'PayerUnitId',
  'PayerId',
  'PayerName',
  'CurrencyType',
  ...itemFields,
  'ShouldPayAmount',
  'PaidAmount',
  'VACAccount',
  'PaymentEndDate',
  'MarketEndDate',
  'MarketBarcodes',
  'PostBarcodes',
  'Notices',
]
const printedOnCertificates = ['BillNo', 'BillTermId', 'PayerName', 'CurrencyType', ...itemFields, 'PaidAmount', 'PaidTime', 'ChannelId']
