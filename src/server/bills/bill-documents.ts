import { companyDocumentAccess } from '../access/documents'
import type { Call, FileDownload } from '../call'
import { contextOf, keyOf } from '../context'
import { findRecord } from '../records/get'
import { certificateFile } from './certificate'
import { billFacts, requireOpenBill } from './open-bill'
import { countPrints, printedOnSlips, slipFile } from './slip'

/** Returns the slip of a bill, and counts it as printed. Throws a refusal if the bill is paid or void. */
export const downloadSlip = async (call: Call): Promise<FileDownload> => {
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
}

/** Returns the certificate of a paid bill. */
export const downloadCertificate = async (call: Call): Promise<FileDownload> => {
  const resource = call.schemas.get('bills')
  const bill = await findRecord(contextOf(call), resource, keyOf(resource, call))
  return certificateFile(call.ports, companyDocumentAccess(call, 'DownloadCertificatePDF', printedOnCertificates), {
    kind: 'Bill',
    id: Number(bill.SerialId),
  })
}

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
