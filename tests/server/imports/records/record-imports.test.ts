import { text } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { ImportMapping } from '../../../../src/contract/imports'
import { exampleMark } from '../../../../src/domain/example-row'
import { sheets } from '../../../../src/server/node/sheets'
import e2eCoupon from '../../../e2e/coupon.json'
import type { Answer, Client } from '../../../support/client'
import { insurer, type Portal, portal, twoCompanies } from '../../../support/portal'
import { coupon } from '../../../support/schemas/coupon'
import { csv, xlsx } from '../files'

const titles = ['委託單位代號', '優惠券代碼', '優惠券名稱', '優惠方式', '金額', '起日', '迄日', '可併用']
const mapping: ImportMapping = {
  ApplyCode: 0,
  CouponCode: 1,
  CouponName: 2,
  CouponKind: 3,
  Amount: 4,
  StartDate: 5,
  EndDate: 6,
  Stackable: 7,
}
const good = ['77001', 'EARLY50', '早繳優惠', '折抵金額', '50', '115/11/01', '1151130', '否']
const gift = ['77001', 'GIFT1', '滿額贈', 'Gift', '', '', '', '是']

let open: Portal
let maker: Client

beforeAll(async () => {
  open = await portal({
    schemas: {
      coupon,
      couponOfReadme: { ...e2eCoupon, label: '電子券設定' },
      voucher: { ...coupon, label: '抵用券設定', import: { ...coupon.import, existing: 'update' } },
      badge: {
        ...coupon,
        label: '識別證設定',
        fields: {
          ...coupon.fields,
          CouponCode: {
            ...coupon.fields.CouponCode,
            pattern: '^[A-Z]{2}-\\d{4}$',
            patternText: '請輸入 2 碼英文、- 與 4 碼數字',
          },
          StartDate: { type: 'date', label: '起日', required: true, min: 'today' },
          EndDate: { type: 'date', label: '迄日', required: true, min: { field: 'StartDate' }, maxYears: 1 },
          OpenTime: { type: 'time', label: '時間', required: true, min: '18:30' },
          Month: { type: 'month', label: '月份', required: true, min: 'today' },
          Agreements: { type: 'referenceList', to: 'Agreement', label: '適用約定', min: 1, max: 3 },
        },
        import: {
          columns: [...Object.keys(coupon.fields), { field: 'Month', format: 'roc' }, 'OpenTime', 'Agreements'],
        },
      },
      ticket: { ...coupon, label: '入場券設定', permissions: { CustomerMaker: { fields: { Stackable: 'hidden' } } } },
    },
  })
  await twoCompanies(open)
  maker = await open.as('CustomerMaker')
})

const send = (
  call: string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  { by = maker, name = 'coupons.csv' } = {},
): Promise<Answer> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('File', new File([new Uint8Array(bytes)], name))
  return by.request('POST', `/Ext/${call}`, { form })
}

const sheet = (...rows: string[][]) => csv([titles, ...rows])
const check = (bytes: Uint8Array, by = maker) =>
  send('Coupon/CheckImport', bytes, { Mapping: JSON.stringify(mapping) }, { by })
const write = (bytes: Uint8Array, ImportMode: string, resource = 'Coupon') =>
  send(`${resource}/Import`, bytes, { Mapping: JSON.stringify(mapping), ImportMode })
const codes = async (resource = 'Coupon') =>
  (await maker.get(`/${resource}`)).data.Items.map(({ CouponCode }: { CouponCode: string }) => CouponCode).sort()

const rowsIn = async (bytes: Uint8Array): Promise<readonly (readonly string[])[]> => {
  const rows = []
  for await (const { cells } of sheets().read({ name: 'a.xlsx', bytes }, { maxRows: 10, maxColumns: 20 }))
    rows.push(cells)
  return rows
}

const zipEntry = async (bytes: Uint8Array, name: string): Promise<string> => {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes))
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry))
  throw new Error(`The file has no ${name}.`)
}

/** Returns a template whose example row is not marked, as a user would correct it. */
const withoutMark = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const rows = await rowsIn(bytes)
  return xlsx(rows.map((cells) => cells.map((cell) => cell.replace(exampleMark, ''))))
}

