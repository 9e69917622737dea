import { type RawBuilder, sql } from 'kysely'
import { composeSlip, type Slip, type SlipSource, sampleOf } from '../../domain/bills/slip'
import { taipeiToday } from '../../domain/dates/dates'
import type { RecordValues } from '../../schema/language/types'
import { type DocumentAccess, payerAddressFor, payerNamesFor } from '../access/documents'
import { FileDownload, HttpRefusal } from '../call'
import type { Db, Ports } from '../ports'
import {
  allowOverdue,
  bankName,
  billAgreement,
  billAndCategoryTables,
  billUpload,
  companyPhone,
  marketItem,
} from './bill-sql'

/**
 * The fields of a bill whose change makes a printed slip outdated.
 * The category is one of them, because it determines the barcodes.
 */
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

/** The fields of a bill that its slip prints. A field of list items is named by its path. */
export const printedOnSlips: readonly string[] = [
  'FeeItems.FeeName',
  'FeeItems.Amount',
  ...slipFields.filter((name) => name !== 'BillCategoryCode'),
]

/**
 * Returns the payment slip of a bill as of today, as a download.
 * The caller must check that the user may see the bill.
 */
export const slipFile = async (ports: Ports, access: DocumentAccess, serialId: number): Promise<FileDownload> => {
  const slips = await slipsOf(ports, access, [serialId])
  return new FileDownload(slipFileName(nameOf(slips)), 'application/pdf', await ports.slips.print(slips))
}

// Two companies may use the same number, and a payer saves slips of both; the account differs.
const nameOf = ([slip]: readonly Slip[]): string => [slip?.billNo, slip?.account].filter(Boolean).join('_')

/** Returns the name of the file with the slip of one bill. */
export const slipFileName = (billNo: string): string => `繳款單_${billNo}.pdf`

/**
 * Returns the slips of bills as of today, in the order of the ids.
 * The caller must check that the user may see the bills.
 * Throws a refusal if a bill is missing (404), or if its slip cannot be composed.
 */
export const slipsOf = (ports: Ports, access: DocumentAccess, serialIds: readonly number[]): Promise<readonly Slip[]> =>
  composeSlips(ports, access, { serialIds, replacedTables: {} })

/**
 * Returns a download with slips that are marked as samples and cannot be paid.
 * The bills are shown as if the database contained the replaced tables.
 */
export const previewFile = async (
  ports: Ports,
  access: DocumentAccess,
  selection: SlipSelection,
): Promise<FileDownload> => {
  const slips = (await composeSlips(ports, access, selection)).map(sampleOf)
  return new FileDownload(
    `繳款單預覽_${slips[0]?.termName ?? ''}.pdf`,
    'application/pdf',
    await ports.slips.print(slips),
  )
}

/** The bills whose slips are composed, and the tables that are replaced while they are read. */
interface SlipSelection {
  readonly serialIds: readonly number[]
  readonly replacedTables: ReplacedTables
}

/** The rows of each replaced table, with values by column name. They replace all rows of the table in the database. */
export type ReplacedTables = Readonly<Partial<Record<'bill' | 'bill_term' | 'bill_import', readonly RecordValues[]>>>

const composeSlips = async (
  { db, clock, settings }: Ports,
  access: DocumentAccess,
  selection: SlipSelection,
): Promise<readonly Slip[]> => {
  const recordById = new Map(
    (await slipRecords(db, selection, settings.bankCode)).map((record) => [record.bill.SerialId, record]),
  )
  const today = taipeiToday(clock())
  const records = selection.serialIds.map((serialId) => {
    const record = recordById.get(serialId)
    if (record === undefined) throw new HttpRefusal(404, '查無這筆帳單，請重新查詢。')
    return record
  })
  const names = await payerNamesFor(
    access,
    records.map(({ bill }) => bill),
  )
  return records.map((record, index) =>
    composeSlip({
      ...record,
      bill: { ...record.bill, ...payerAddressFor(access, record.bill), PayerName: names[index] ?? '' },
      today,
    }),
  )
}

/**
 * Counts a print of each bill, and clears its mark for a reprint.
 * Bills that were changed after `startedAt` are marked instead, because the print may show their former values.
 */
export const countPrints = async (db: Db, serialIds: readonly number[], startedAt?: Date): Promise<void> => {
  const isReprintNeeded = startedAt ? sql`b.update_time > ${startedAt.toISOString()}::timestamptz` : sql`false`
  await sql`
    update bill b
    set print_count = coalesce(b.print_count, 0) + 1, reprint_needed = ${isReprintNeeded}
    from (select serial_id from bill where serial_id = any(${serialIds}::bigint[]) order by serial_id for update) locked
    where b.serial_id = locked.serial_id`.execute(db)
}

type SlipRecord = Omit<SlipSource, 'today' | 'bill'> & {
  readonly bill: SlipSource['bill'] & { readonly SerialId: number; readonly IdNo: string | null }
}

/**
 * Returns the values that slips show.
 * The texts of an upload take precedence over those of the company and the term.
 */
const slipRecords = async (
  db: Db,
  { serialIds, replacedTables }: SlipSelection,
  bankCode: string,
): Promise<readonly SlipRecord[]> => {
  const { rows } = await sql<SlipRecord>`
    ${withClause(replacedTables)}
    select
      jsonb_build_object(
        'SerialId', b.serial_id, 'BillNo', b.bill_no, 'PayerName', b.payer_name, 'IdNo', b.id_no, 'PayerId', b.payer_id, 'ZipCode', b.zip_code, 'Address', b.address,
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
        'CustomerName', coalesce(nullif(i.customer_name, ''), c.customer_name), 'CustomerPhone', ${companyPhone},
        'CustomerFax', coalesce(nullif(i.customer_fax, ''), c.customer_fax), 'ZipCode', coalesce(nullif(i.zip_code, ''), c.zip_code),
        'Address', coalesce(nullif(i.address, ''), c.address)
      ) as company,
      u.payer_unit_name as "unitName",
      i.approval_staff as "approvalStaff"
    from bill b
    ${billAndCategoryTables}
    left join payer_unit u on u.apply_code = b.apply_code and u.payer_unit_id = b.payer_unit_id
    ${billUpload}
    where b.serial_id = any(${serialIds}::bigint[])`.execute(db)
  return rows
}

/** Returns a `with` clause whose tables replace the database tables of the same name. */
const withClause = (replacedTables: ReplacedTables): RawBuilder<unknown> => {
  const tables = Object.entries(replacedTables).map(
    ([name, rows]) =>
      sql`${sql.id(name)} as (select * from jsonb_populate_recordset(null::${sql.id(name)}, ${JSON.stringify(rows)}::text::jsonb))`,
  )
  return tables.length > 0 ? sql`with ${sql.join(tables)}` : sql``
}
