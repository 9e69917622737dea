import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Envelope } from '../../contract/envelope'
import type { ImportResult } from '../../contract/imports'
import type { JobInfo } from '../../contract/session'
import { importLimits } from '../../schema/language/import'
import { sheets } from '../../server/node/sheets'

/** Maximum number of rows of a file for a declared import. */
export const maxPayers = importLimits.rows.max

const payerFields = ['ApplyCode', 'PayerId', 'PayerNo', 'PayerName', 'Mobile', 'Email', 'Remark'] as const

/** Copies the portal's schemas to a folder, and adds an import of payers to them. */
export const schemasWithImport = (folder: string): string => {
  const schemas = join(folder, 'schemas')
  cpSync('schemas', schemas, { recursive: true })
  const file = join(schemas, 'payer.json')
  const payer: object = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...payer, import: { columns: payerFields, maxRows: maxPayers, maxMegabytes: importLimits.megabytes.max } }))
  return schemas
}

/** A signed-in user of a portal. */
export interface SignedInUser {
  readonly url: string
  readonly headers: { readonly Authorization: string }
}

/** Makes a call and returns its OutData; throws if it is not a success. */
export const callPortal = async <T>({ url, headers }: SignedInUser, path: string, init: RequestInit = {}): Promise<T> => {
  const { ReturnCode, ReturnMsg, OutData } = (await (await fetch(`${url}/api/${path}`, { headers, ...init })).json()) as Envelope<T>
  if (ReturnCode !== '0000') throw new Error(`${path}: ${ReturnMsg}`)
  return OutData
}

/** Imports new payers, all or none, and waits until they are stored. */
export const importPayers = async (user: SignedInUser, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, no) =>
    ['77001', `Y${300_000 + no}`, `${300_000 + no}`, '王大明', `09${10_000_000 + no}`, `payer${no}@example.com`, '匯入'].join(),
  )
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(payerFields.map((field, place) => [field, place]))))
  form.append('ImportMode', 'AllOrNothing')
  form.append('File', new File([[payerFields.join(), ...rows].join('\r\n')], 'payers.csv'))
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

/** Uploads a file of bills and waits until they are stored. */
export const importBills = async (user: SignedInUser, file: File): Promise<void> => {
  const { SerialId } = await callPortal<{ SerialId: number }>(user, 'BillImportList', { method: 'POST', body: await billForm(user, file) })
  for (;;) {
    const { ImportStatus } = await callPortal<{ ImportStatus: string }>(user, `BillImportList/${SerialId}`)
    if (ImportStatus === 'Succeeded') return
    if (ImportStatus !== 'Pending' && ImportStatus !== 'Processing') throw new Error(`The import ended as ${ImportStatus}.`)
    await setTimeout(200)
  }
}

const billForm = async (user: SignedInUser, file: File): Promise<FormData> => {
  const path = 'BillTerm/GetSearchData?ApplyCode=77001&TermStatus=Open&SortField=PaymentEndDate&SortOrder=DESC'
  const { Items } = await callPortal<{ Items: { BillTermId: string }[] }>(user, path)
  const form = new FormData()
  const fields = { ApplyCode: '77001', CurrencyType: 'TWD', ImportBatchName: '壓力測試', BillImportPDFSetting: 'None', CustomerName: '示範社區管理委員會' }
  for (const [name, value] of Object.entries({ ...fields, BillTermId: Items[0]?.BillTermId ?? '', OriFileName: file.name })) form.append(name, value)
  form.append('File', file)
  return form
}

const billTitles = ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額'] as const
const billCells = (rows: number) => Array.from({ length: rows }, (_, no) => [`Z${600_000 + no}`, String(600_000 + no), '王大明', '1000'])

/** Returns a text file of bills of unknown payers. */
export const billsAsCsv = (rows: number): File => new File([[billTitles, ...billCells(rows)].map((cells) => cells.join()).join('\r\n')], 'bills.csv')

/** Returns a workbook of the same bills. */
export const billsAsXlsx = async (rows: number): Promise<File> => {
  const sheet = { name: '帳單', columns: billTitles.map((title) => ({ title })), rows: billCells(rows).map((cells) => ({ cells })) }
  return new File([await sheets().write(sheet)], 'bills.xlsx')
}
