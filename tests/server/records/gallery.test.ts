import { beforeAll, describe, expect, test } from 'vitest'
import gallery from '../../../src/tools/docs/gallery.json'
import type { Client } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { csv } from '../imports/files'

// The effect of each key that only the gallery of schemas/README.md uses.
let open: Portal
let admin: Client
let maker: Client

beforeAll(async () => {
  open = await portal({ schemas: gallery })
  await twoCompanies(open)
  await open.given.payer({ PayerId: 'P1', PayerNo: '000001', PayerName: '王大明' })
  await open.given.fee({ FeeCode: 'F1' })
  admin = await open.as('CustomerAdmin', { UserId: 'admin01', UserName: '林主任' })
  maker = await open.as('CustomerMaker')
})

const shop = (ShopCode: string, values: object = {}) => ({
  ApplyCode: '77001',
  ShopCode,
  ShopName: '信義門市',
  Kind: 'Mall',
  Services: ['Pickup', 'Gift'],
  Floors: 4,
  Fees: ['F1'],
  Rooms: [{ Name: '一樓', Area: 100, Counter: 'A1' }],
  ...values,
})
const create = (ShopCode: string, values: object = {}, by = admin) => by.post('/Shop', shop(ShopCode, values))

test('a record has the defaults of the server: a sequence number, the user, and fixed values', async () => {
  const { data } = await create('TP01')
  expect(data).toMatchObject({ ShopNo: 'S20260001', Author: '林主任', Status: 'Open', Registration: null })
  expect((await create('TP02')).data.ShopNo).toBe('S20260002')
})

test('computed fields follow from the others', async () => {
  const values = { Rent: 2000, Deposit: 5000, OpenDate: '2026-01-01' }
  expect((await create('TP03', values)).data).toMatchObject({
    Cost: 7000,
    Difference: 3000,
    Smaller: 2000,
    Larger: 5000,
    Title: 'TP03 信義門市',
    RoomCount: 1,
    Anniversary: '2026-04-11',
    Charge: 500,
    YearlyRent: 24_000,
    RentPerFloor: 500,
  })
})

describe('refused', () => {
  test.each<[string, string, object]>([
    ['a code that does not match the pattern', 'ShopCode', { ShopCode: 'tp99' }],
    ['an option whose condition does not hold', 'Kind', { Floors: 1 }],
    ['an option of a list whose condition does not hold', 'Services', { Kind: 'Street', Floors: 2 }],
    ['fewer options than the minimum', 'Services', { Services: [] }],
    ['more options than the maximum', 'Services', { Services: ['Pickup', 'Delivery', 'Gift'] }],
    [
      'a record that breaks a rule in the case that the rule names',
      'Floors',
      { Kind: 'Street', Services: ['Pickup'], Floors: 4 },
    ],
    ['a number above its maximum', 'Floors', { Kind: 'Street', Services: ['Pickup'], Floors: 21 }],
    ['a text of too many lines', 'Introduction', { Introduction: '一行\n二行\n三行\n四行\n五行\n六行，超過了' }],
    ['a percentage below its minimum', 'Commission', { OpenDate: '2026-01-01', Commission: 0.5 }],
    ['a percentage with too many decimals', 'Commission', { OpenDate: '2026-01-01', Commission: 1.25 }],
    ['a date after today', 'OpenDate', { OpenDate: '2026-11-21' }],
    ['a date after another field', 'SignDate', { OpenDate: '2026-01-01', SignDate: '2026-01-02' }],
    ['a month outside its bounds', 'LeaseMonth', { LeaseMonth: '2100-01' }],
    ['a time outside its bounds', 'OpensAt', { OpensAt: '05:59' }],
    ['a time before another field', 'ClosesAt', { OpensAt: '09:00', ClosesAt: '08:59' }],
    ['an amount below another field', 'Deposit', { Rent: 10, Deposit: 9 }],
    ['an amount above another field', 'Discount', { Rent: 10, Deposit: 20, Discount: 11 }],
    ['an address of another scheme', 'Website', { Website: 'ftp://example.com' }],
    ['an e-mail address that is too long', 'Mail', { Mail: `${'a'.repeat(40)}@example.com` }],
    ['a mobile number that is too long', 'Mobile', { Mobile: '091234567890123' }],
    ['a picture that is none', 'Logo', { Logo: 'data:image/png;base64,AAAA' }],
    ['no item in a list that needs one', 'Rooms', { Rooms: [] }],
    ['more references than the maximum', 'Fees', { Fees: ['F1', 'F2', 'F3', 'F4'] }],
    ['a reference to a record that does not exist', 'Payer', { Payer: 'P9' }],
  ])('%s', async (_, field, values) => {
    expect(Object.keys((await create('TP90', values)).errors)).toEqual([field])
  })
})

test('references by a field of the other record are labelled, and the other record belongs to the same agreement', async () => {
  expect((await create('TP04', { Payer: 'P1' })).data).toMatchObject({
    Payer: 'P1',
    Labels: { Payer: expect.stringContaining('王') },
  })
})

test('a field of a list item depends on the record', async () => {
  const street = { Kind: 'Street', Services: ['Pickup'], Floors: 2 }
  expect((await create('TP05', street)).data.Rooms).toMatchObject([{ Name: '一樓', Counter: null }])
  expect((await create('TP06')).data.Rooms).toMatchObject([{ Name: '一樓', Counter: 'A1' }])
})

