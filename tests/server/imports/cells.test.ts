import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { imported, twoCompaniesWithTerms } from './uploads'

/** A declared import with the same kinds of columns as bills. */
const parcel = {
  label: '包裹設定',
  unit: '件',
  menu: { group: 'basic', order: 940, icon: 'ReceiptLong' },
  display: '{ParcelCode}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    ParcelCode: {
      type: 'string',
      label: '包裹代號',
      required: true,
      max: 15,
      pattern: '^[A-Za-z0-9_-]+$',
      unique: true,
      writeOnce: true,
    },
    Owner: { type: 'string', label: '姓名', max: 40, personal: 'name' },
    IdNo: { type: 'idNo', label: '身分證字號／統編', personal: 'idNo' },
    Mobile: { type: 'mobile', label: '行動電話', personal: 'mobile' },
    DueDate: { type: 'date', label: '繳款截止日' },
    Amount: { type: 'money', label: '應繳金額', max: 99_999_999 },
  },
  import: { columns: ['ApplyCode', 'ParcelCode', 'Owner', 'IdNo', 'Mobile', 'DueDate', 'Amount'] },
}

interface Cells {
  readonly name?: string
  readonly idNo?: string
  readonly mobile?: string
  readonly date?: string
  readonly amount?: string
}

let open: Portal
let maker: Client

beforeAll(async () => {
  open = await portal({ schemas: { parcel } })
  await twoCompaniesWithTerms(open)
  await open.given.fee({ FeeCode: 'F01', FeeName: '班費（Ａ）' })
  maker = await open.as('CustomerMaker')
})

beforeEach(async () => {
  await open.db.deleteFrom('bill').execute()
  await sql`delete from parcel`.execute(open.db)
})

interface Outcome {
  readonly values: readonly (readonly unknown[])[]
  readonly errors: readonly unknown[]
}

const quoted = (rows: readonly (readonly string[])[]) =>
  new Uint8Array(csv(rows.map((row) => row.map((cell) => `"${cell}"`))))

const rowOf = ({ name = '王大明', idNo = '', mobile = '', date = '', amount = '1000' }: Cells) => [
  name,
  idNo,
  mobile,
  date,
  amount,
]

/** Imports a bill for each of these rows. */
const importBills = async (rows: readonly Cells[]): Promise<Outcome> => {
  const titles = ['繳款人代號', '繳款人編號', '繳款人姓名', '身分證字號／統編', '行動電話', '繳款截止日', '應繳金額']
  const lines = rows.map((cells, index) => [`Ｐ${index}`, `０${String(index).padStart(5, '0')}`, ...rowOf(cells)])
  const { ErrorLog } = await imported(open, maker, 'a.csv', quoted([titles, ...lines]))
  const bills = await open.db.selectFrom('bill').selectAll().orderBy('serial_id').execute()
  return {
    values: bills.map((bill) => [
      bill.payer_id,
      bill.payer_name,
      bill.id_no,
      bill.mobile,
      bill.payment_end_date,
      bill.should_pay_amount,
    ]),
    errors: ErrorLog.map(({ RowNo: _, ...error }: { RowNo: number }) => error),
  }
}

/** Imports a record of the declared import for each of these rows. */
const importParcels = async (rows: readonly Cells[]): Promise<Outcome> => {
  const fields = ['ApplyCode', 'ParcelCode', 'Owner', 'IdNo', 'Mobile', 'DueDate', 'Amount']
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, place]))))
  form.append('ImportMode', 'GoodRows')
  form.append(
    'File',
    new File([quoted([fields, ...rows.map((cells, index) => ['77001', `Ｐ${index}`, ...rowOf(cells)])])], 'a.csv'),
  )
  const { data } = await maker.request('POST', '/Ext/Parcel/Import', { form })
  const { rows: parcels } = await sql<{ values: unknown[] }>`
    select jsonb_build_array(parcel_code, owner, id_no, mobile, due_date, amount) as values from parcel order by parcel_code`.execute(
    open.db,
  )
  return {
    values: parcels.map(({ values }) => values),
    errors: data.BadRows.flatMap(({ Problems }: { Problems: unknown }) => Problems),
  }
}

