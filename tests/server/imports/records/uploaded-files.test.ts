import { expect, test } from 'vitest'
import { failedRowsSheet } from '../../../../src/schema/sheets/failed-rows'
import { insurer, portal, twoCompanies } from '../../../support/portal'
import { coupon } from '../../../support/schemas/coupon'
import { csv, xlsx } from '../files'

/**
 * A resource whose records have no unique value, so that nothing but the content of a file shows that it is repeated.
 */
const ticket = {
  label: '入場券設定',
  unit: '張',
  menu: { group: 'basic', order: 912, icon: 'ReceiptLong' },
  display: '{TicketName}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    TicketName: { type: 'string', label: '名稱', required: true, max: 20 },
  },
  import: { columns: ['ApplyCode', 'TicketName'], maxRows: 2000 },
} as const

const open = await portal({ schemas: { coupon, ticket } })
await twoCompanies(open)
const user = await open.given.user()
const maker = await open.as(user)

const send = (
  call: string,
  fields: Readonly<Record<string, string | Uint8Array | object>>,
  { client = maker, fileName = 'coupons.csv', controller = 'Coupon' } = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Uint8Array) form.append(name, new File([new Uint8Array(value)], fileName))
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return client.request('POST', `/Ext/${controller}/${call}`, { form })
}

const titles = ['委託', '號碼', '名稱', '種類']
const mapping = { ApplyCode: 0, CouponCode: 1, CouponName: 2, CouponKind: 3 }

test('a file is sent once: check and import refer to it; a corrected workbook of failed rows is mapped like the file', async () => {
  const { data: seen } = await send('PreviewImport', {
    File: csv([titles, ['77001', 'A1', '贈品', '贈品'], ['77001', 'A2', '', '贈品']]),
  })
  expect(seen.Columns.map(({ Field }: { Field: string | null }) => Field)).toEqual([null, null, null, null])
  const fields = { FileId: seen.FileId, Mapping: mapping }
  expect((await send('CheckImport', fields)).data).toMatchObject({ GoodCount: 1, BadCount: 1, Written: false })
  expect(await send('CheckImport', fields, { client: await open.as('CustomerAdmin') })).toMatchObject({ code: '3003' })
  const { data: done } = await send('Import', { ...fields, ImportMode: 'GoodRows' })
  expect(done).toMatchObject({ Written: true, CreateCount: 1 })
  expect(await send('Import', { ...fields, ImportMode: 'GoodRows' })).toMatchObject({ code: '3003' })

  const { columns, rows } = failedRowsSheet(done.Titles, done.BadRows)
  const corrected = rows.map(({ cells }) => cells.map((cell, place) => (place === 2 ? '滿額贈' : String(cell ?? ''))))
  const workbook = await xlsx([columns.map(({ title }) => title), ...corrected])
  const { data: again } = await send('PreviewImport', { File: workbook }, { fileName: 'failed.xlsx' })
  expect(again.Columns.map(({ Title, Field }: { Title: string; Field: string | null }) => [Title, Field])).toEqual([
    ['委託', 'ApplyCode'],
    ['號碼', 'CouponCode'],
    ['名稱', 'CouponName'],
    ['種類', 'CouponKind'],
  ])
  expect(
    (await send('Import', { FileId: again.FileId, Mapping: mapping, ImportMode: 'AllOrNothing' })).data,
  ).toMatchObject({ Written: true, CreateCount: 1 })
})

test('a mapping that a user sets back to the titles is no longer proposed', async () => {
  const known = ['委託單位代號', '優惠券代碼', '優惠券名稱', '優惠方式', '說明']
  const file = (code: string) => csv([known, ['77001', code, '滿額贈', '贈品', '說明']])
  const proposed = async () =>
    (await send('PreviewImport', { File: file('B0') })).data.Columns.map(({ Field }: { Field: string | null }) => Field)
  const byTitle = await proposed()
  expect(byTitle).toEqual(['ApplyCode', 'CouponCode', 'CouponName', 'CouponKind', null])
  await send('Import', { File: file('B1'), Mapping: { ...mapping, CouponName: 4 }, ImportMode: 'GoodRows' })
  expect(await proposed()).toEqual(['ApplyCode', 'CouponCode', null, 'CouponKind', 'CouponName'])
  await send('Import', { File: file('B2'), Mapping: mapping, ImportMode: 'GoodRows' })
  expect(await proposed()).toEqual(byTitle)
})

const refusal = { code: '3003', errors: { File: expect.stringContaining('請重新選擇檔案') } }
const keptFile = async (code: string): Promise<string> =>
  (await send('PreviewImport', { File: csv([titles, ['77001', code, '贈品', '贈品']]) })).data.FileId

test('a stored file is for its user, its page and a day, and for no other company', async () => {
  const FileId = await keptFile('C1')
  const fields = { FileId, Mapping: mapping, ImportMode: 'GoodRows' }
  const others = [
    { client: await open.as('CustomerAdmin') },
    { client: await open.as('CustomerMaker', insurer) },
    { controller: 'Payer' },
  ]
  for (const other of others)
    for (const call of ['PreviewImport', 'CheckImport', 'Import'])
      expect(await send(call, fields, other)).toMatchObject(refusal)
  open.clock.advance({ minutes: 23 * 60 })
  expect(await send('Import', fields, { client: await open.as(user) })).toMatchObject(refusal)
  open.clock.advance({ minutes: -23 * 60 })
  expect((await send('Import', fields)).data).toMatchObject({ Written: true })
})