test('the template has every column, marks required ones with an asterisk, and its example can be imported after its mark is deleted', async () => {
  const { bytes, headers } = await maker.get('/Ext/Coupon/ImportTemplate')
  expect(decodeURIComponent(headers.get('Content-Disposition') ?? '')).toContain('優惠券匯入範本.xlsx')
  expect((await rowsIn(bytes))[0]).toEqual([
    '委託單位代號*',
    '優惠券代碼*',
    '優惠券名稱*',
    '優惠方式*',
    '金額',
    '起日',
    '迄日',
    '可併用',
  ])
  // The rows to fill in are empty, and their cells are text.
  expect(await rowsIn(bytes)).toHaveLength(2)
  const cells = /<c r="B2" [^>]*s="(\d+)".*<c r="B90" s="(\d+)"/.exec(await zipEntry(bytes, 'xl/worksheets/sheet1.xml'))
  expect(cells?.[1]).toBeDefined()
  expect(cells?.[2]).toBe(cells?.[1])
  expect((await rowsIn(bytes))[1]?.[0]).toBe(`${exampleMark}77001`)
  const corrected = await withoutMark(bytes)
  const preview = await send('Coupon/PreviewImport', corrected, {}, { name: '範本.xlsx' })
  const proposed = Object.fromEntries(
    preview.data.Columns.map(({ Field, Place }: { Field: string; Place: number }) => [Field, Place]),
  )
  expect(proposed).toEqual(mapping)
  expect(
    await send('Coupon/CheckImport', corrected, { Mapping: JSON.stringify(proposed) }, { name: '範本.xlsx' }),
  ).toMatchObject({
    data: { GoodCount: 1, BadCount: 0 },
  })
})

test.each(['Coupon', 'Voucher', 'Badge', 'Ticket', 'CouponOfReadme'])(
  'except for its mark, the example in the template of %s passes the check of its own import',
  async (name) => {
    const bytes = await withoutMark((await maker.get(`/Ext/${name}/ImportTemplate`)).bytes)
    const { data } = await send(`${name}/PreviewImport`, bytes, {}, { name: '範本.xlsx' })
    const proposed = Object.fromEntries(
      data.Columns.map(({ Field, Place }: { Field: string; Place: number }) => [Field, Place]),
    )
    const { data: result } = await send(
      `${name}/CheckImport`,
      bytes,
      { Mapping: JSON.stringify(proposed) },
      { name: '範本.xlsx' },
    )
    expect(result.BadRows).toEqual([])
    expect(result).toMatchObject({ GoodCount: 1, BadCount: 0 })
  },
)

test.each([
  ['UTF-8', (text: string) => new TextEncoder().encode(text)],
  ['UTF-8 with a byte order mark', (text: string) => new TextEncoder().encode(`\uFEFF${text}`)],
  ['Big5', (text: string) => new Uint8Array(iconv.encode(text, 'cp950'))],
])(
  'the preview of a file in %s has its columns, and proposes the fields of their titles and aliases',
  async (_, encode) => {
    const { data } = await send(
      'Coupon/PreviewImport',
      encode('備註,折扣碼,Ｃouponname,券號\r\n早鳥,A1,早繳優惠,A2\r\n,B1,滿額贈,\r\n'),
    )
    expect(data).toEqual({
      FileId: expect.any(String),
      EarlierImport: null,
      FileName: 'coupons.csv',
      TotalCount: 2,
      Columns: [
        { Place: 0, Title: '備註', Samples: ['早鳥'], Field: null },
        { Place: 1, Title: '折扣碼', Samples: ['A1', 'B1'], Field: 'CouponCode' },
        { Place: 2, Title: 'Ｃouponname', Samples: ['早繳優惠', '滿額贈'], Field: 'CouponName' },
        { Place: 3, Title: '券號', Samples: ['A2'], Field: null },
      ],
    })
  },
)

