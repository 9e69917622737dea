import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { JobInfo } from '../../contract/call-responses'
import type { Envelope } from '../../contract/envelope'
import type { ImportResult } from '../../contract/imports'
import { composeAccount } from '../../domain/accounts/virtual-account'
import { importLimits } from '../../schema/language/import'
import { sheets } from '../../server/node/sheets'
import type { SignedInUser } from './client'

/** Maximum number of rows in a file of payers: the most that a schema file can allow for an import. */
export const maxPayerRows = importLimits.rows.max

const payerFields = ['ApplyCode', 'PayerId', 'PayerNo', 'PayerName', 'Mobile', 'Email', 'Remark'] as const

/**
 * Copies the portal's schema files to a folder, gives payers an import with the largest possible limits, and returns
 * the path of the copies.
 */
export const schemasWithImport = (folder: string): string => {
  const schemas = join(folder, 'schemas')
  cpSync('schemas', schemas, { recursive: true })
  const file = join(schemas, 'payer.json')
  const payer: object = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(
    file,
    JSON.stringify({
      ...payer,
      import: { columns: payerFields, maxRows: maxPayerRows, maxMegabytes: importLimits.megabytes.max },
    }),
  )
  return schemas
}

/** Makes a call and returns its OutData; throws if the call fails. */
export const callPortal = async <T>(
  { url, headers }: SignedInUser,
  path: string,
  init: RequestInit = {},
): Promise<T> => {
  const { ReturnCode, ReturnMsg, OutData } = (await (
    await fetch(`${url}/api/${path}`, { headers, ...init })
  ).json()) as Envelope<T>
  if (ReturnCode !== '0000') throw new Error(`${path}: ${ReturnMsg}`)
  return OutData
}

/** Number of the first payer in a file of payers. */
const firstPayerNo = 300_000

/** Returns a CSV file of new payers. */
export const payersAsCsv = (rowCount: number): File => {
  const cells = Array.from({ length: rowCount }, (_, index) => {
    const payerNo = String(firstPayerNo + index)
    return ['77001', `Y${payerNo}`, payerNo, '王大明', `09${10_000_000 + index}`, `payer${index}@example.com`, '匯入']
  })
  return csvFile('payers.csv', [payerFields, ...cells])
}

/** Imports a file of payers, in the mode that stores all rows or none, and waits until they are stored. */
export const importPayers = async (user: SignedInUser, file: File): Promise<void> => {
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(payerFields.map((field, column) => [field, column]))))
  form.append('ImportMode', 'AllOrNothing')
  form.append('File', file)
  const result = await callPortal<ImportResult>(user, 'Ext/Payer/Import', { method: 'POST', body: form })
  const { Written, BadRows } = result.JobId === null ? result : await waitForResult(user, result.JobId)
  if (!Written) throw new Error(`The import wrote nothing: ${JSON.stringify(BadRows[0])}`)
}

const waitForResult = async (user: SignedInUser, id: number): Promise<ImportResult> => {
  for (;;) {
    const job = (await callPortal<readonly JobInfo[]>(user, 'Ext/GetJobs')).find(({ JobId }) => JobId === id)
    if (job?.State === 'done') return callPortal(user, `Ext/GetImportResult/${id}`)
    if (job?.State === 'failed') throw new Error(`The import failed: ${job.Error}`)
    await setTimeout(200)
  }
}

/** Uploads a file of bills and waits until the bills are stored. */
export const importBills = async (user: SignedInUser, file: File): Promise<void> => {
  const SerialId = await uploadBills(user, file)
  await waitForImport(() => callPortal<ImportState>(user, `BillImportList/${SerialId}`))
}

/** Uploads a file of bills and returns the SerialId of its import. */
export const uploadBills = async (user: SignedInUser, file: File): Promise<number> => {
  const { SerialId } = await callPortal<{ SerialId: number }>(user, 'BillImportList', {
    method: 'POST',
    body: await billForm(user, file),
  })
  return SerialId
}

interface ImportState {
  readonly ImportStatus: string
}

/** Reads the state of an import repeatedly until all its rows are stored; throws if the import fails. */
const waitForImport = async (readState: () => Promise<ImportState | undefined>): Promise<void> => {
  for (;;) {
    const { ImportStatus } = (await readState()) ?? { ImportStatus: 'missing' }
    if (ImportStatus === 'Succeeded') return
    if (ImportStatus !== 'Pending' && ImportStatus !== 'Processing')
      throw new Error(`The import ended as ${ImportStatus}.`)
    await setTimeout(200)
  }
}