const imports: readonly (readonly [what: string, run: typeof importBills])[] = [
  ['bills', importBills],
  ['declared imports', importParcels],
]

test.each(imports)('in %s a date can have all of these formats', async (_, run) => {
  const dates = [
    ...['2026-12-02', '2026/12/2', '2026.12.2', '2026年12月2日', '2026 年 12 月 2 日', '20261202'],
    ...['1151202', '115/12/02', '115.12.02', '民國115年12月2日'],
    ...['２０２６／１２／０２', '2026\u200b/12/2\u00a0'],
    ...['2026/12/2 00:00', '2026-12-02T09:30:00', '2026/12/2 下午 03:30:00'],
  ]
  const { errors, values } = await run(dates.map((date) => ({ date })))
  expect(errors).toEqual([])
  expect(values.map((row) => row[4])).toEqual(dates.map(() => '2026-12-02'))
})

test.each(imports)('in %s an amount can have all of these formats', async (_, run) => {
  const amounts = [
    ...['1000', '1,000', '$1,000', 'NT$ 1,000', '＄１，０００', '1,000.00', '\u202a1000\u202c'],
    ...['1,000元', 'TWD 1,000', '1，000', "'1000", '+1000', '1 000', '1,000 '],
  ]
  const { errors, values } = await run(amounts.map((amount) => ({ amount })))
  expect(errors).toEqual([])
  expect(values.map((row) => row[5])).toEqual(amounts.map(() => 1000))
})

test.each(imports)(
  'in %s full-width letters and zero-width characters are handled alike in every column',
  async (_, run) => {
    const cells = {
      name: '王\u200b大明',
      idNo: 'Ａ１２３４５６７８９\u200b',
      mobile: '０９１２－３４５\u00a0６７８',
      date: '１１５／１２／０２',
      amount: '１，０００',
    }
    expect(await run([cells])).toEqual({
      errors: [],
      values: [['P0', '王大明', 'A123456789', '0912345678', '2026-12-02', 1000]],
    })
  },
)

test.each(imports)('in %s an invalid amount is refused with the reason', async (_, run) => {
  const wrong = [
    ['1000.5', '應繳金額應為整數，不可有小數。'],
    ['99999999999999', '應繳金額的數字太大，系統無法處理。'],
    ['999,999,999', '應繳金額不可大於 99,999,999。'],
    ['1.000', '應繳金額的「1.000」可能是 1，也可能是 1,000，請改寫成其中一種。'],
    ['1,5', '應繳金額的「1,5」可能是 1.5，也可能是 15，請改寫成其中一種。'],
    ['1,00', '應繳金額的「1,00」可能是 1，也可能是 100，請改寫成其中一種。'],
    ['1000.-', '應繳金額的「1000.-」可能是 1,000，也可能是 -1,000，請改寫成其中一種。'],
    ['1,00,0', '應繳金額的「1,00,0」分隔符號位置不正確，若是 1,000，請改寫成 1,000。'],
  ] as const
  expect(await run(wrong.map(([amount]) => ({ amount })))).toEqual({
    values: [],
    errors: wrong.map(([Value, Message]) => ({ ColumnName: '應繳金額', Value, ErrorCode: 'E102', Message })),
  })
})

test('a negative amount and the hyphen of an accounting format are read, and refused only where the field does not allow them', async () => {
  const written = ['(500)', '1000-', '－500', '−500', '-', '0']
  const { values, errors } = await importParcels(written.map((amount) => ({ amount })))
  expect(errors).toEqual([])
  expect(values.map((row) => row[5])).toEqual([-500, -1000, -500, -500, 0, 0])
  const bills = await importBills(written.map((amount) => ({ amount })))
  expect(bills.values).toEqual([])
  expect(bills.errors).toMatchObject(
    ['-500', '-1,000', '-500', '-500', '0', '0'].map((read) => ({
      Message: `應繳金額須介於 1 與 99,999,999 之間，目前為 ${read}。`,
    })),
  )
})

