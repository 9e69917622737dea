import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal } from '../../support/portal'
import { csv } from '../imports/files'
import { imported, twoCompaniesWithTerms } from '../imports/uploads'

let here: Portal
let maker: Client

beforeEach(async () => {
  here = await portal()
  await twoCompaniesWithTerms(here)
  await here.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  await here.given.fee({ FeeCode: 'F02', FeeName: '減免', DefaultAmount: -50 })
  maker = await here.as('CustomerMaker')
})

const good = {
  ApplyCode: '77001',
  BillTermId: '2026-11',
  BillCategoryCode: 'MGT',
  PayerNo: '000123',
  PayerName: '王大明',
  FeeItems: [{ FeeCode: 'F01', FeeName: '管理費', Amount: 1000 }],
  PaymentStartDate: '2026-11-01',
  PaymentEndDate: '2026-11-30',
}

const create = (changes: RecordValues = {}, client = maker) => client.post('/Bills', { ...good, ...changes })
const change = (table: string, values: string) => sql.raw(`update ${table} set ${values}`).execute(here.db)

describe('a typed bill', () => {
  test('has a number, an account, the sum of its items and its barcodes', async () => {
    const { code, data } = await create({
      FeeItems: [...good.FeeItems, { FeeCode: null, FeeName: '車位清潔費', Amount: 200 }],
    })
    expect(code).toBe('0000')
    expect(data).toMatchObject({
      BillNo: 'B202611-000001',
      VACAccount: '77001260001235',
      ShouldPayAmount: 1200,
      FeeItems: [
        { SortNo: 1, FeeCode: 'F01', FeeName: '管理費', Amount: 1000 },
        { SortNo: 2, FeeCode: null, FeeName: '車位清潔費', Amount: 200 },
      ],
      PaidAmount: 0,
      PayStatus: 'Unpaid',
      BillState: 'Active',
      AccountState: 'InUse',
      PrintCount: 0,
      DebitFlag: false,
      MarketBarcodes: ['1511307A1', '0077001260001235', expect.stringMatching(/000001200$/)],
      PostBarcodes: ['50012345', '115113000770012600012352', '00001200'],
    })
    const audit = await here.db
      .selectFrom('audit_log')
      .select(['action', 'record_key'])
      .where('resource', '=', 'bills')
      .where('action', '=', 'Create')
      .execute()
    expect(audit).toEqual([{ action: 'Create', record_key: String(data.SerialId) }])
  })

  test('has the name of the fee if an item has none of its own', async () => {
    const { data } = await create({ FeeItems: [{ FeeCode: 'F01', Amount: 1000 }] })
    expect(data.FeeItems).toEqual([{ SortNo: 1, FeeCode: 'F01', FeeName: '管理費', Amount: 1000 }])
  })

  test('explains why stores do not accept it', async () => {
    expect((await create({ FeeItems: [{ FeeName: '管理費', Amount: 20_001 }] })).data).toMatchObject({
      MarketBarcodes: [],
      MarketRefusal: '本單金額逾超商代收上限，請改用其他通路繳款',
    })
  })

  test('takes missing values from its term and payer', async () => {
    await change(
      'bill_term',
      `fee_items = '[{"FeeCode":"F01","Amount":900},{"FeeCode":"F02","Amount":-50}]', market_end_date = '2026-12-05'`,
    )
    await here.given.payerUnit()
    await here.given.payer({
      PayerId: 'A1-0501',
      PayerNo: '000123',
      IdNo: 'A123456789',
      Mobile: '0912345678',
      Email: 'wangdm@example.com',
      ZipCode: '100006',
      Address: '臺北市中正區',
      PayerUnitId: 'A1',
      PayerType: 'Account',
      DebitAuthStatus: 'Authorized',
    })
    const { data } = await maker.post('/Bills', {
      ApplyCode: '77001',
      BillTermId: '2026-11',
      PayerId: 'A1-0501',
      PayerName: '王大明',
      Email: null,
    })
    expect(data).toMatchObject({
      BillCategoryCode: 'MGT',
      PaymentStartDate: '2026-11-01',
      PaymentEndDate: '2026-11-30',
      MarketEndDate: '2026-12-05',
      FeeItems: [
        { FeeCode: 'F01', FeeName: '管理費', Amount: 900 },
        { FeeCode: 'F02', FeeName: '減免', Amount: -50 },
      ],
      ShouldPayAmount: 850,
      PayerNo: '000123',
      IdNo: 'A123456789',
      Mobile: '0912345678',
      Email: null,
      ZipCode: '100006',
      Address: '臺北市中正區',
      PayerUnitId: 'A1',
      DebitFlag: true,
    })
  })

  test('equals the bill that an import builds from the same values', async () => {
    await here.given.payer({ PayerId: 'A1-0501', PayerNo: '000123', IdNo: 'A123456789', Mobile: '0912345678' })
    const { data: typed } = await create({ PayerId: 'A1-0501', PayerNo: undefined })
    await change('bill', `bill_state = 'Void'`)
    const header = ['繳款人代號', '繳款人姓名', '繳費項目1', '金額1']
    const { ImportBatchNo } = await imported(
      here,
      maker,
      'bills.csv',
      csv([header, ['A1-0501', '王大明', 'F01', '1000']]),
    )
    const { data } = await maker.get('/Bills', { ImportBatchNo })
    const { data: uploaded } = await maker.get(`/Bills/${data.Items[0].SerialId}`)
    const own = [
      'SerialId',
      'BillNo',
      'ImportBatchNo',
      'Labels',
      'CreateUser',
      'CreateTime',
      'UpdateUser',
      'UpdateTime',
    ]
    const comparable = (bill: RecordValues) =>
      Object.fromEntries(Object.entries(bill).filter(([name]) => !own.includes(name)))
    expect(comparable(uploaded)).toEqual(comparable(typed))
  })

  test('may have a number of its own; the next generated one follows the highest', async () => {
    expect((await create({ BillNo: 'B202611-000041' })).data.BillNo).toBe('B202611-000041')
    expect((await create({ PayerNo: '000124' })).data.BillNo).toBe('B202611-000042')
    expect(await create({ PayerNo: '000125', BillNo: 'B202611-000041' })).toMatchObject({
      code: '2003',
      errors: { BillNo: expect.stringContaining('已經存在') },
    })
  })

  test('has the account that the company chose, where its agreement allows that', async () => {
    expect(await create({ VACAccount: '77001999999999' })).toMatchObject({
      code: '2002',
      errors: { VACAccount: '代收約定未開放自編銷帳編號，請留空由系統計算。' },
    })
    expect((await create({ VACAccount: '77001260001235' })).data.VACAccount).toBe('77001260001235')
    await change('agreement', 'allow_own_vac = true')
    expect(await create({ VACAccount: '77001000000011' })).toMatchObject({
      code: '2008',
      errors: { VACAccount: '銷帳編號的檢查碼與帳號不符，請核對後更正。' },
    })
    expect((await create({ VACAccount: '77001000000010' })).data.VACAccount).toBe('77001000000010')
  })
})

