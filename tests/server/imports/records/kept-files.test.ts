import { expect, test } from 'vitest'
import { failedRowsSheet } from '../../../../src/schema/sheets/failed-rows'
import { coupon } from '../../../support/coupon'
import { portal, twoCompanies } from '../../../support/portal'
import { csv, xlsx } from '../files'

const open = await portal({ schemas: { coupon } })
await twoCompanies(open)
const maker = await open.as('CustomerMaker')

const send = (call: string, fields: Readonly<Record<string, string | Uint8Array | object>>, { client = maker, fileName = 'coupons.csv' } = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Uint8Array) form.append(name, new File([new Uint8Array(value)], fileName))
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return client.request('POST', `/Ext/Coupon/${call}`, { form })
}

const titles = ['委託', '號碼', '名稱', '種類']
const mapping = { ApplyCode: 0, CouponCode: 1, CouponName: 2, CouponKind: 3 }

test('a file is sent once: check and import refer to it; a corrected workbook of failed rows is mapped like the file', async () => {
  const { data: seen } = await send('PreviewImport', { File: csv([titles, ['77001', 'A1', '贈品', '贈品'], ['77001', 'A2', '', '贈品']]) })
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
  expect((await send('Import', { FileId: again.FileId, Mapping: mapping, ImportMode: 'AllOrNothing' })).data).toMatchObject({ Written: true, CreateCount: 1 })
})

test('a mapping that a user sets back to the titles is no longer proposed', async () => {
  const known = ['委託單位代號', '優惠券代碼', '優惠券名稱', '優惠方式', '說明']
  const file = (code: string) => csv([known, ['77001', code, '滿額贈', '贈品', '說明']])
  const proposed = async () => (await send('PreviewImport', { File: file('B0') })).data.Columns.map(({ Field }: { Field: string | null }) => Field)
  const byTitle = await proposed()
  expect(byTitle).toEqual(['ApplyCode', 'CouponCode', 'CouponName', 'CouponKind', null])
  await send('Import', { File: file('B1'), Mapping: { ...mapping, CouponName: 4 }, ImportMode: 'GoodRows' })
  expect(await proposed()).toEqual(['ApplyCode', 'CouponCode', null, 'CouponKind', 'CouponName'])
  await send('Import', { File: file('B2'), Mapping: mapping, ImportMode: 'GoodRows' })
  expect(await proposed()).toEqual(byTitle)
})