test('a hyphen in the amount of an item without a name means no item', async () => {
  const titles = [
    '繳款人代號',
    '繳款人編號',
    '繳款人姓名',
    '繳費項目1',
    '金額1',
    '繳費項目2',
    '金額2',
    '繳費項目3',
    '金額3',
  ]
  const row = ['P1', '000001', '王大明', 'F01', '600', 'F01', '(100)', '', '-']
  const { ErrorLog } = await imported(open, maker, 'a.csv', quoted([titles, row]))
  expect(ErrorLog).toEqual([])
  expect(await open.db.selectFrom('bill').select('should_pay_amount').executeTakeFirst()).toEqual({
    should_pay_amount: 500,
  })
})

test.each(imports)(
  'in %s a wrong check digit is reported with the kind of number, a lost zero with its cause, and a wrong length with its own error code',
  async (_, run) => {
    const idNo = (Value: string, ErrorCode: string, Message: string) => ({
      ColumnName: '身分證字號／統編',
      Value,
      ErrorCode,
      Message,
    })
    const cells = [
      { idNo: 'a123456788' },
      { idNo: 'A８00000000' },
      { idNo: '12345678' },
      { idNo: 'A12345678' },
      { idNo: '00000000' },
      { mobile: '912345678' },
      { mobile: '12345' },
      { name: '王'.repeat(41) },
    ]
    const { errors, values } = await run(cells)
    expect(values).toEqual([])
    expect(errors).toEqual([
      idNo('a123456788', 'E103', '身分證字號／統編不正確：身分證字號的檢查碼不符，請核對後更正。'),
      idNo('A８00000000', 'E103', '身分證字號／統編不正確：居留證號的檢查碼不符，請核對後更正。'),
      idNo('12345678', 'E103', '身分證字號／統編不正確：統一編號的檢查碼不符，請核對後更正。'),
      idNo('A12345678', 'E102', '身分證字號／統編格式不正確，請輸入正確的身分證字號、居留證號或統一編號。'),
      idNo('00000000', 'E102', '身分證字號／統編格式不正確，請輸入正確的身分證字號、居留證號或統一編號。'),
      {
        ColumnName: '行動電話',
        Value: '912345678',
        ErrorCode: 'E102',
        Message: '行動電話少了開頭的 0（試算表會去掉數字開頭的 0），請將該欄改為文字格式並補上 0。',
      },
      {
        ColumnName: '行動電話',
        Value: '12345',
        ErrorCode: 'E102',
        Message: '行動電話格式不正確，請輸入 09 開頭的 10 碼行動電話。',
      },
      expect.objectContaining({ ErrorCode: 'E104', Message: expect.stringContaining('最多 40 個字，目前 41 個字。') }),
    ])
  },
)

test('the message names the check that an account chosen by the company fails', async () => {
  const file = quoted([
    ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額', '銷帳編號'],
    ['P1', '000001', '王大明', '1000', '77001000000011'],
  ])
  const messagesWith = async (vac_check_type: 'Account' | 'AccountAmount' | 'AccountDue') => {
    await open.db
      .updateTable('agreement')
      .set({ vac_check_type, allow_own_vac: true })
      .where('apply_code', '=', '77001')
      .execute()
    const { ErrorLog } = await imported(open, maker, 'a.csv', file)
    return ErrorLog.map(({ ErrorCode, Message }: Record<string, string>) => [ErrorCode, Message])
  }
  expect(await messagesWith('AccountAmount')).toEqual([
    ['E103', '銷帳編號的檢查碼與帳號、應繳金額不符，請核對後更正。'],
  ])
  expect(await messagesWith('AccountDue')).toEqual([
    ['E103', '銷帳編號的日期碼應為 5334，與繳款截止日 2026/11/30 不符，請核對後更正。'],
  ])
  expect(await messagesWith('Account')).toEqual([['E103', '銷帳編號的檢查碼與帳號不符，請核對後更正。']])
  await open.db.updateTable('agreement').set({ allow_own_vac: false }).where('apply_code', '=', '77001').execute()
})

test('the name of a fee is found whatever its width and case', async () => {
  const file = quoted([
    ['繳款人代號', '繳款人編號', '繳款人姓名', '繳費項目1', '金額1'],
    ['P1', '000001', '王大明', '班費(a)', '1000'],
  ])
  expect(await imported(open, maker, 'a.csv', file)).toMatchObject({ ErrorLog: [], SuccessCount: 1 })
})