test('a check writes nothing, and reports each bad cell with row, column, code and message', async () => {
  const bad = [
    '77003',
    '',
    '早繳優惠，名稱長到超過二十個字的上限了吧',
    '送禮',
    'abc',
    '2026/11/01',
    '115/10/01',
    '也許',
  ]
  const { data } = await check(sheet(good, bad, [...gift.slice(0, 1), 'early50', ...gift.slice(2)]))
  expect(data).toMatchObject({
    Written: false,
    TotalCount: 3,
    GoodCount: 1,
    BadCount: 2,
    CreateCount: 1,
    UpdateCount: 0,
    Titles: titles,
  })
  expect(data.BadRows[0]).toMatchObject({ RowNo: 3, Cells: bad })
  expect(data.BadRows[0].Problems).toEqual([
    { ColumnName: '優惠券代碼', Value: '', ErrorCode: 'E101', Message: '請填寫優惠券代碼。' },
    { ColumnName: '起日', Value: '2026/11/01', ErrorCode: 'E102', Message: '起日應以民國年填寫，例如 115/11/30。' },
    {
      ColumnName: '優惠方式',
      Value: '送禮',
      ErrorCode: 'E102',
      Message: '優惠方式沒有「送禮」這個選項，請改用：折抵金額、贈品。',
    },
    { ColumnName: '可併用', Value: '也許', ErrorCode: 'E102', Message: '可併用請選擇「是」或「否」。' },
    {
      ColumnName: '委託單位代號',
      Value: '77003',
      ErrorCode: 'E106',
      Message: '您不能使用委託單位代號「77003」，請改用貴公司的代號。',
    },
  ])
  expect(data.BadRows[1].Problems).toEqual([
    { ColumnName: '優惠券代碼', Value: 'early50', ErrorCode: 'E105', Message: '與第 2 列重複，請刪除其中一列。' },
  ])
  expect(await codes()).toEqual([])
})

test('a row that breaks a rule of its resource is reported with the rule’s message', async () => {
  const dear = [...good.slice(0, 4), '5001', '', '', '是']
  const { data } = await check(sheet(dear, [...dear.slice(0, 7), '否']))
  expect(data.BadRows.map(({ RowNo, Problems }: { RowNo: number; Problems: unknown }) => [RowNo, Problems])).toEqual([
    [2, [{ ColumnName: '金額', Value: '5001', ErrorCode: 'E102', Message: '可併用的優惠券最多折抵 5,000 元。' }]],
  ])
})

test('all or nothing writes nothing if a row is bad, good rows only writes the good ones, and repeated rows exist already', async () => {
  const file = sheet(good, [...gift.slice(0, 3), ''])
  expect((await write(file, 'AllOrNothing')).data).toMatchObject({ Written: false, GoodCount: 1, BadCount: 1 })
  expect(await codes()).toEqual([])
  expect((await write(file, 'GoodRows')).data).toMatchObject({ Written: true, GoodCount: 1, BadCount: 1 })
  expect((await maker.get('/Coupon/77001/EARLY50')).data).toMatchObject({
    Amount: 50,
    StartDate: '2026-11-01',
    EndDate: '2026-11-30',
    Stackable: false,
  })
  const again = (await write(sheet(good, gift), 'AllOrNothing')).data
  expect(again.BadRows[0].Problems).toEqual([
    {
      ColumnName: '優惠券代碼',
      Value: 'EARLY50',
      ErrorCode: 'E105',
      Message: '這張優惠券已經存在，請刪除這一列，或到清單修改原有的資料。',
    },
  ])
  expect((await write(sheet(gift), 'AllOrNothing')).data).toMatchObject({ Written: true, CreateCount: 1, BadRows: [] })
  expect(await codes()).toEqual(['EARLY50', 'GIFT1'])
  const audited = await open.db
    .selectFrom('audit_log')
    .select('record_key')
    .where('resource', '=', 'coupon')
    .where('action', '=', 'Create')
    .execute()
  expect(audited.map((line) => line.record_key)).toEqual(['77001~EARLY50', '77001~GIFT1'])
})