/** Returns the id of the open term with the latest deadline. */
export const latestTermId = async (user: SignedInUser): Promise<string> => {
  const path = 'BillTerm/GetSearchData?ApplyCode=77001&TermStatus=Open&SortField=PaymentEndDate&SortOrder=DESC'
  const { Items } = await callPortal<{ Items: { BillTermId: string }[] }>(user, path)
  return Items[0]?.BillTermId ?? ''
}

const billForm = async (user: SignedInUser, file: File): Promise<FormData> => {
  const form = new FormData()
  const fields = {
    ApplyCode: '77001',
    CurrencyType: 'TWD',
    ImportBatchName: '壓力測試',
    BillImportPDFSetting: 'None',
    CustomerName: '示範社區管理委員會',
  }
  for (const [name, value] of Object.entries({
    ...fields,
    BillTermId: await latestTermId(user),
    OriFileName: file.name,
  }))
    form.append(name, value)
  form.append('File', file)
  return form
}

const billTitles = ['繳款人代號', '繳款人編號', '繳款人姓名', '繳費項目1', '金額1', '繳費項目2', '金額2'] as const

/**
 * Returns the cells of bills with two items.
 * `firstNo` is the number of the first payer.
 * Payers with the letter Y are those in `payersAsCsv`; payers with Z have no record in the portal.
 */
const billCells = (rowCount: number, firstNo: number, letter = 'Z') =>
  Array.from({ length: rowCount }, (_, index) => [
    `${letter}${firstNo + index}`,
    String(firstNo + index),
    '王大明',
    'F01',
    '2400',
    'F02',
    '1200',
  ])

/** Number of the first payer in a file of bills, unless the caller sets another. */
export const firstBillPayerNo = 600_000

/** Returns a CSV file of bills. */
export const billsAsCsv = (rowCount: number, firstNo = firstBillPayerNo): File =>
  csvFile('bills.csv', [billTitles, ...billCells(rowCount, firstNo)])

/** Returns a CSV file of bills of the payers in `payersAsCsv`. */
export const billsOfPayersAsCsv = (rowCount: number): File =>
  csvFile('bills.csv', [billTitles, ...billCells(rowCount, firstPayerNo, 'Y')])

/** Returns an XLSX file of bills. */
export const billsAsXlsx = async (rowCount: number, firstNo = firstBillPayerNo): Promise<File> => {
  const sheet = {
    name: '帳單',
    columns: billTitles.map((title) => ({ title })),
    rows: billCells(rowCount, firstNo).map((cells) => ({ cells })),
  }
  return new File([await sheets().write(sheet)], 'bills.xlsx')
}

/** Returns a CSV file that adds accounts to the white list. */
export const whiteListAsCsv = (rowCount: number): File => {
  const rule = {
    applyCode: '77001',
    checkType: 'Account',
    scheme: 'W371',
    length: 14,
    amount: null,
    dueDate: null,
  } as const
  const cells = Array.from({ length: rowCount }, (_, index) => [
    'A',
    composeAccount({ ...rule, termNo: '99', payerNo: String(600_000 + index) }),
    '1000',
    '王大明',
  ])
  return csvFile('accounts.csv', [['異動別', '虛擬帳號', '金額', '繳款人姓名'], ...cells])
}

const csvFile = (name: string, rows: readonly (readonly string[])[]): File =>
  new File([rows.map((cells) => cells.join()).join('\r\n')], name)

/** Uploads a file of the white list and waits until its rows are stored. */
export const importWhiteList = async (user: SignedInUser, file: File): Promise<void> => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    ApplyCode: '77001',
    WhiteListFileType: 'AccountAmount',
    ImportMode: 'AllOrNothing',
  }))
    form.append(name, value)
  form.append('File', file)
  await callPortal(user, 'WhiteListImportList', { method: 'POST', body: form })
  await waitForImport(async () => {
    const { Items } = await callPortal<{ Items: ImportState[] }>(
      user,
      'WhiteListImportList?PageNo=1&PageSize=1&SortField=SerialId&SortOrder=DESC',
    )
    return Items[0]
  })
}
