import { beforeAll, expect, test } from 'vitest'
import { exampleRow, templateColumns, titleOf, type UploadColumn } from '../../../src/domain/bills/bill-upload'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { xlsx } from './files'
import { imported, twoCompaniesWithTerms, upload } from './uploads'

let open: Portal
let maker: Client

// Agreements of each length of payer numbers: with a term number, without payer numbers, and without term numbers.
const agreements = [
  { code: '77001', payerNoLength: 6, termNo: '26' },
  { code: '77005', payerNoLength: 0, termNo: '26000001' },
  { code: '77006', payerNoLength: 8, termNo: null },
]

beforeAll(async () => {
  open = await portal()
  await twoCompaniesWithTerms(open)
  for (const { code: ApplyCode, payerNoLength: PayerNoLen, termNo } of agreements.slice(1)) {
    await open.given.agreement({ ApplyCode, PayerNoLen, TermNoLen: termNo?.length ?? 0 })
    await open.given.billCategory({ ApplyCode })
    await open.given.billTerm({ ApplyCode, BillTermNo: termNo })
  }
  maker = await open.as('CustomerMaker', { ApplyCodes: agreements.map(({ code }) => code) })
})

const columns = templateColumns(3)
const titles = columns.map(titleOf)
type Row = Partial<Record<UploadColumn, string>>
const file = (...rows: readonly Row[]) => xlsx([titles, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])
const source = { today: '2026-11-20', payerNoLength: 6, termId: '2026-11' }
const example = exampleRow(source)
const own = (no: number): Row => ({ PayerId: `A${no}`, PayerNo: `00000${no}`, PayerName: '王小明', ShouldPayAmount: '500' })

test('the example row of the template becomes no bill and is not counted', async () => {
  const done = await imported(open, maker, 'a.xlsx', await file(example, own(2)), { ImportMode: 'AllOrNothing' })
  expect(done).toMatchObject({ ImportStatus: 'Succeeded', TotalCount: 1, SuccessCount: 1, FailCount: 0, ErrorLog: [] })
  const bills = await open.db.selectFrom('bill').select('payer_id').where('import_batch_no', '=', done.ImportBatchNo).execute()
  expect(bills).toEqual([{ payer_id: 'A2' }])
})

test('a file with only the example is refused', async () => {
  const answer = await upload(maker, 'a.xlsx', await file(example))
  expect(answer).toMatchObject({ code: '3003', message: '檔案「a.xlsx」只有標題列與範例列，沒有資料，請填寫後再上傳。' })
})

test('a payer code with the example prefix in a later row is an error, so that no row is lost silently', async () => {
  const { ErrorLog, TotalCount } = await imported(open, maker, 'a.xlsx', await file(own(3), example))
  expect(TotalCount).toBe(2)
  expect(ErrorLog).toMatchObject([{ RowNo: 3, ColumnName: '繳款人代號', ErrorCode: 'E102' }])
})

test.each(agreements)('except for its prefix, the example fits the agreement $code', async ({ code, payerNoLength }) => {
  const row = { ...exampleRow({ ...source, payerNoLength }), PayerId: 'A1-0501' }
  const done = await imported(open, maker, 'a.xlsx', await file(row), { ApplyCode: code })
  expect(done.ErrorLog).toEqual([])
  expect(done).toMatchObject({ ImportStatus: 'Succeeded', SuccessCount: 1 })
})