test('of several imports of one stored file at once, one writes its rows', async () => {
  const fields = { FileId: await keptFile('D1'), Mapping: mapping, ImportMode: 'GoodRows' }
  const answers = await Promise.all([1, 2, 3].map(() => send('Import', fields)))
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '3003', '3003'])
  expect(
    await open.db.selectFrom('coupon').select('coupon_code').where('coupon_code', '=', 'D1').execute(),
  ).toHaveLength(1)
})

test('a stored file of which nothing was written can be imported again', async () => {
  const fields = { FileId: await keptFile('E1'), ImportMode: 'AllOrNothing' }
  expect((await send('Import', { ...fields, Mapping: { ...mapping, CouponKind: 0 } })).code).toBe('3004')
  expect(
    (await send('Import', { ...fields, Mapping: { ApplyCode: 0, CouponCode: 1, CouponName: 3, CouponKind: 2 } })).data,
  ).toMatchObject({ Written: true })
  const wrong = (await send('PreviewImport', { File: csv([titles, ['77001', 'E2', '滿額贈', '沒有這種']]) })).data
    .FileId
  for (let no = 0; no < 2; no++)
    expect((await send('Import', { FileId: wrong, Mapping: mapping, ImportMode: 'AllOrNothing' })).data).toMatchObject({
      Written: false,
      BadCount: 1,
    })
})

const gifts = (...codes: string[]) => csv([titles, ...codes.map((code) => ['77001', code, '贈品', '贈品'])])
const importGifts = (file: Uint8Array, fields: Readonly<Record<string, string>> = {}, client = maker) =>
  send('Import', { File: file, Mapping: mapping, ImportMode: 'GoodRows', ...fields }, { client })

test('a preview names the latest import of the same content by the company on the same page, and of no other', async () => {
  const file = gifts('F1')
  const earlierImport = async (bytes: Uint8Array, options = {}) =>
    (await send('PreviewImport', { File: bytes }, options)).data.EarlierImport
  expect(await earlierImport(file)).toBeNull()
  await send('CheckImport', { File: file, Mapping: mapping })
  await importGifts(gifts('F1', ''), { ImportMode: 'AllOrNothing' })
  expect(await earlierImport(file)).toBeNull()
  expect(await earlierImport(gifts('F1', ''))).toBeNull()
  expect((await importGifts(file)).data).toMatchObject({ Written: true })
  const earlier = { BatchNo: null, Time: '2026-11-20T10:00:00.000000+08:00' }
  expect(await earlierImport(file)).toEqual(earlier)
  expect(await earlierImport(file, { client: await open.as('CustomerAdmin') })).toEqual(earlier)
  expect(await earlierImport(gifts('F2'))).toBeNull()
  expect(await earlierImport(file, { client: await open.as('CustomerMaker', insurer) })).toBeNull()
  expect(await earlierImport(file, { controller: 'Ticket' })).toBeNull()
})

const importTickets = (file: Uint8Array, fields: Readonly<Record<string, string>> = {}) =>
  send(
    'Import',
    { File: file, Mapping: { ApplyCode: 0, TicketName: 2 }, ImportMode: 'GoodRows', ...fields },
    { controller: 'Ticket' },
  )
const ticketCount = async () => (await open.db.selectFrom('ticket').selectAll().execute()).length

test('a file that was imported before is refused with a question, and imported again after it is confirmed', async () => {
  const file = gifts('G1')
  expect((await importTickets(file)).data).toMatchObject({ Written: true })
  const question = await importTickets(file)
  expect(question).toMatchObject({ code: '2003', errors: { ConfirmRepeat: question.message } })
  expect(question.message).toMatch(/^內容相同的檔案已於 2026\/11\/20 10:00 匯入；這次沒有寫入任何資料。/)
  expect(await ticketCount()).toBe(1)
  expect((await importTickets(file, { ConfirmRepeat: 'true' })).data).toMatchObject({ Written: true })
  expect(await ticketCount()).toBe(2)
  expect((await importTickets(file)).code).toBe('2003')
})

test('of several imports of the same content at once, one writes its rows', async () => {
  const before = await ticketCount()
  const answers = await Promise.all([1, 2, 3].map(() => importTickets(gifts('H1'))))
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2003', '2003'])
  expect(await ticketCount()).toBe(before + 1)
})

test('a large file is asked about as well, when its job ends', async () => {
  const before = await ticketCount()
  const file = gifts(...Array.from({ length: 1001 }, (_, no) => `J${no}`))
  const [first, second] = [await importTickets(file), await importTickets(file)]
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get(`/Ext/GetImportResult/${first.data.JobId}`)).data).toMatchObject({ Written: true })
  expect(await ticketCount()).toBe(before + 1001)
  const failed = await open.db
    .selectFrom('job')
    .select(['state', 'error'])
    .where('id', '=', second.data.JobId)
    .executeTakeFirst()
  expect(failed).toMatchObject({ error: expect.stringContaining('內容相同的檔案已於') })
  const third = await importTickets(file, { ConfirmRepeat: 'true' })
  await open.ports.jobs.runUntilIdle()
  expect((await maker.get(`/Ext/GetImportResult/${third.data.JobId}`)).data).toMatchObject({ Written: true })
})
