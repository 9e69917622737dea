import { titleOf, type UploadColumn } from '../../domain/bills/bill-upload'
import type { BillSources } from '../../domain/bills/build-bill'
import { addDays } from '../../domain/dates/dates'
import type { RecordValues } from '../../schema/language/types'
import { writeAuditLines } from '../audit'
import { billUploads } from '../imports/bills/context'
import { mappedColumns, readHeader, rowParser } from '../imports/bills/parsed-row'
import { commonValues } from '../imports/bills/publish'
import { onBillImportFailure } from '../imports/bills/run'
import { validateRow } from '../imports/bills/validate-row'
import { uploadAudit } from '../imports/upload-job'
import { JobCancelled } from '../jobs/job-rows'
import type { DemoBill } from './bills'
import type { DemoAgreement } from './companies'
import { type DemoPortal, type DemoTenant, makerOf, portalAt } from './demo-portal'
import { type AuditValues, insertReturningIds } from './insert-rows'
import type { DemoTerm } from './terms'
import { insertUploadedFiles } from './uploads'

/** The bills of a term, and how they were uploaded. */
export interface BillUpload {
  readonly term: DemoTerm
  readonly bills: readonly DemoBill[]
  /** Empty if the bills were entered by hand. */
  readonly fileId: string
  /**
   * `imported`: the valid rows were imported; `failed`: one row was invalid, so nothing was imported; `cancelled`: the
   * user cancelled the upload.
   */
  readonly outcome: 'imported' | 'failed' | 'cancelled'
}

/** An upload whose file has been read. */
type ReadUpload = ReturnType<typeof readUpload>

/** Reads and validates the rows of an upload as the import of the portal does. */
export const readUpload = (
  { schemas }: DemoPortal,
  tenant: DemoTenant,
  upload: BillUpload,
  { records, payers }: BillSources,
) => {
  const { columns, cells } = sheetOf(upload, tenant.agreement)
  const titles = columns.map(titleOf)
  const rows = cells.map((row) => columns.map((column) => row[column] ?? ''))
  const header = readHeader({ rowNo: 1, cells: titles }, { hasTerm: true })
  const record = recordOfUpload(tenant, upload)
  const today = record.UploadTime.slice(0, 10)
  const parse = rowParser({
    header,
    bills: schemas.get('bills'),
    payer: schemas.get('payer'),
    currency: record.CurrencyType,
    today,
  })
  const billImport = { ...record, ColumnMapping: mappedColumns(header.positions, titles), SerialId: 0, SuccessCount: 0 }
  const context = { ...records, today, billImport }
  // The import of a cancelled upload has not begun.
  const importedRows = upload.outcome === 'cancelled' ? [] : rows
  const results = importedRows.map((rowCells, index) =>
    validateRow(parse({ rowNo: index + 2, cells: rowCells }), payers, context),
  )
  const isImported = upload.outcome === 'imported'
  return {
    upload,
    rows: [titles, ...rows],
    record: { ...record, ColumnMapping: billImport.ColumnMapping },
    rowCount: results.length,
    bills: isImported
      ? results.flatMap((result): RecordValues[] =>
          'bill' in result ? [{ ...commonValues(context), ...result.bill }] : [],
        )
      : [],
    errors: results.flatMap((result) => ('errors' in result ? result.errors : [])),
  }
}

const recordOfUpload = ({ company, agreement }: DemoTenant, upload: BillUpload) => {
  const { term, fileId, outcome } = upload
  const { applyCode } = agreement
  const { day, clockTime } = uploadTimeOf(upload, agreement)
  return {
    ApplyCode: applyCode,
    // Attempts without bills end in 99.
    ImportBatchNo:
      `${day}${clockTime}`.replace(/\D/g, '') +
      (outcome === 'imported' ? String(term.termsAgo + 1).padStart(2, '0') : '99'),
    ImportBatchName: `${term.name}${{ imported: '', failed: '（更正前）', cancelled: '（取消）' }[outcome]}`,
    BillTermId: term.id,
    BillCategoryCode: term.collection.code,
    CurrencyType: 'TWD',
    BillImportPDFSetting: 'None',
    File: fileId,
    OriFileName: `${applyCode}_${term.id}.csv`,
    ImportMode: outcome === 'failed' ? 'AllOrNothing' : 'GoodRows',
    CustomerName: company.name,
    CustomerPhone: company.phone,
    CustomerFax: company.fax,
    ZipCode: company.zipCode,
    Address: company.address,
    PaymentStartDate: null,
    PaymentEndDate: null,
    Notices: null,
    PDFStatus: 'NotNeeded',
    UploadUser: makerOf({ company, agreement }),
    UploadTime: `${day}T${clockTime}+08:00`,
  } as const
}

/**
 * Returns when a file was uploaded: four days before the first day of its term.
 * The cancelled and the failed attempt precede the import.
 */
const uploadTimeOf = ({ term, outcome }: BillUpload, { applyCode }: DemoAgreement) => {
  const minute = applyCode.slice(-2)
  const clockTime = { cancelled: `07:${minute}:40`, failed: `08:${minute}:15`, imported: `09:${minute}:30` }[outcome]
  return { day: addDays(term.start, -4), clockTime }
}

