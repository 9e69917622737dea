import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { missingTools, readText } from '../../documents/tools'
import { emptyAuditTrail } from '../../support/audit-lines'
import { insurer, portal } from '../../support/portal'
import { readZip } from '../../support/read-zip'
import { twoCompaniesWithTerms } from '../imports/uploads'

const missing = missingTools()

const here = await portal()
await twoCompaniesWithTerms(here)
const maker = await here.as('CustomerMaker')

const bill = (no: string, values: RecordValues = {}) =>
  here.given.bill({ BillNo: `B${no}`, PayerNo: no, VACAccount: `7700126${no}5`, ...values })
const bills = [await bill('000101'), await bill('000102'), await bill('000103')]
const idsOf = (records: readonly RecordValues[]) => records.map(({ SerialId }) => Number(SerialId))
const ids = idsOf(bills)
const print = (SerialIds: readonly (number | string)[], isGroup?: boolean | string, client = maker) =>
  client.get('/Bills/DownloadGroupPDF', { SerialIds, ...(isGroup === undefined ? {} : { isGroup }) })
const printCounts = async () => {
  const rows = await here.db
    .selectFrom('bill')
    .select('print_count')
    .where('serial_id', 'in', ids)
    .orderBy('serial_id')
    .execute()
  return rows.map(({ print_count }) => Number(print_count ?? 0))
}
const fileName = ({ headers }: { readonly headers: Headers }) =>
  decodeURIComponent(headers.get('Content-Disposition')?.split("''")[1] ?? '')

describe.skipIf(missing)('slips of several bills', () => {
  test('are one PDF with a page each, in the order of the call', async () => {
    const answer = await print([ids[2], ids[0], ids[1]].map(Number), true)
    expect(answer.headers.get('Content-Type')).toBe('application/pdf')
    expect(fileName(answer)).toBe('繳款單_3張.pdf')
    const pages = (await readText(answer.bytes)).split('\f').slice(0, -1)
    expect(pages.map((page) => /B0001\d\d/.exec(page)?.[0])).toEqual(['B000103', 'B000101', 'B000102'])
  })

  test('are a zip archive with one PDF each, if that is chosen', async () => {
    const answer = await print(ids, false)
    expect(answer.headers.get('Content-Type')).toBe('application/zip')
    expect(fileName(answer)).toBe('繳款單_3張.zip')
    const files = await readZip(answer.bytes)
    expect(files.map(({ name }) => name)).toEqual(['繳款單_B000101.pdf', '繳款單_B000102.pdf', '繳款單_B000103.pdf'])
    for (const { name, bytes } of files) {
      const pages = (await readText(bytes)).split('\f').slice(0, -1)
      expect(pages).toHaveLength(1)
      expect(pages[0]).toContain(name.slice(4, -4))
    }
  })

  test('of two agreements with the same number are two files of the archive', async () => {
    await here.given.agreement({ ApplyCode: '77002' })
    const both = await here.as('CustomerMaker', { ApplyCodes: ['77001', '77002'] })
    await here.given.billCategory({ ApplyCode: '77002' })
    await here.given.billTerm({ ApplyCode: '77002' })
    const other = await bill('000101', { ApplyCode: '77002', VACAccount: '77002260001015' })
    const files = await readZip((await print([Number(ids[0]), Number(other.SerialId)], false, both)).bytes)
    expect(files.map(({ name }) => name)).toEqual(['繳款單_B000101.pdf', '繳款單_B000101_2.pdf'])
  })
})

test('each print of several bills counts once for each bill, as the print of one does', async () => {
  const before = await printCounts()
  await print(ids)
  await print([...ids, ...ids], false)
  await maker.get(`/Bills/${ids[0]}/DownloadPaymentPDF`)
  expect(await printCounts()).toEqual(before.map((count, index) => count + (index === 0 ? 3 : 2)))
})

test('a print of several bills ends the request for another print', async () => {
  const { SerialId } = await bill('000104', { ReprintNeeded: true, PrintCount: 1 })
  await print([Number(SerialId)])
  expect((await maker.get(`/Bills/${SerialId}`)).data).toMatchObject({ PrintCount: 2, ReprintNeeded: false })
})

test('the prints of unmasked names leave an audit line for each bill', async () => {
  const admin = await here.as('CustomerAdmin')
  await emptyAuditTrail(here.db)
  await print(ids, true, admin)
  const lines = await here.db
    .selectFrom('audit_log')
    .select(['action', 'record_key'])
    .where('action', '=', 'DownloadGroupPDF')
    .orderBy('record_key')
    .execute()
  expect(lines).toEqual([...ids].sort().map((id) => ({ action: 'DownloadGroupPDF', record_key: String(id) })))
})

