import { describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { missingTools, readPdf, readText } from '../../documents/tools'
import { contentOf } from '../../support/database/database-content'
import { portal } from '../../support/portal'
import { csv } from './files'
import { goodForm, header, plain, twoCompaniesWithTerms, upload } from './uploads'

const missing = missingTools()

const here = await portal()
await twoCompaniesWithTerms(here)
const admin = await here.as('CustomerAdmin')
const preview = (rows: readonly (readonly string[])[], fields: RecordValues = {}) =>
  upload(admin, 'bills.csv', csv([[...header], ...rows.map((row) => [...row])]), fields, '/BillImportList/PreviewPDF')

describe.skipIf(missing)('the preview of an upload', () => {
  test('is the slips of its first three rows with the texts of the form, marked as samples', async () => {
    const rows = plain(5).map(([id = '', no = '', , amount = '']) => [id, no, `王大${no.slice(-1)}`, amount])
    const answer = await preview(rows, {
      CustomerName: '預覽委員會',
      Notices: '上傳的注意事項',
      BillTemplateId: 'A4Community',
    })
    expect(answer.headers.get('Content-Type')).toBe('application/pdf')
    const { pages } = await readPdf(answer.bytes)
    expect(pages.map(({ text }) => /王大\d/.exec(text)?.[0])).toEqual(['王大1', '王大2', '王大3'])
    for (const { text, barcodes } of pages) {
      for (const words of ['預覽委員會', '上傳的注意事項', '樣張', '匯入時編號', 'NT$ 1,000'])
        expect(text).toContain(words)
      expect(text).not.toContain('7700126')
      for (const code of barcodes) expect(code).toMatch(/^SAMPLE/)
    }
  })

  test('leaves out rows with errors', async () => {
    const [first = [], second = [], third = []] = plain(3)
    const text = await readText((await preview([[...first.slice(0, 3), 'x'], second, third])).bytes)
    expect(text.split('\f').slice(0, -1)).toHaveLength(2)
  })

  test('masks the address that a payer has on record, because no audit line would say who has seen it', async () => {
    await here.given.payer({
      PayerId: 'P9',
      PayerNo: '000009',
      ZipCode: '106003',
      Address: '臺北市大安區和平東路一段１號',
    })
    const text = await readText((await preview(plain(1, 9), { BillTemplateId: 'FoldedMailer' })).bytes)
    expect(text).toContain('臺北市大安區')
    expect(text).not.toContain('和平東路')
  })
})

test('the kept file of an earlier step is not sent again', async () => {
  const { data } = await upload(
    admin,
    'kept.csv',
    csv([[...header], ...plain(2)]),
    {},
    '/Ext/BillImportList/PreviewImport',
  )
  const form = new FormData()
  const Mapping = Object.fromEntries(data.Columns.map(({ Field, Place }: RecordValues) => [Field, Place]))
  for (const [name, value] of Object.entries({
    ...goodForm,
    OriFileName: 'kept.csv',
    FileId: data.FileId,
    Mapping: JSON.stringify(Mapping),
  }))
    form.append(name, String(value))
  const answer = await admin.request('POST', '/BillImportList/PreviewPDF', { form })
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
})

test('a preview takes no number, no account and no counter, and writes nothing', async () => {
  const before = await contentOf(here.db)
  expect((await preview(plain(5))).headers.get('Content-Type')).toBe('application/pdf')
  expect(await contentOf(here.db)).toEqual(before)
})

test('a file without a good row has no preview; the message has the errors of the check', async () => {
  const [first = [], second = []] = plain(2)
  const rows = [
    [...first.slice(0, 3), 'x'],
    ['', ...second.slice(1)],
  ]
  const { code, message } = await preview(rows)
  expect(code).toBe('2002')
  expect(message.split('\n')).toEqual([
    '檔案的前 2 筆資料都有錯誤，沒有可以預覽的繳款單：',
    expect.stringMatching(/^第 2 列「應繳金額」：/),
    expect.stringMatching(/^第 3 列「繳款人代號」：請填寫/),
  ])
  const checked = await upload(admin, 'bills.csv', csv([[...header], ...rows]), {}, '/Ext/BillImportList/CheckImport')
  const problems = checked.data.BadRows.map(({ Problems }: { Problems: { Message: string }[] }) => Problems[0]?.Message)
  expect(
    message
      .split('\n')
      .slice(1)
      .map((line) => line.split('：').slice(1).join('：')),
  ).toEqual(problems)
})

test('an account that an open bill holds is an error of the preview too', async () => {
  await here.given.bill({ PayerNo: '000123', VACAccount: '77001260001235' })
  expect((await preview(plain(1, 123))).message).toContain('第 2 列「銷帳編號」')
})

test.each([
  ['a form without a name', plain(1), { ImportBatchName: null }, 'ImportBatchName'],
  ['a file of unknown columns', null, {}, null],
])('%s is refused as by the upload', async (_, rows, fields, field) => {
  const answer = rows
    ? await preview(rows, fields)
    : await upload(
        admin,
        'bills.csv',
        csv([
          ['甲', '乙'],
          ['1', '2'],
        ]),
        {},
        '/BillImportList/PreviewPDF',
      )
  if (field) expect(answer.errors).toHaveProperty(field)
  else expect(answer.code).toBe('3004')
})