/** Stores uploads that have been read, in the order of their times. */
export const insertUploads = async (
  portal: DemoPortal,
  tenant: DemoTenant,
  uploads: readonly ReadUpload[],
  auditValues: AuditValues,
): Promise<void> => {
  const { ports } = portal
  const byTime = uploads.toSorted((a, b) => a.record.UploadTime.localeCompare(b.record.UploadTime))
  await insertUploadedFiles(
    ports.db,
    tenant,
    byTime.map(({ record, rows }) => ({
      id: record.File,
      name: record.OriFileName,
      time: record.UploadTime,
      page: 'billImportList',
      rows,
    })),
  )
  const records = byTime.map((read) => ({ ...read.record, ...resultOf(read) }))
  const serialIds = await insertReturningIds(ports.db, 'bill_import', records, auditValues)
  const storedRecords = records.map((record, index) => ({ ...record, SerialId: serialIds[index] ?? 0 }))
  const { uniformNo } = tenant.company
  const audits = storedRecords.flatMap(
    ({ FinishTime, SerialId: id, UploadUser: userId, TotalCount, SuccessCount, TotalAmount }) =>
      FinishTime === null
        ? []
        : [
            uploadAudit({ ...billUploads, id, userId, uniformNo }, new Date(FinishTime), {
              TotalCount,
              SuccessCount,
              TotalAmount,
            }),
          ],
  )
  await writeAuditLines(ports.db, ...audits)
  // Only a cancelled upload has no FinishTime yet. It is finished like an import whose job was cancelled.
  for (const { SerialId, UploadTime } of storedRecords.filter(({ FinishTime }) => FinishTime === null))
    await onBillImportFailure(portalAt(portal, UploadTime).ports, SerialId, new JobCancelled())
}

/**
 * Returns the columns with the result of an upload.
 * A cancelled upload has the columns of an import that has not begun.
 */
const resultOf = ({ upload: { outcome }, record, rowCount, bills, errors }: ReadUpload) => {
  if (outcome === 'cancelled')
    return {
      ImportStatus: 'Pending',
      TotalCount: 0,
      SuccessCount: 0,
      FailCount: 0,
      TotalAmount: 0,
      ErrorLog: [],
      FinishTime: null,
    }
  return {
    ImportStatus: bills.length === 0 ? 'Failed' : bills.length < rowCount ? 'PartialFailed' : 'Succeeded',
    TotalCount: rowCount,
    SuccessCount: bills.length,
    FailCount: rowCount - bills.length,
    TotalAmount: bills.reduce((sum, { ShouldPayAmount }) => sum + Number(ShouldPayAmount), 0),
    ErrorLog: errors,
    // The import took four seconds.
    FinishTime: record.UploadTime.replace(/\d\d(?=\+)/, (second) => String(Number(second) + 4)),
  }
}

type Cells = Partial<Record<UploadColumn, string>>

/** Returns the sheet of an upload; invalid rows follow the valid ones. */
const sheetOf = (upload: BillUpload, { payerNoLen }: DemoAgreement) => {
  const { bills } = upload
  const feeCount = Math.max(...bills.map(({ items }) => items.length))
  const fees = Array.from({ length: feeCount }, (_, index): UploadColumn[] => [
    `FeeName${index + 1}`,
    `Amount${index + 1}`,
  ]).flat()
  const columns: readonly UploadColumn[] = ['PayerId', 'PayerNo', 'PayerName', 'IdNo', ...fees, 'ShouldPayAmount']
  const invalidRows = mistakesOf(upload).map((mistake, index): Cells => {
    const rowNo = bills.length + index + 2
    return {
      PayerId: `X${rowNo}`,
      PayerNo: `8${String(rowNo).padStart(payerNoLen - 1, '0')}`,
      PayerName: '林小梅',
      ShouldPayAmount: '1200',
      ...mistake,
    }
  })
  return { columns, cells: [...bills.map(cellsOf), ...invalidRows] }
}

/**
 * Returns the mistakes in the rows of an upload: one in the failed attempt, and several in the import of every third
 * month.
 */
const mistakesOf = ({ term, outcome }: BillUpload): readonly Cells[] => {
  if (outcome === 'failed') return typicalMistakes.slice(0, 1)
  return outcome === 'imported' && term.termsAgo % 3 === 1 ? typicalMistakes : []
}

const cellsOf = ({ payer, items, amount }: DemoBill): Cells => ({
  PayerId: payer.PayerId,
  PayerNo: payer.PayerNo,
  PayerName: payer.PayerName,
  IdNo: payer.IdNo,
  ...Object.fromEntries(
    items.flatMap(({ SortNo, FeeName, Amount }) => [
      [`FeeName${SortNo}`, FeeName],
      [`Amount${SortNo}`, String(Amount)],
    ]),
  ),
  ShouldPayAmount: String(amount),
})

/** A wrong check digit, a missing name, and an amount with the letter O. */
const typicalMistakes: readonly Cells[] = [{ IdNo: 'A123456788' }, { PayerName: '' }, { ShouldPayAmount: '2,4O0' }]
