import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { portal, twoCompanies } from '../../support/portal'

const text = (label: string) => ({ type: 'string', label, max: 20 })

/** Lockers with keys. A former file had the field Note in their items. */
const locker = {
  label: '置物櫃設定',
  menu: { group: 'basic', order: 91, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Title: { ...text('名稱'), required: true },
    Kind: { type: 'enum', options: { Big: '大', Small: '小' }, label: '種類' },
    Keys: {
      type: 'rows',
      label: '鑰匙',
      max: 9,
      fields: {
        Holder: { ...text('持有人'), required: true },
        Size: { ...text('尺寸'), shownWhen: { parent: 'Kind', is: 'Big' } },
      },
    },
  },
}

const bills = JSON.parse(readFileSync('schemas/bills.json', 'utf8'))
bills.fields.FeeItems.fields.Place = { type: 'string', label: '地點', max: 10 }

const { as, given, db } = await portal({ schemas: { locker, bills } })
await twoCompanies({ given })
await given.billTerm()
const maker = await as('CustomerMaker')

const former: readonly RecordValues[] = [
  { Holder: '甲', Size: 'S', Note: '一' },
  { Holder: '乙', Size: 'S', Note: '二' },
  { Holder: '乙', Size: 'S' },
]
const made = async (Keys: readonly RecordValues[] = former): Promise<string> => {
  const { SerialId } = await given.record('locker', { ApplyCode: '77001', Title: '一樓', Kind: 'Big', Keys })
  return `/Locker/${SerialId}`
}
const read = async (path: string) => (await maker.get(path)).data
const put = async (path: string, change: RecordValues) =>
  maker.put(path, { UpdateTime: (await read(path)).UpdateTime, ...change })
const stored = async (path: string): Promise<unknown> => {
  const { keys } = await db
    .selectFrom('locker')
    .select('keys')
    .where('serial_id', '=', Number(path.split('/').at(-1)))
    .executeTakeFirstOrThrow()
  return keys
}

describe('values of list items whose field was removed', () => {
  test('are in no response; then the items have ids', async () => {
    expect((await read(await made())).Keys).toEqual([
      { id: '1', Holder: '甲', Size: 'S' },
      { id: '2', Holder: '乙', Size: 'S' },
      { id: '3', Holder: '乙', Size: 'S' },
    ])
    expect((await read(await made([{ Holder: '甲', Size: null }]))).Keys).toEqual([{ Holder: '甲', Size: null }])
  })

  test('survive a record that is sent back, and a change of another field that affects the items', async () => {
    const path = await made()
    expect(await put(path, await read(path))).toMatchObject({ code: '0000' })
    expect(await stored(path)).toEqual(former)
    expect(await put(path, { Kind: 'Small' })).toMatchObject({ code: '0000' })
    expect(await stored(path)).toEqual([
      { Holder: '甲', Size: null, Note: '一' },
      { Holder: '乙', Size: null, Note: '二' },
      { Holder: '乙', Size: null },
    ])
  })

  test('stay with their item, however items are changed, moved, removed and added', async () => {
    const path = await made()
    const [one, two, three] = (await read(path)).Keys
    const Keys = [
      { ...three, Holder: '丙' },
      { Holder: '新', Size: 'L' },
      { ...two, Holder: '丁' },
    ]
    expect(await put(path, { Keys })).toMatchObject({
      code: '0000',
      data: { Keys: [{ Holder: '丙' }, { Holder: '新' }, { Holder: '丁' }] },
    })
    expect(await stored(path)).toEqual([
      { Holder: '丙', Size: 'S' },
      { Holder: '新', Size: 'L' },
      { Holder: '丁', Size: 'S', Note: '二' },
    ])
    expect((await put(path, { Keys: [{ ...one, id: '9' }] })).errors).toEqual({
      Keys: '第 1 列已不在這筆資料中，請重新載入後再修改。',
    })
  })

  test('stay with unchanged items if the caller omits the ids; a changed item without id is a new one', async () => {
    const path = await made()
    const withoutIds = (await read(path)).Keys.map(({ id: _, ...item }: RecordValues) => item)
    expect(await put(path, { Keys: withoutIds })).toMatchObject({ code: '0000' })
    expect(await stored(path)).toEqual(former)
    expect(await put(path, { Keys: [{ Holder: '甲改', Size: 'S' }, ...withoutIds.slice(1)] })).toMatchObject({
      code: '0000',
    })
    expect(await stored(path)).toEqual([{ Holder: '甲改', Size: 'S' }, former[1], former[2]])
  })

  test('cannot be written', async () => {
    const path = await made()
    const { Keys } = await read(path)
    expect((await put(path, { Keys: [{ ...Keys[0], Note: '改' }] })).errors).toEqual({
      'Keys.0.Note': '第 1 列：沒有這個欄位。',
    })
  })
})

test('the items of a bill keep the values of fields that a bank adds, and those of removed fields', async () => {
  const bill = {
    ApplyCode: '77001',
    BillTermId: '2026-11',
    PayerName: '王大明',
    PayerNo: '000123',
    CurrencyType: 'TWD',
  }
  const created = await maker.post('/Bills', { ...bill, FeeItems: [{ FeeName: '管理費', Amount: 900, Place: '一樓' }] })
  expect(created).toMatchObject({
    code: '0000',
    data: { FeeItems: [{ FeeName: '管理費', Amount: 900, Place: '一樓' }] },
  })
  const { SerialId } = created.data
  await db
    .updateTable('bill')
    .set({ fee_items: JSON.stringify([{ ...created.data.FeeItems[0], Note: '一' }]) })
    .where('serial_id', '=', SerialId)
    .execute()
  const path = `/Bills/${SerialId}`
  const { FeeItems } = await read(path)
  expect(FeeItems).toEqual([{ id: '1', SortNo: 1, FeeCode: null, FeeName: '管理費', Amount: 900, Place: '一樓' }])
  expect(await put(path, { FeeItems: [{ ...FeeItems[0], Amount: 800 }] })).toMatchObject({ code: '0000' })
  const { fee_items } = await db
    .selectFrom('bill')
    .select('fee_items')
    .where('serial_id', '=', SerialId)
    .executeTakeFirstOrThrow()
  expect(fee_items).toEqual([{ SortNo: 1, FeeCode: null, FeeName: '管理費', Amount: 800, Place: '一樓', Note: '一' }])
})
