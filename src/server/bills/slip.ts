import { sql } from 'kysely'
import { composeSlip, type SlipSource } from '../../domain/bills/slip'
import { taipeiToday } from '../../domain/dates/dates'
import { type DocumentViewer, payerAddressFor, payerNameFor } from '../access/documents'
import { FileDownload, HttpRefusal } from '../http/call'
import type { Db, Ports } from '../ports'
import { allowOverdue, bankName, billAgreement, collectionTables, marketItem } from './tables'

/** The fields of a bill that its slip shows; its category decides about the barcodes. */
export const slipFields: readonly string[] = [
  'BillNo',
  'BillTermId',
  'BillCategoryCode',
  'PayerUnitId',
  'PayerId',
  'PayerName',
  'CurrencyType',
  'FeeItems',
  'ShouldPayAmount',
  'PaidAmount',
  'VACAccount',
  'PaymentEndDate',
  'MarketEndDate',
  'Notices',
]

/** Returns the payment slip of a bill as of today, as a download for its viewer. The caller has checked that the viewer may see the bill. */
export const slipFile = async ({ db, clock, settings, slips }: Ports, viewer: DocumentViewer, serialId: number): Promise<FileDownload> => {
  const records = await slipRecords(db, serialId, settings.bankCode)
  if (records === undefined) throw new HttpRefusal(404, '查無這筆帳單，請重新查詢。')
  const PayerName = await payerNameFor(viewer, { SerialId: serialId, ...records.bill })
  const bill = { ...records.bill, ...payerAddressFor(viewer, records.bill), PayerName }
  const slip = composeSlip({ ...records, bill, today: taipeiToday(clock()) })
  return new FileDownload(`繳款單_${slip.billNo}.pdf`, 'application/pdf', await slips.print([slip]))
}

type SlipRecords = Omit<SlipSource, 'today' | 'bill'> & { readonly bill: SlipSource['bill'] & { readonly IdNo: string | null } }

// The texts of an upload take precedence over those of the company and the term.
const slipRecords = async (db: Db, serialId: number, bankCode: string): Promise<SlipRecords | undefined> => {
  const { rows } = await sql<SlipRecords>`
    select
      jsonb_build_object(
        'BillNo', b.bill_no, 'PayerName', b.payer_name, 'IdNo', b.id_no, 'PayerId', b.payer_id, 'ZipCode', b.zip_code, 'Address', b.address,
        'CurrencyType', b.currency_type, 'FeeItems', b.fee_items,
        'ShouldPayAmount', b.should_pay_amount, 'PaidAmount', b.paid_amount, 'PaymentEndDate', b.payment_end_date, 'MarketEndDate', b.market_end_date,
        'VACAccount', b.vac_account, 'Notices', coalesce(nullif(b.notices, ''), i.notices)
      ) as bill,
      jsonb_build_object(
        'BillTermName', coalesce(t.bill_term_name, b.bill_term_id), 'BillChineseName', coalesce(nullif(i.bill_chinese_name, ''), t.bill_chinese_name, '繳款單'),
        'Notices', t.notices, 'DescriptionItems', coalesce(nullif(i.description_items, ''), t.description_items)
      ) as term,
      jsonb_build_array(nullif(i.bill_template_id, ''), nullif(t.bill_template_id, ''), nullif(g.bill_template_id, '')) as templates,
      ${billAgreement} as agreement,
      ${marketItem} as "marketItem",
      ${allowOverdue} as "allowOverdue",
      ${bankCode}::text as "bankCode",
      ${bankName(bankCode)} as "bankName",
      jsonb_build_object(
        'CustomerName', coalesce(nullif(i.customer_name, ''), c.customer_name), 'CustomerPhone', coalesce(nullif(i.customer_phone, ''), c.customer_phone),
        'CustomerFax', coalesce(nullif(i.customer_fax, ''), c.customer_fax), 'ZipCode', coalesce(nullif(i.zip_code, ''), c.zip_code),
        'Address', coalesce(nullif(i.address, ''), c.address)
      ) as company,
      u.payer_unit_name as "unitName",
      i.approval_staff as "approvalStaff"
    from bill b
    ${collectionTables}
    left join payer_unit u on u.apply_code = b.apply_code and u.payer_unit_id = b.payer_unit_id
    left join bill_import i on i.apply_code = b.apply_code and i.import_batch_no = b.import_batch_no
    where b.serial_id = ${serialId}`.execute(db)
  return rows[0]
}
