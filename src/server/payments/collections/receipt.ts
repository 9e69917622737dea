import { sql } from 'kysely'
import { taipeiToday } from '../../../domain/dates/dates'
import { formatRocLong } from '../../../domain/dates/roc-date'
import { composeReceipt } from '../../../domain/payments/receipt'
import { companyDocumentAccess, payerNamesFor } from '../../access/documents'
import { type Call, FileDownload } from '../../call'
import { contextOf, keyOf } from '../../context'
import type { Row } from '../../database/tables'
import type { Db } from '../../ports'
import { findRecord } from '../../records/get'

/**
 * Returns the receipt of a collection as a download; the payer's name is masked if the caller sees it masked on the
 * page of the bill.
 */
export const downloadReceipt = async (call: Call): Promise<FileDownload> => {
  const { ports, schemas } = call
  const resource = schemas.get('selfCollection')
  const record = await findRecord(contextOf(call), resource, keyOf(resource, call))
  const facts = await receiptRow(ports.db, Number(record.SerialId))
  const access = companyDocumentAccess(call, 'DownloadReceipt', revealedFields)
  const [payerName = ''] = await payerNamesFor(access, [
    { SerialId: facts.billId, PayerName: facts.payerName, IdNo: facts.idNo },
  ])
  const receipt = composeReceipt({
    ...facts,
    payerName,
    receiptNo: String(record.ReceiptNo),
    billNo: String(record.BillNo),
    currency: String(record.CurrencyType),
    amount: Number(record.CollectAmount),
    method: String(record.CollectMethod),
    collectedOn: formatRocLong(String(record.CollectDate)),
    collectedBy: String(record.CreateUser),
    remark: String(record.Remark ?? ''),
    cancellation:
      record.CollectStatus === 'Cancelled'
        ? `${formatRocLong(String(record.CancelTime).slice(0, 10))}取消：${record.CancelReason}`
        : null,
    printedOn: formatRocLong(taipeiToday(ports.clock())),
  })
  return new FileDownload(`收據_${record.ReceiptNo}.pdf`, 'application/pdf', await ports.receipts.print(receipt))
}

// The fields of the bill that a receipt reveals. The collected amount is a part of the paid amount.
const revealedFields = ['BillNo', 'BillTermId', 'PayerName', 'CurrencyType', 'PaidAmount']

interface ReceiptRow {
  readonly billId: Row<'bill'>['serial_id']
  readonly idNo: Row<'bill'>['id_no']
  readonly payerName: Row<'bill'>['payer_name']
  readonly termName: Row<'bill_term'>['bill_term_name']
  readonly companyName: NonNullable<Row<'customer'>['customer_name']>
  readonly uniformNo: Row<'customer'>['uniform_no']
}

const receiptRow = async (db: Db, id: number): Promise<ReceiptRow> => {
  const { rows } = await sql<ReceiptRow>`
    select b.serial_id as "billId", b.id_no as "idNo", b.payer_name as "payerName", coalesce(t.bill_term_name, b.bill_term_id) as "termName",
      c.customer_name as "companyName", c.uniform_no as "uniformNo"
    from self_collection s
    join bill b on b.serial_id = s.bill_serial_id
    join customer c on c.uniform_no = s.uniform_no
    left join bill_term t on t.apply_code = b.apply_code and t.bill_term_id = b.bill_term_id
    where s.serial_id = ${id}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`The collection ${id} has no bill.`)
  return facts
}