test('a paid or void bill stops the print, and is named; no print is counted', async () => {
  const paid = await bill('000105', { PaidAmount: 1000, PayStatus: 'Paid' })
  const dead = await bill('000106', { BillState: 'Void' })
  const before = await printCounts()
  expect(await print(idsOf([...bills, paid]))).toMatchObject({
    code: '2006',
    message: '帳單 B000105 已繳清，沒有繳款單。請取消選取後再列印。',
  })
  expect(await print(idsOf([paid, dead, ...bills]))).toMatchObject({
    code: '2006',
    message: '帳單 B000105 已繳清；帳單 B000106 已作廢，沒有繳款單。請取消選取後再列印。',
  })
  expect(await printCounts()).toEqual(before)
})

test('the preview returns for each bill whether it is printed, with equal reasons for equal states; no print is counted', async () => {
  const [paid, paidToo] = [
    await bill('000107', { PaidAmount: 1000, PayStatus: 'Paid' }),
    await bill('000108', { PaidAmount: 1200, PayStatus: 'OverPaid' }),
  ]
  const dead = await bill('000109', { BillState: 'Void' })
  const before = await printCounts()
  const preview = async (SerialIds: readonly number[], client = maker) => {
    const { data } = await client.post('/Ext/Bills/PreviewDownloadGroupPDF', { SerialIds })
    return data.Results.map(({ ReturnCode, ReturnMsg }: RecordValues) => `${ReturnCode} ${ReturnMsg}`)
  }
  expect(await preview([...idsOf([paid, ...bills, dead, paidToo]), 987_654])).toEqual([
    '2006 已繳清，沒有繳款單。',
    ...bills.map(() => '0000 '),
    '2006 已作廢，沒有繳款單。',
    '2006 已繳清，沒有繳款單。',
    expect.stringMatching(/^2004 /),
  ])
  expect(new Set(await preview(ids, await here.as('CustomerMaker', insurer)))).toEqual(
    new Set([expect.stringMatching(/^2004 /)]),
  )
  expect(await printCounts()).toEqual(before)
  const tooMany = await maker.post('/Ext/Bills/PreviewDownloadGroupPDF', {
    SerialIds: Array.from({ length: 501 }, (_, index) => index + 1),
  })
  expect(tooMany).toMatchObject({ code: '2002', errors: { SerialIds: '一次最多列印 500 張繳款單，請分次列印。' } })
})

test('of many paid bills, ten are named', async () => {
  const paid: RecordValues[] = []
  for (let no = 210; no < 222; no += 1) paid.push(await bill(`000${no}`, { PaidAmount: 1000, PayStatus: 'Paid' }))
  expect((await print(idsOf(paid))).message).toMatch(/^帳單 B000210、.*、B000219 等 12 張 已繳清，/)
})

test('a bill of another company is not found, like one that does not exist', async () => {
  const otherCompany = await here.as('CustomerMaker', insurer)
  const foreign = await print(ids, true, otherCompany)
  expect(foreign).toMatchObject({
    status: 404,
    message: '有 3 張帳單找不到，可能已經刪除，或您沒有查詢的權限；請重新查詢後再列印。',
  })
  const absent = await print([901, 902, 903], true, otherCompany)
  expect([absent.status, absent.message]).toEqual([foreign.status, foreign.message])
})

test('500 bills can be printed in one call, 501 cannot', async () => {
  const many = Array.from({ length: 500 }, (_, index) => 1_000_000_000 + index)
  expect((await print(many)).message).toContain('有 500 張帳單找不到')
  expect(await print([...many, 1])).toMatchObject({
    code: '2002',
    errors: { SerialIds: '一次最多列印 500 張繳款單，請分次列印。' },
  })
})

test.each([[[]], [['x']], [['1', '']]])('the bills %j are refused', async (SerialIds) => {
  expect(await print(SerialIds)).toMatchObject({ code: '2002', errors: { SerialIds: '請至少選擇一張帳單。' } })
})

test('another value than true and false for one file is refused', async () => {
  expect(await print(ids, 'yes')).toMatchObject({
    status: 400,
    message: '「isGroup」請填 true（合併成一個 PDF）或 false（每張一個檔案）。',
  })
})

test('an archive that breaks off because a slip cannot be printed is in the log', async () => {
  const printer = vi.spyOn(here.ports.slips, 'print').mockRejectedValue(new Error('The printer is broken.'))
  onTestFinished(() => printer.mockRestore())
  await expect(print(ids, false)).rejects.toThrow()
  expect(here.log.lines.filter(({ event }) => event === 'download failed')).toMatchObject([
    { level: 'error', facts: { path: '/Bills/DownloadGroupPDF' } },
  ])
})
