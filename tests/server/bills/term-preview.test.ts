import { describe, expect, test } from 'vitest'
import { missingTools, readPdf, readText } from '../../documents/tools'
import { contentOf } from '../../support/database/database-content'
import { insurer, portal } from '../../support/portal'
import { twoCompaniesWithTerms } from '../imports/uploads'

const missing = missingTools()

const here = await portal()
await twoCompaniesWithTerms(here)
await here.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
const maker = await here.as('CustomerMaker')
const { Items } = (await maker.get('/BillTerm/GetSearchData')).data
const [term] = Items
const preview = (body: object, client = maker) => client.post('/BillTerm/PreviewPDF', body)

const newTerm = {
  ApplyCode: '77001',
  BillTermId: '2026-12',
  BillTermName: '115年12月管理費',
  BillTermNo: '27',
  BillCategoryCode: term.BillCategoryCode,
  BillChineseName: '十二月繳款單',
  PaymentStartDate: '2026-12-01',
  PaymentEndDate: '2026-12-31',
  FeeItems: [
    { FeeCode: 'F01', Amount: 900 },
    { FeeCode: 'F01', Amount: 150 },
  ],
  Notices: '請於期限內繳納',
  TermStatus: 'Draft',
}

describe.skipIf(missing)('the preview of a term', () => {
  test('without bills is an example of its fee items, texts and deadline, marked as a sample', async () => {
    const answer = await preview(newTerm)
    expect(answer.headers.get('Content-Type')).toBe('application/pdf')
    const { pages, info } = await readPdf(answer.bytes)
    expect(pages).toHaveLength(1)
    const text = pages[0]?.text ?? ''
    for (const words of [
      '十二月繳款單',
      '115年12月管理費',
      '管理費',
      '王小明（範例）',
      'NT$ 1,050',
      '民國115年12月31日',
      '請於期限內繳納',
      '樣張',
      '不得繳款',
    ])
      expect(text).toContain(words)
    expect(info).toMatch(/Title: +樣張－十二月繳款單/)
  })

  test('contains neither an account nor a code that could be paid', async () => {
    await here.db
      .updateTable('agreement')
      .set({ channels: JSON.stringify(['01', '05', '06', '16']), post_giro_account: '50012345' })
      .execute()
    await here.db
      .updateTable('bill_category')
      .set({ channels: JSON.stringify(['01', '05', '06', '16']) })
      .execute()
    const [page] = (await readPdf((await preview(newTerm)).bytes)).pages
    expect(page?.barcodes.length).toBeGreaterThan(5)
    for (const code of page?.barcodes ?? []) expect(code).toMatch(/^SAMPLE-*$/)
    expect(page?.text).toContain('00000000000000')
    expect(page?.text).not.toMatch(/77001\d{5}/)
  })

  test('with bills shows the first three open ones with the texts of the form, payers masked', async () => {
    for (const no of ['1', '2', '3', '4']) {
      const values = { BillNo: `T${no}`, PayerName: `王大${no}`, VACAccount: `7700126000000${no}` }
      await here.given.bill(no === '1' ? { ...values, PaidAmount: 1000, PayStatus: 'Paid' } : values)
    }
    await here.given.bill({ BillNo: 'T5', VACAccount: '77001260000005' })
    const admin = await here.as('CustomerAdmin')
    const text = await readText(
      (await preview({ SerialId: term.SerialId, BillChineseName: '改過的標題', BillTemplateId: 'A4Community' }, admin))
        .bytes,
    )
    const pages = text.split('\f').slice(0, -1)
    expect(pages.map((page) => /\bT\d\b/.exec(page)?.[0])).toEqual(['T2', 'T3', 'T4'])
    for (const page of pages) {
      expect(page).toContain('改過的標題')
      expect(page).toContain('樣張')
      expect(page).toContain('王○')
      expect(page).not.toMatch(/王大|7700126/)
    }
  })
})

test('a preview writes nothing', async () => {
  const before = await contentOf(here.db)
  expect((await preview(newTerm)).headers.get('Content-Type')).toBe('application/pdf')
  expect((await preview({ SerialId: term.SerialId, Notices: '改過' })).headers.get('Content-Type')).toBe(
    'application/pdf',
  )
  expect(await contentOf(here.db)).toEqual(before)
})

test('a user who may only read sees the preview of a stored term', async () => {
  const reader = await here.as('CustomerViewer')
  expect((await preview({ SerialId: term.SerialId }, reader)).headers.get('Content-Type')).toBe('application/pdf')
})

test('a form with mistakes has no preview, and each is named at its field', async () => {
  const { BillTermName: _, ...incomplete } = newTerm
  const { code, errors } = await preview({
    ...incomplete,
    PaymentEndDate: '2026-11-01',
    FeeItems: [{ FeeCode: 'F99', Amount: 1 }],
  })
  expect(code).toBe('2002')
  expect(Object.keys(errors).sort()).toEqual(['BillTermName', 'PaymentEndDate'])
  expect((await preview({ ...newTerm, BillCategoryCode: 'NONE' })).errors).toHaveProperty('BillCategoryCode')
})

test('the term of another company is not found, and its agreement cannot be used', async () => {
  const otherCompany = await here.as('CustomerMaker', insurer)
  expect((await preview({ SerialId: term.SerialId }, otherCompany)).status).toBe(404)
  expect((await preview(newTerm, otherCompany)).errors).toHaveProperty('ApplyCode')
})
