import { beforeEach, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { header, imported, twoCompaniesWithTerms } from './uploads'

let open: Portal
let maker: Client

beforeEach(async () => {
  open = await portal()
  await twoCompaniesWithTerms(open)
  maker = await open.as('CustomerMaker')
})

const rowsOf = (...names: readonly string[]) =>
  csv([header, ...names.map((name, index) => [`P${index}`, `00000${index}`, name, '1000'])])
const warning = (RowNo: number, Value: string) => ({
  RowNo,
  ColumnName: '繳款人姓名',
  Value,
  ErrorCode: 'W101',
  Message:
    '姓名中有系統字型沒有的字，繳款單與繳費證明會印成「〓」；若不接受，請改用其他字：匯入前更正檔案，匯入後修改帳單。',
})

test('a name with a character that documents print as 〓 is imported with a warning; one in the second font without', async () => {
  const { ImportStatus, SuccessCount, FailCount, ErrorLog } = await imported(
    open,
    maker,
    'a.csv',
    rowsOf('王亝明', '王𠮷明', '王大明'),
  )
  expect({ ImportStatus, SuccessCount, FailCount }).toEqual({
    ImportStatus: 'Succeeded',
    SuccessCount: 3,
    FailCount: 0,
  })
  expect(ErrorLog).toEqual([warning(3, '王𠮷明')])
  const bills = await open.db.selectFrom('bill').select('payer_name').orderBy('serial_id').execute()
  expect(bills.map(({ payer_name }) => payer_name)).toContain('王𠮷明')
})

test('a warning does not prevent an upload of all or nothing, an error does', async () => {
  const all = { ImportMode: 'AllOrNothing' }
  expect(await imported(open, maker, 'a.csv', rowsOf('王𠮷明'), all)).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 1,
  })
  // Another bill has the account of the first one.
  expect(await imported(open, maker, 'b.csv', rowsOf('王𠮷明', '李𠮷明'), all)).toMatchObject({
    ImportStatus: 'Failed',
    SuccessCount: 0,
  })
})

test('the slip of such a payer is printed', async () => {
  await imported(open, maker, 'a.csv', rowsOf('王𠮷明'))
  const { serial_id } = await open.db.selectFrom('bill').select('serial_id').executeTakeFirstOrThrow()
  expect((await maker.get(`/Bills/${serial_id}/DownloadPaymentPDF`)).status).toBe(200)
})