test('if the schema says update, a row changes only the record with its key: it writes its columns, keeps the others, and a blank clears', async () => {
  await write(sheet(good, gift), 'AllOrNothing', 'Voucher')
  const some = csv([
    ['委託單位代號', '優惠券代碼', '優惠券名稱', '優惠方式', '起日'],
    ['77001', 'early50', '早鳥優惠', '折抵金額', ''],
    ['77001', 'NEW1', '新券', '贈品', ''],
  ])
  const { data } = await send('Voucher/Import', some, {
    ImportMode: 'AllOrNothing',
    Mapping: JSON.stringify({ ApplyCode: 0, CouponCode: 1, CouponName: 2, CouponKind: 3, StartDate: 4 }),
  })
  expect(data).toMatchObject({ Written: true, CreateCount: 1, UpdateCount: 1 })
  expect((await maker.get('/Voucher/77001/EARLY50')).data).toMatchObject({
    CouponName: '早鳥優惠',
    Amount: 50,
    StartDate: null,
    EndDate: '2026-11-30',
  })
  expect((await maker.get('/Voucher/77001/GIFT1')).data).toMatchObject({ CouponName: '滿額贈', Stackable: true })
})

test('another company’s agreement is refused in each row, and a user without the right to create cannot import', async () => {
  const other = await open.as('CustomerMaker', insurer)
  const { data } = await check(sheet(good), other)
  expect(data.BadRows[0].Problems).toMatchObject([
    { ColumnName: '委託單位代號', ErrorCode: 'E106', Message: '您不能使用委託單位代號「77001」，請改用貴公司的代號。' },
  ])
  for (const role of ['CustomerViewer', 'CustomerChecker', 'BankViewer'])
    expect(await check(sheet(good), await open.as(role)), role).toMatchObject({ status: 403 })
  expect(await (await open.as('CustomerViewer')).get('/Ext/Coupon/ImportTemplate')).toMatchObject({ status: 403 })
})

test('a role imports the fields that it may write', async () => {
  const titles = async (client: Client) => (await rowsIn((await client.get('/Ext/Ticket/ImportTemplate')).bytes))[0]
  expect(await titles(maker)).not.toContain('可併用')
  expect(await titles(await open.as('CustomerAdmin'))).toContain('可併用')
  expect(await send('Ticket/CheckImport', sheet(good), { Mapping: JSON.stringify(mapping) })).toMatchObject({
    status: 400,
  })
})

test.each<[string, Uint8Array | Promise<Uint8Array>, string, Record<string, string>, object]>([
  ['no row', csv([titles]), 'a.csv', {}, { code: '3003' }],
  ['no byte', new Uint8Array(), 'a.csv', {}, { code: '3003' }],
  ['too many rows', sheet(...Array.from({ length: 101 }, () => gift)), 'a.csv', {}, { code: '3002' }],
  ['too many bytes', sheet(['x'.repeat(1_048_577)]), 'a.csv', {}, { code: '3002' }],
  ['a workbook that is called csv', xlsx([titles, gift]), 'a.csv', {}, { code: '3001' }],
  ['another ending', sheet(gift), 'a.pdf', {}, { code: '3001' }],
  [
    'a required field without a column',
    sheet(gift),
    'a.csv',
    { Mapping: '{"ApplyCode":0}' },
    { code: '3004', message: expect.stringContaining('「優惠券代碼」、「優惠券名稱」、「優惠方式」') },
  ],
  [
    'a column that does not exist',
    sheet(gift),
    'a.csv',
    { Mapping: JSON.stringify({ ...mapping, Amount: 8 }) },
    { status: 400 },
  ],
  [
    'a field that no column fills',
    sheet(gift),
    'a.csv',
    { Mapping: JSON.stringify({ ...mapping, CreateUser: 1 }) },
    { status: 400 },
  ],
  ['a mapping that is not JSON', sheet(gift), 'a.csv', { Mapping: '{' }, { status: 400 }],
])('%s is refused with a message', async (_, bytes, name, fields, refusal) => {
  const answer = await send(
    'Coupon/CheckImport',
    await bytes,
    { Mapping: JSON.stringify(mapping), ...fields },
    { name },
  )
  expect(answer).toMatchObject(refusal)
  expect(answer.message).toMatch(/。$/)
})