describe('a bill is refused', () => {
  test.each([
    [
      'in a closed term',
      'bill_term',
      `term_status = 'Closed'`,
      {},
      'BillTermId',
      '期別「2026-11」已結案，不可再新增帳單。',
    ],
    [
      'in an inactive category',
      'bill_category',
      `category_status = 'Inactive'`,
      {},
      'BillCategoryCode',
      '代收類別「MGT」不存在或已停用，請先在代收類別設定啟用。',
    ],
    [
      'with an inactive fee',
      'fee',
      `fee_status = 'Inactive'`,
      {},
      'FeeItems.0.FeeCode',
      '繳費項目「管理費」已停用，請改用其他項目，或先在繳費項目設定改為啟用。',
    ],
    [
      'of a suspended agreement',
      'agreement',
      `agreement_status = 'Suspended'`,
      {},
      'ApplyCode',
      '委託單位 77001 的代收約定已中止，不能新增帳單；請改選其他委託單位，或洽往來分行。',
    ],
    [
      'for an inactive payer',
      'payer',
      `payer_status = 'Inactive'`,
      { PayerId: 'A1-0501', PayerNo: '000501' },
      'PayerId',
      '繳款人「A1-0501」已停用，請先在繳款人設定改為啟用。',
    ],
    [
      'of an inactive unit',
      'payer_unit',
      `unit_status = 'Inactive'`,
      { PayerUnitId: 'A1' },
      'PayerUnitId',
      '查無代收單位代號「A1」，請先在代收單位設定新增。',
    ],
    [
      'by direct debit that is not authorized',
      'payer',
      `debit_auth_status = 'Applying'`,
      { PayerId: 'A1-0501', PayerNo: '000501', DebitFlag: true },
      'DebitFlag',
      '這位繳款人沒有已授權的約定扣款，請改選「否」，或先在繳款人設定完成授權。',
    ],
  ])('%s', async (_, table, values, entered, field, message) => {
    await here.given.payerUnit()
    await here.given.payer({ PayerId: 'A1-0501', PayerNo: '000501' })
    await change(table, values)
    const { code, errors } = await create(entered)
    expect([code, errors]).toEqual(['2006', { [field]: message }])
  })

  test.each([
    [
      '2002',
      { PaymentEndDate: '2026-11-19' },
      'PaymentEndDate',
      '繳款截止日 2026-11-19 已過，請改為今天或之後的日期。',
    ],
    [
      '2002',
      { PaymentEndDate: '2028-11-02' },
      'PaymentEndDate',
      '繳款截止日最晚為 2028/11/01（期別「2026-11」的繳款起日後 2 年），請更正。',
    ],
    [
      '2002',
      { MarketEndDate: '2028-11-02' },
      'MarketEndDate',
      '超商代收期限最晚為 2028/11/01（期別「2026-11」的繳款起日後 2 年），請更正。',
    ],
    ['2002', { PayerNo: '123' }, 'PayerNo', '繳款人編號應為 6 碼，目前 3 碼。'],
    ['2001', { PayerNo: null }, 'PayerNo', '請填寫繳款人編號：虛擬帳號需要它，且繳款人設定沒有這位繳款人的編號。'],
    ['2003', { PayerNo: '000501' }, 'PayerNo', '繳款人編號「000501」已由繳款人「A1-0501」使用，請改用其他編號。'],
    [
      '2002',
      { FeeItems: [{ FeeName: '減免', Amount: -1 }] },
      'FeeItems',
      '應繳金額須介於 1 與 99,999,999 之間，目前為 -1。',
    ],
    ['2001', { FeeItems: [] }, 'FeeItems', '請填寫應繳金額或繳費項目：期別沒有預設繳費項目。'],
    ['2001', { FeeItems: [{ Amount: 1000 }] }, 'FeeItems.0.FeeName', '第 1 列：請選擇繳費項目，或填寫項目名稱。'],
    ['2002', { BillTermId: '2099-01' }, 'BillTermId', '找不到代收期別「2099-01」，請改用已建立的資料。'],
    ['2002', { PayerName: '' }, 'PayerName', '請填寫繳款人姓名。'],
  ])('with %s for %o', async (code, entered, field, message) => {
    await here.given.payer({ PayerId: 'A1-0501', PayerNo: '000501' })
    expect(await create(entered)).toMatchObject({ code, errors: { [field]: message } })
  })

  test('if stores would close before the deadline that its term sets', async () => {
    const { code, errors } = await create({ PaymentEndDate: undefined, MarketEndDate: '2026-11-02' })
    expect([code, errors]).toEqual([
      '2002',
      { MarketEndDate: '超商代收期限 2026/11/02 早於繳款截止日 2026/11/30，請更正或留空。' },
    ])
    expect((await create({ PaymentEndDate: undefined, MarketEndDate: '2026-11-30' })).data.MarketEndDate).toBe(
      '2026-11-30',
    )
  })

  test('if no open channel accepts its amount', async () => {
    await change('bill_category', `channels = '["01","02"]'`)
    expect(await create({ FeeItems: [{ FeeName: '管理費', Amount: 20_001 }] })).toMatchObject({
      code: '2007',
      errors: { FeeItems: '應繳金額超過所有開放通路的收款上限，請改用其他代收類別或拆成數筆。' },
    })
  })

  test('if stores, its only channels, do not accept its amount with the fee that the payer bears; other channels do', async () => {
    await change('market_item', `min_amount = 40001, max_amount = 60000, fee_bear_type = 'Increase', channel_fee = 20`)
    const amount = (Amount: number) => ({ FeeItems: [{ FeeName: '管理費', Amount }] })
    const { data } = await create(amount(59_981))
    expect(data).toMatchObject({ ShouldPayAmount: 59_981, MarketBarcodes: [] })
    await change('bill', `bill_state = 'Void'`)
    await change('bill_category', `channels = '["01","02"]'`)
    expect(await create(amount(59_981))).toMatchObject({
      code: '2007',
      errors: {
        FeeItems: '應繳金額加上繳款人負擔的手續費 20 元後超過所有開放通路的收款上限，請改用其他代收類別或拆成數筆。',
      },
    })
    const [, , third] = (await create(amount(59_980))).data.MarketBarcodes
    expect(third).toMatch(/000060000$/)
  })

  test('with the reason why stores, its only channels, do not accept it', async () => {
    await change('bill_category', `channels = '["01","02"]'`)
    await change('market_item', 'min_amount = 1000')
    expect(await create({ FeeItems: [{ FeeName: '管理費', Amount: 999 }] })).toMatchObject({
      code: '2007',
      errors: { FeeItems: '應繳金額未達所有開放通路的收款下限，請更正金額或改用其他代收類別。' },
    })
    await change('bill_category', 'market_item_code = null')
    expect(await create()).toMatchObject({
      errors: { BillCategoryCode: '這個代收類別只開放超商，但沒有可用的超商代收項目，請改用其他代收類別。' },
    })
  })

  test('if an active bill has its account; that bill is named if it belongs to the same agreement', async () => {
    await create()
    expect(await create()).toMatchObject({
      code: '2003',
      errors: { VACAccount: '虛擬帳號 77001260001235 已由帳單 B202611-000001 使用，請先將該帳單作廢。' },
    })
    await change('bill', `apply_code = '77003'`)
    expect(await create()).toMatchObject({
      code: '2003',
      errors: { VACAccount: '虛擬帳號 77001260001235 已被使用，請改用其他編號。' },
    })
    await change('bill', `apply_code = '77001', pay_status = 'Paid', paid_amount = 1000`)
    expect((await create()).errors.VACAccount).toBe(
      '虛擬帳號 77001260001235 的帳單 B202611-000001 已繳費，請改用其他期別或編號。',
    )
    await change('bill', `bill_state = 'Void'`)
    expect((await create()).code).toBe('0000')
  })
})

