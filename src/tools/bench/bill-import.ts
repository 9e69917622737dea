import { setTimeout } from 'node:timers/promises'
import { sheets } from '../../server/node/sheets'
import type { Client } from './client'

/** Who imports bills, and where. */
export interface Work {
  readonly client: Client
  readonly url: string
  readonly headers: { readonly Authorization: string }
}

/** The uploads of bills. */
export const imports = '/api/BillImportList'

/** Uploads a file of bills and waits until they are there. */
export const importBills = async ({ client, url, headers }: Work, file: File): Promise<void> => {
  const answer = await fetch(url + imports, { method: 'POST', headers, body: await uploadOf(client, headers, file) })
  const { OutData } = (await answer.json()) as { OutData: { SerialId: number } }
  for (;;) {
    const { ImportStatus } = (await client.send({ method: 'GET', path: `${imports}/${OutData.SerialId}`, headers })) as { ImportStatus: string }
    if (ImportStatus === 'Succeeded') return
    if (ImportStatus !== 'Pending' && ImportStatus !== 'Processing') throw new Error(`The import ended as ${ImportStatus}.`)
    await setTimeout(200)
  }
}

const uploadOf = async (client: Client, headers: Work['headers'], file: File): Promise<FormData> => {
  const path = '/api/BillTerm/GetSearchData?ApplyCode=77001&TermStatus=Open&SortField=PaymentEndDate&SortOrder=DESC'
  const { Items } = (await client.send({ method: 'GET', path, headers })) as { Items: { BillTermId: string }[] }
  const form = new FormData()
  const fields = { ApplyCode: '77001', CurrencyType: 'TWD', ImportBatchName: '壓力測試', BillImportPDFSetting: 'None', CustomerName: '示範社區管理委員會' }
  for (const [name, value] of Object.entries({ ...fields, BillTermId: Items[0]?.BillTermId ?? '', OriFileName: file.name })) form.append(name, value)
  form.append('File', file)
  return form
}

const titles = ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額'] as const
const billCells = (rows: number) => Array.from({ length: rows }, (_, no) => [`Z${600_000 + no}`, String(600_000 + no), '王大明', '1000'])

/** So many bills of payers that nobody knows, as a text file. */
export const csvOf = (rows: number): File => new File([[titles, ...billCells(rows)].map((cells) => cells.join()).join('\r\n')], 'bills.csv')

/** The same as a workbook. */
export const xlsxOf = async (rows: number): Promise<File> => {
  const sheet = { name: '帳單', columns: titles.map((title) => ({ title })), rows: billCells(rows).map((cells) => ({ cells })) }
  return new File([await sheets().write(sheet)], 'bills.xlsx')
}