test('fields are read-only by role, and by the state of the record', async () => {
  const { data } = await create('TP07', { Rent: 10, Deposit: 20, Discount: 5, Commission: 2 })
  const change = (by: Client, values: object) => by.put('/Shop/77001/TP07', { ...values, UpdateTime: data.UpdateTime })
  expect(Object.keys((await change(maker, { Discount: 6 })).errors)).toEqual(['Discount'])
  expect(Object.keys((await change(admin, { Commission: 3 })).errors)).toEqual(['Commission'])
  expect((await change(admin, { Discount: 6 })).data).toMatchObject({ Discount: 6, Commission: 2 })
})

test('a role reads a field masked in a record and not at all in lists', async () => {
  await create('TP10', { Mail: 'wang@example.com' })
  const viewer = await open.as('CustomerViewer')
  const { data } = await viewer.get('/Shop', { ShopCode: 'TP10' })
  expect(data.Items[0]).not.toHaveProperty('Mail')
  const record = (await viewer.get('/Shop/77001/TP10')).data
  expect(record.Mail).toMatch(/\*/)
  expect((await viewer.post('/Shop', shop('TP11'))).status).toBe(403)
})

test('an action writes fixed values, the user, the day and its input, and forbids further changes', async () => {
  const { data } = await create('TP12')
  const closed = await maker.post('/Ext/Shop/77001/TP12/Close', { UpdateTime: data.UpdateTime, Reason: '合約到期' })
  expect(closed).toMatchObject({ code: '0000' })
  const record = (await maker.get('/Shop/77001/TP12')).data
  expect(record).toMatchObject({
    Status: 'Closed',
    ClosedBy: expect.stringMatching(/./),
    ClosedOn: '2026-11-20',
    ClosingReason: '合約到期',
  })
  expect((await maker.put('/Shop/77001/TP12', { ShopName: '改名', UpdateTime: record.UpdateTime })).code).not.toBe(
    '0000',
  )
})

test('a file updates the record with the same code, reads ROC dates, and has numbered columns for list items', async () => {
  await create('TP13')
  const template = await maker.get('/Ext/Shop/ImportTemplate')
  expect(template.status).toBe(200)
  const rows = [
    [
      '委託單位',
      '門市代號',
      '門市名稱',
      '類型',
      '服務',
      '開幕日',
      '租金',
      '名稱1',
      '坪數1',
      '名稱2',
      '坪數2',
      '名稱3',
      '坪數3',
    ],
    ['77001', 'TP13', '新名稱', '百貨專櫃', '自取', '115/11/01', '100', '一樓', '10', '二樓', '20', '', ''],
  ]
  const fields = [
    'ApplyCode',
    'ShopCode',
    'ShopName',
    'Kind',
    'Services',
    'OpenDate',
    'Rent',
    ...[0, 1, 2].flatMap((no) => [`Rooms.${no}.Name`, `Rooms.${no}.Area`]),
  ]
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(fields.map((field, index) => [field, index]))))
  form.append('ImportMode', 'AllOrNothing')
  form.append('File', new File([new Uint8Array(csv(rows))], 'shops.csv'))
  const { data } = await maker.request('POST', '/Ext/Shop/Import', { form })
  expect(data).toMatchObject({ Written: true, GoodCount: 1 })
  const record = (await maker.get('/Shop/77001/TP13')).data
  expect(record).toMatchObject({ ShopName: '新名稱', OpenDate: '2026-11-01', Rent: 100, RoomCount: 2 })
})

test('a report lists the records of a period with subtotals, and adds up a part of them', async () => {
  await create('TP14')
  const visit = (Way: string, Score: number, Spent: number) =>
    maker.post('/ShopVisit', { ApplyCode: '77001', Shop: 'TP14', Way, Score, Spent })
  for (const [way, score, spent] of [
    ['Visit', 5, 300],
    ['Phone', 2, 100],
  ] as const)
    expect((await visit(way, score, spent)).code).toBe('0000')
  const query = (values: object = {}) =>
    maker.get('/ShopReport', { VisitTimeFrom: '2026-11-01', VisitTimeTo: '2026-11-30', WithTotals: true, ...values })
  const { data } = await query()
  expect(data).toMatchObject({
    Items: [
      { Shop: 'TP14', Way: 'Visit', Spent: 300 },
      { Shop: 'TP14', Way: 'Phone', Spent: 100 },
    ],
    Totals: [{ Count: 2, Spent: 400, Parts: [{ Label: '到訪', Count: 1, Spent: 300 }] }],
  })
  expect((await query({ Way: 'Phone' })).data.Totals).toMatchObject([{ Count: 1, Spent: 100 }])
  expect(Object.keys((await query({ VisitTimeTo: '2028-01-01' })).errors)).toEqual(['VisitTimeTo'])
})

test('a view filters by one of several dates, and by a field of the bill that was paid', async () => {
  const bill = await open.given.bill()
  const line = { ApplyCode: '77001', Amount: 1000, AmountSign: 'Plus', WriteOffStatus: 'WrittenOff', ChannelId: '01' }
  await open.given.record('TLDetail', { ...line, BillSerialId: bill.SerialId, TradeDate: '2026-11-05' })
  await open.given.record('TLDetail', { ...line, ExpectRemitDate: '2026-11-05' })
  const count = async (query: object) => {
    const days = { StartDate: '2026-11-01', EndDate: '2026-11-30' }
    return (await maker.get('/View', { ...days, ...query })).data.TotalCount
  }
  expect(await count({ DateType: 'TradeDate' })).toBe(1)
  expect(await count({ DateType: 'RemitDate' })).toBe(1)
  expect(await count({ DateType: 'TradeDate', BillTermId: bill.BillTermId })).toBe(1)
  expect(await count({ DateType: 'RemitDate', BillTermId: bill.BillTermId })).toBe(0)
})