describe('concurrently', () => {
  test('several bills get different numbers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ PayerNo: String(index).padStart(6, '0') })),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill('0000'))
    expect(new Set(answers.map(({ data }) => data.BillNo)).size).toBe(8)
  })

  test('of two bills with the same account one is created, and the other refusal names it', async () => {
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2003'])
    expect(answers.find(({ code }) => code === '2003')?.errors).toEqual({
      VACAccount: expect.stringMatching(/^虛擬帳號 77001260001235 已由帳單 B202611-\d+ 使用/),
    })
  })

  test('a bill without a number gets another one if a user typed the next one', async () => {
    const answers = await Promise.all([create({ BillNo: 'B202611-000001' }), create({ PayerNo: '000124' })])
    const numbers = answers.filter(({ code }) => code === '0000').map(({ data }) => data.BillNo)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(answers[1]?.code).toBe('0000')
  })

  test('of a typed and an imported bill with the same account one is created', async () => {
    const file = csv([
      ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額'],
      ['P1', '000123', '王大明', '1000'],
    ])
    const [typed, upload] = await Promise.all([create(), imported(here, maker, 'bills.csv', file)])
    expect(Number(typed.code === '0000') + upload.SuccessCount).toBe(1)
    expect(await here.db.selectFrom('bill').select('vac_account').execute()).toEqual([
      { vac_account: '77001260001235' },
    ])
  })
})

describe('permissions', () => {
  test.each(['CustomerChecker', 'CustomerViewer'])('%s cannot create bills', async (role) => {
    expect((await create({}, await here.as(role))).status).toBe(403)
  })

  test('another company can create a bill neither in this company nor with its records', async () => {
    const otherCompany = await here.as('CustomerMaker', insurer)
    expect(await create({}, otherCompany)).toMatchObject({
      code: '2002',
      errors: { ApplyCode: expect.stringContaining('77001') },
    })
    await here.given.payer({ ApplyCode: '77001', PayerId: 'A1-0501', PayerNo: '000123' })
    expect(
      await create(
        { ApplyCode: '77003', PayerId: 'A1-0501', FeeItems: [{ FeeName: '保費', Amount: 1 }] },
        otherCompany,
      ),
    ).toMatchObject({
      code: '2002',
      errors: { PayerId: expect.stringContaining('找不到') },
    })
  })
})
