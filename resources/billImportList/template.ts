import { type Column, templateColumns, titleOf } from '../../src/domain/bill-upload'

/** The file that people fill in: every column's title, required ones starred, and one example row. */
export const billTemplate = (today: string) => ({
  name: '代收資料上傳範例',
  header: templateColumns(3).map((column) => titleOf(column) + (required.includes(column) ? '*' : '')),
  rows: [templateColumns(3).map((column) => exampleOf(today)[column] ?? '')],
})

const required: readonly Column[] = ['PayerId', 'PayerName']

const exampleOf = (today: string): Partial<Record<Column, string>> => ({
  PayerId: 'A1-0501',
  PayerNo: '000123',
  PayerName: '王大明',
  Mobile: '0912345678',
  Email: 'wangdm@example.com',
  PaymentEndDate: `${Number(today.slice(0, 4)) + 1}/12/31`,
  ShouldPayAmount: '1,000',
})
