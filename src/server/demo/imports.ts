import { titleOf, type UploadColumn } from '../../domain/bills/bill-upload'
import { addDays } from '../../domain/dates/dates'
import { wrongCheckDigit } from '../../schema/rules/messages'
import { noHeaderText } from '../imports/bills/parsed-row'
import { type RowError, rowError } from '../imports/row-error'
import type { DemoBill } from './bills'
import type { DemoAgreement, DemoCompany } from './companies'
import type { RandomInteger } from './random'
import type { DemoTerm } from './terms'

/** An upload of bills: its record, and its file. */
export type DemoImport = ReturnType<typeof demoImport>

/** Returns the number of the upload that created the bills of a term; null for a term whose bills were entered by hand. */
export const batchNoOf = ({ applyCode }: DemoAgreement, term: DemoTerm): string | null =>
  term.collection.once ? null : `${uploadDay(term).replaceAll('-', '')}09${applyCode.slice(-2)}30${String(term.age + 1).padStart(2, '0')}`

/** Returns the upload that created the bills of a term; every third one had bad rows. */
export const termImport = (context: DemoImportContext, batchNo: string, bills: readonly DemoBill[], random: RandomInteger): DemoImport => {
  const { term } = context
  const errors = term.age % 3 === 1 ? badRows(bills.length) : []
  const rows = bills.map(({ record }) => [record.PayerId, record.PayerNo, record.PayerName, record.IdNo, String(record.ShouldPayAmount)])
  const success = { count: bills.length, amount: bills.reduce((sum, { record }) => sum + record.ShouldPayAmount, 0) }
  const total = bills.length + new Set(errors.map(({ RowNo }) => RowNo)).size
  const upload = { batchNo, name: term.name, total, success, errors }
  return demoImport(context, upload, csv([...rows, ...errors.map(badCells)]), random)
}

/** Returns an upload that failed because its file is in another format. */
export const failedImport = (context: DemoImportContext, random: RandomInteger): DemoImport => {
  const { agreement, term } = context
  const batchNo = `${uploadDay(term).replaceAll('-', '')}08${agreement.applyCode.slice(-2)}1599`
  const upload = {
    batchNo,
    name: `${term.name}（舊格式）`,
    total: 0,
    success: { count: 0, amount: 0 },
    errors: [rowError(1, '檔案', '', 'E112', noHeaderText)],
  }
  return demoImport(context, upload, '\ufeff戶號,金額\r\nA1-0201,2400\r\n', random)
}

interface Upload {
  readonly batchNo: string
  readonly name: string
  readonly total: number
  readonly success: { readonly count: number; readonly amount: number }
  readonly errors: readonly RowError[]
}

interface DemoImportContext {
  readonly company: DemoCompany
  readonly agreement: DemoAgreement
  readonly term: DemoTerm
}

const demoImport = (context: DemoImportContext, upload: Upload, text: string, random: RandomInteger) => {
  const bytes = new TextEncoder().encode(text)
  const fileId = Array.from({ length: 32 }, () => random(16).toString(16)).join('')
  const record = importRecord(context, upload, fileId)
  return {
    record,
    file: { Id: fileId, Name: record.OriFileName, Type: 'text/csv', Size: bytes.length, UniformNo: context.company.uniformNo, CreateTime: record.UploadTime },
    chunk: { FileId: fileId, No: 0, Bytes: `\\x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}` },
  }
}

const importRecord = ({ company, agreement, term }: DemoImportContext, { batchNo, name, total, success, errors }: Upload, fileId: string) => ({
  ApplyCode: agreement.applyCode,
  ImportBatchNo: batchNo,
  ImportBatchName: name,
  BillTermId: term.id,
  BillCategoryCode: term.collection.code,
  CurrencyType: 'TWD',
  BillImportPDFSetting: 'None',
  File: fileId,
  OriFileName: `${agreement.applyCode}_${term.id}.csv`,
  ImportMode: 'GoodRows',
  CustomerName: company.name,
  CustomerPhone: company.phone,
  CustomerFax: company.fax,
  ZipCode: company.zipCode,
  Address: company.address,
  ImportStatus: success.count === 0 ? 'Failed' : errors.length > 0 ? 'PartialFailed' : 'Succeeded',
  TotalCount: total,
  SuccessCount: success.count,
  FailCount: total - success.count,
  TotalAmount: success.amount,
  PDFStatus: 'NotNeeded',
  ErrorLog: errors,
  UploadUser: 'maker01',
  UploadTime: timeOf(batchNo, 0),
  FinishTime: timeOf(batchNo, 4),
})

const uploadDay = (term: DemoTerm): string => addDays(term.start, -4)

/** Returns the time in a batch number plus some seconds. */
const timeOf = (batchNo: string, secondsLater: number): string => {
  const [, day = '', minute = '', second = ''] = /^(\d{8})(\d{4})(\d\d)/.exec(batchNo) ?? []
  const time = `${minute.slice(0, 2)}:${minute.slice(2)}:${String(Number(second) + secondsLater).padStart(2, '0')}`
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time}+08:00`
}

/** Returns typical mistakes: a wrong check digit, a missing name, a letter in an amount. The rows follow the good ones; the header is row 1. */
const badRows = (goodRows: number): readonly RowError[] => [
  rowError(goodRows + 2, titleOf('IdNo'), 'A123456788', 'E103', wrongCheckDigit(titleOf('IdNo'), '身分證字號')),
  rowError(goodRows + 3, titleOf('PayerName'), '', 'E101', '請填寫繳款人姓名。'),
  rowError(goodRows + 4, titleOf('ShouldPayAmount'), '2,4O0', 'E102', '應繳金額不是正確的金額，請輸入如 1000 或 1,000。'),
]

const badCells = ({ RowNo, ColumnName, Value }: RowError): readonly string[] => {
  const cells: Partial<Record<UploadColumn, string>> = { PayerId: `X${RowNo}`, PayerNo: '', PayerName: '林小梅', IdNo: '', ShouldPayAmount: '1200' }
  return fileColumns.map((column) => (titleOf(column) === ColumnName ? Value : (cells[column] ?? '')))
}

const fileColumns = ['PayerId', 'PayerNo', 'PayerName', 'IdNo', 'ShouldPayAmount'] as const satisfies readonly UploadColumn[]

const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${[fileColumns.map(titleOf), ...rows].map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\r\n')}\r\n`
