import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { isReport } from '../../../src/schema/language/resource'
import type { RecordValues } from '../../../src/schema/language/types'
import { reportInForm } from '../../../src/schema/reports/report-form'
import { missingTools, readText } from '../../documents/tools'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal } from '../../support/portal'
import { checkDatabaseHistories, givenBank } from '../payments/support/database-histories'
import { sameFigures } from './same-figures'

const forms = ['ChannelFeeReport', 'ChannelFeeReportByI0O', 'ChannelFeeReportByReceipt'] as const
type Form = (typeof forms)[number]

const rowsOf = async (client: Client, form: Form, query: RecordValues): Promise<readonly RecordValues[]> => {
  const { code, message, data } = await client.get(`/ReportPrint/${form}`, { PageSize: 500, ...query })
  expect(code, message).toBe('0000')
  return data.Items
}
const totalsOf = async (client: Client, form: Form, query: RecordValues): Promise<RecordValues> =>
  (await client.get(`/ReportPrint/${form}`, { WithTotals: true, ...query })).data.Totals
const only = (rows: readonly RecordValues[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]))

/** A portal with a store, the post office, an ATM and insurance premiums of one agreement, and another company. */
const open = async (): Promise<Portal & { readonly maker: Client }> => {
  const here = await portal()
  const { given } = here
  await given.customer()
  await given.customer({ UniformNo: insurer.UniformNo, CustomerName: '示範人壽' })
  const item = (MarketItemCode: string, MinAmount: number, MaxAmount: number, ChannelFee: number, more = {}) =>
    given.marketItem({
      MarketItemCode,
      MarketItemName: MarketItemCode,
      MinAmount,
      MaxAmount,
      ChannelFee,
      FeeBearType: 'Deduct',
      PayPeriodType: 'NDayA',
      ...more,
    })
  await item('7A1', 1, 20_000, 10)
  await item('7A2', 20_001, 40_000, 15)
  await item('7A3', 40_001, 60_000, 20)
  await item('7B1', 1, 20_000, 10, { FeeBearType: 'Increase' })
  await item('I0O', 1, 50_000, 20, { PayPeriodType: 'TenDay' })
  await given.agreement({ RealAccount: '00120034567890' })
  await given.agreement({ ApplyCode: '77002' })
  await given.agreement({ ApplyCode: '77003', UniformNo: insurer.UniformNo })
  return { ...here, maker: await here.as('CustomerMaker', { ApplyCodes: ['77001', '77002'] }) }
}

let lastNo = 0
const line = (here: Portal, values: RecordValues) => {
  lastNo += 1
  return here.given.line({
    ChannelId: '01',
    MarketItemCode: '7A1',
    TradeDate: '2026-10-10',
    TransDate: '2026-10-11',
    AccountDate: '2026-10-12',
    TxnSeq: String(lastNo),
    Amount: 1000,
    ChannelFee: 10,
    FeeBearType: 'Deduct',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    WriteOffStatus: 'WrittenOff',
    ...values,
  })
}
/** A reversal of a payment with its account date; both become reversed. */
const reverse = async (here: Portal, payment: RecordValues, AccountDate: string, values: RecordValues = {}) => {
  const reversal = await line(here, {
    ...values,
    AmountSign: 'Minus',
    AccountDate,
    TradeDate: AccountDate,
    TransDate: AccountDate,
    Amount: payment.Amount,
    WriteOffStatus: 'Reversed',
    PairSerialId: payment.SerialId,
  })
  await sql`update transaction_line set write_off_status = 'Reversed', pair_serial_id = ${reversal.SerialId} where serial_id = ${payment.SerialId}`.execute(
    here.db,
  )
}
const october = { YearMonth: '2026-10' }
const november = { YearMonth: '2026-11' }

test('stores are listed by item, whose bracket the amount has, with both bearers; the post by its own brackets', async () => {
  const here = await open()
  for (const [MarketItemCode, Amount, ChannelFee] of [
    ['7A1', 20_000, 10],
    ['7A2', 20_001, 15],
    ['7A2', 40_000, 15],
    ['7A3', 40_001, 20],
  ] as const)
    await line(here, { MarketItemCode, Amount, ChannelFee })
  await line(here, { MarketItemCode: '7B1', Amount: 1010, FeeBearType: 'Increase' })
  for (const [Amount, ChannelFee] of [
    [100, 5],
    [101, 10],
    [1_000, 10],
    [1_001, 15],
  ] as const)
    await line(here, { ChannelId: '05', MarketItemCode: null, Amount, ChannelFee })
  await line(here, {
    ChannelId: '06',
    MarketItemCode: null,
    Amount: 500,
    WriteOffStatus: 'Exception',
    ExceptionType: 'BillNotFound',
  })
  const rows = await rowsOf(here.maker, 'ChannelFeeReport', october)
  expect(
    only(rows, 'ChannelId', 'MarketItemCode', 'Bracket', 'LineCount', 'Amount', 'UnitFee', 'Fee', 'FeeBearType'),
  ).toEqual([
    ['01', '7A1', '1～20,000', 1, 20_000, 10, 10, 'Deduct'],
    ['01', '7A2', '20,001～40,000', 2, 60_001, 15, 30, 'Deduct'],
    ['01', '7A3', '40,001～60,000', 1, 40_001, 20, 20, 'Deduct'],
    ['01', '7B1', '1～20,000', 1, 1010, 10, 10, 'Increase'],
    ['05', null, '1～100', 1, 100, 5, 5, 'Deduct'],
    ['05', null, '101～1,000', 2, 1101, 10, 20, 'Deduct'],
    ['05', null, '1,001 以上', 1, 1001, 15, 15, 'Deduct'],
    ['06', null, null, 1, 500, 10, 10, 'Deduct'],
  ])
})

test('a divided payment counts once, and a reversed one until the month of its reversal', async () => {
  const here = await open()
  const divided = await line(here, { Amount: 900, WriteOffStatus: 'Divided' })
  for (const Amount of [600, 300]) await line(here, { Amount, ParentSerialId: divided.SerialId, ChannelFee: 5 })
  await reverse(here, await line(here, { Amount: 700 }), '2026-11-03', { ChannelFee: 0 })
  await reverse(here, await line(here, { Amount: 800, ChannelId: '02' }), '2026-10-20')
  await line(here, { AmountSign: 'Minus', Amount: 50, WriteOffStatus: 'Exception', ExceptionType: 'Reversal' })
  expect(
    only(await rowsOf(here.maker, 'ChannelFeeReport', october), 'ChannelId', 'LineCount', 'Amount', 'Fee'),
  ).toEqual([['01', 2, 1600, 20]])
  expect(
    only(await rowsOf(here.maker, 'ChannelFeeReport', november), 'ChannelId', 'LineCount', 'Amount', 'Fee'),
  ).toEqual([['01', -1, -700, -10]])
})

test('a payment whose agreement was corrected is taken off from the agreement that was charged', async () => {
  const here = await open()
  const moved = await line(here, { ApplyCode: '77002', OriginalVACAccount: '77001260001235' })
  await reverse(here, moved, '2026-11-03', { ApplyCode: '77001' })
  expect(only(await rowsOf(here.maker, 'ChannelFeeReport', november), 'ApplyCode', 'LineCount')).toEqual([
    ['77002', -1],
  ])
})

test('insurance premiums have the period in which the store settles them', async () => {
  const here = await open()
  for (const TransDate of ['2026-10-10', '2026-10-11', '2026-10-20', '2026-10-21', '2026-10-31'])
    await line(here, { MarketItemCode: 'I0O', TransDate, ChannelFee: 20 })
  await line(here, { MarketItemCode: '7A1' })
  const periods = async () =>
    only(
      await rowsOf(here.maker, 'ChannelFeeReportByI0O', october),
      'PayPeriodType',
      'PeriodStart',
      'PeriodEnd',
      'LineCount',
      'Fee',
    )
  expect(await periods()).toEqual([
    ['TenDay', '2026-10-01', '2026-10-10', 1, 20],
    ['TenDay', '2026-10-11', '2026-10-20', 2, 40],
    ['TenDay', '2026-10-21', '2026-10-31', 2, 40],
  ])
  // 2026-10-11 is a Sunday.
  await sql`update market_item set pay_period_type = 'Week'`.execute(here.db)
  expect(await periods()).toEqual([
    ['Week', '2026-10-05', '2026-10-11', 2, 40],
    ['Week', '2026-10-19', '2026-10-25', 2, 40],
    ['Week', '2026-10-26', '2026-11-01', 1, 20],
  ])
})

describe('receipts', () => {
  test('a receipt has what the company bears by channel, the total in words, and the same number for ever', async () => {
    const here = await open()
    for (let index = 0; index < 3; index += 1) await line(here, {})
    await line(here, { ChannelId: '06', MarketItemCode: null, ChannelFee: 1000 })
    await line(here, { MarketItemCode: '7B1', FeeBearType: 'Increase' })
    await line(here, { CurrencyType: 'USD', ChannelFee: 0 })
    const first = await rowsOf(here.maker, 'ChannelFeeReportByReceipt', october)
    const receipt = {
      ReceiptNo: '77001-11510-01',
      CustomerName: '示範社區管理委員會',
      UniformNo: '90000017',
      RealAccount: '*********67890',
      YearMonth: '2026-10',
      TotalInWords: '壹仟零參拾元整',
      PrintDate: '2026-11-20',
    }
    expect(first).toMatchObject([
      { ...receipt, ChannelId: '01', LineCount: 3, Fee: 30 },
      { ...receipt, ChannelId: '06', LineCount: 1, Fee: 1000 },
    ])
    here.clock.set('2026-11-20T02:20:00Z')
    expect(await rowsOf(here.maker, 'ChannelFeeReportByReceipt', october)).toEqual(first)
    expect(await here.db.selectFrom('fee_receipt').select('serial_id').execute()).toHaveLength(1)
  })

  test.skipIf(missingTools())(
    'printed receipts are one page for each agreement, with the channels, the total and its words',
    async () => {
      const here = await open()
      await line(here, { ChannelFee: 10_000 })
      await line(here, { ChannelId: '06', MarketItemCode: null })
      await line(here, { ApplyCode: '77002' })
      const answer = await here.maker.get('/Ext/ReportPrint/ChannelFeeReportByReceiptFile', {
        ...october,
        FileFormat: 'Pdf',
      })
      expect(decodeURIComponent(answer.headers.get('Content-Disposition') ?? '')).toContain('手續費收據_11510.pdf')
      const single = await here.maker.get('/Ext/ReportPrint/ChannelFeeReportByReceiptFile', {
        ...october,
        ApplyCode: '77002',
        FileFormat: 'Pdf',
      })
      expect(decodeURIComponent(single.headers.get('Content-Disposition') ?? '')).toContain(
        '手續費收據_77002-11510-01.pdf',
      )
      const pages = (await readText(answer.bytes)).split('\f').filter(Boolean)
      expect(pages).toHaveLength(2)
      for (const text of [
        '代收手續費收據',
        '77001-11510-01',
        '示範社區管理委員會',
        '90000017',
        '*********67890',
        '民國115年10月',
      ])
        expect(pages[0]).toContain(text)
      for (const text of ['統一超商', '10,000', '10,010 元', '新臺幣壹萬零壹拾元整', '民國115年11月20日'])
        expect(pages[0]).toContain(text)
      expect(pages[1]).toContain('壹拾元整')
      const none = await here.maker.get('/Ext/ReportPrint/ChannelFeeReportByReceiptFile', {
        YearMonth: '2026-09',
        FileFormat: 'Pdf',
      })
      expect(none).toMatchObject({ status: 404, message: '找不到這張收據，可能已經刪除，或您沒有查詢的權限。' })
    },
  )

  test('changed fees get the next number, and other changes none', async () => {
    const here = await open()
    await line(here, {})
    await line(here, { ApplyCode: '77002' })
    const numbers = async () => only(await rowsOf(here.maker, 'ChannelFeeReportByReceipt', october), 'ReceiptNo', 'Fee')
    const second = ['77002-11510-01', 10]
    expect(await numbers()).toEqual([['77001-11510-01', 10], second])
    await line(here, { FeeBearType: 'Increase' })
    expect(await numbers()).toEqual([['77001-11510-01', 10], second])
    await line(here, {})
    expect(await numbers()).toEqual([['77001-11510-02', 20], second])
    expect(await numbers()).toEqual([['77001-11510-02', 20], second])
  })

  test('fees that fall to nothing take back the receipt, and fees that return get a number of their own', async () => {
    const here = await open()
    const { SerialId } = await line(here, {})
    await line(here, { ApplyCode: '77002' })
    await line(here, { ApplyCode: '77003' })
    const numbers = async (query: RecordValues = {}, client = here.maker) =>
      only(await rowsOf(client, 'ChannelFeeReportByReceipt', { ...october, ...query }), 'ReceiptNo', 'Fee')
    const stranger = await here.as('CustomerMaker', insurer)
    expect(await numbers()).toEqual([
      ['77001-11510-01', 10],
      ['77002-11510-01', 10],
    ])
    expect(await numbers({}, stranger)).toEqual([['77003-11510-01', 10]])
    await sql`update transaction_line set channel_fee = 0`.execute(here.db)
    expect(await numbers({ ApplyCode: '77001' })).toEqual([])
    const issued = () =>
      here.db.selectFrom('fee_receipt').select(['receipt_no', 'total_fee']).orderBy('serial_id').offset(3).execute()
    expect(await issued()).toEqual([{ receipt_no: '77001-11510-02', total_fee: 0 }])
    expect(await numbers()).toEqual([])
    expect(await numbers()).toEqual([])
    expect((await issued()).map(({ receipt_no }) => receipt_no)).toEqual(['77001-11510-02', '77002-11510-02'])
    await sql`update transaction_line set channel_fee = 10 where serial_id = ${SerialId}`.execute(here.db)
    expect(await numbers()).toEqual([['77001-11510-03', 10]])
  })

  test('calls at the same time issue one receipt', async () => {
    const here = await open()
    await line(here, {})
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => rowsOf(here.maker, 'ChannelFeeReportByReceipt', october)),
    )
    expect(new Set(answers.flat().map(({ ReceiptNo }) => ReceiptNo))).toEqual(new Set(['77001-11510-01']))
    expect(await here.db.selectFrom('fee_receipt').select('no').execute()).toEqual([{ no: 1 }])
  })

  test('a month that has not ended has no receipt', async () => {
    const here = await open()
    await line(here, { AccountDate: '2026-11-02' })
    expect(await here.maker.get('/ReportPrint/ChannelFeeReportByReceipt', november)).toMatchObject({
      code: '2002',
      errors: { YearMonth: '115/11 尚未結束，收據自次月 1 日起產生；請選擇已結束的月份。' },
    })
  })

  test('a month without fees has none', async () => {
    const here = await open()
    await line(here, { FeeBearType: 'Increase' })
    expect(await rowsOf(here.maker, 'ChannelFeeReportByReceipt', october)).toEqual([])
  })
})

test('the options are the months with payments, the agreements of the caller and the forms', async () => {
  const here = await open()
  await line(here, {})
  await line(here, { AccountDate: '2026-08-31' })
  await line(here, { AccountDate: '2026-07-31', ApplyCode: '77003' })
  const { data } = await here.maker.get('/ReportPrint/GetChannelFeeReportSearchData')
  expect(data).toMatchObject({
    YearMonth: [
      { Value: '2026-10', Text: '115/10' },
      { Value: '2026-08', Text: '115/08' },
    ],
    Form: [
      { Value: 'Channel', Text: '依通路' },
      { Value: 'I0O', Text: '保險費（I0O）' },
      { Value: 'Receipt', Text: '收據' },
    ],
  })
  expect(data.ApplyCode.map(({ Value }: RecordValues) => Value)).toEqual(['77001', '77002'])
})

test('a company sees its own agreements only, and queries by agreement or company', async () => {
  const here = await open()
  await line(here, {})
  await line(here, { ApplyCode: '77002' })
  await line(here, { ApplyCode: '77003' })
  for (const form of ['ChannelFeeReport', 'ChannelFeeReportByReceipt'] as const) {
    const codes = async (query: RecordValues, client = here.maker) =>
      (await rowsOf(client, form, { ...october, ...query })).map(({ ApplyCode }) => ApplyCode)
    expect(await codes({})).toEqual(['77001', '77002'])
    expect(await codes({ ApplyCode: '77002' })).toEqual(['77002'])
    expect(await codes({ UniformNo: '90000017' })).toEqual(['77001', '77002'])
    expect(await codes({ UniformNo: insurer.UniformNo })).toEqual([])
    expect(await codes({}, await here.as('CustomerMaker', insurer))).toEqual(['77003'])
    expect(await here.maker.get(`/ReportPrint/${form}`, { ...october, ApplyCode: '77003' })).toMatchObject({
      code: '2002',
      errors: { ApplyCode: expect.any(String) },
    })
  }
})

test.each([{}, { YearMonth: '2026-13' }, { YearMonth: '2026-10-01' }, { YearMonth: '2026-10', Nonsense: '1' }])(
  'the query %o is refused',
  async (query) => {
    const here = await open()
    for (const form of forms) expect((await here.maker.get(`/ReportPrint/${form}`, query)).code).toBe('2002')
  },
)

describe('over three months of handlings, undos and reversals', () => {
  let here: Portal
  let maker: Client
  beforeAll(async () => {
    here = await portal()
    await givenBank(here)
    await checkDatabaseHistories(here, { seed: 37, numRuns: 40 })
    await sql`
      update transaction_line set trade_date = day, account_date = day + 1,
        channel_id = (array['01', '05', '06'])[1 + serial_id % 3], channel_fee = (array[5, 10, 15])[1 + serial_id % 3],
        fee_bear_type = case when serial_id % 4 = 0 then 'Increase' else 'Deduct' end
      from (select serial_id as id, date '2026-08-15' + (serial_id * 7 % 88)::int as day from transaction_line) d
      where d.id = serial_id`.execute(here.db)
    maker = await here.as('CustomerMaker', { ApplyCodes: ['77001', '77004'] })
  })

  test.each(['2026-08', '2026-09', '2026-10', '2026-11'])(
    'the figures of %s are independent sums',
    async (YearMonth) => {
      const { rows } = await sql<RecordValues>`
      select coalesce(sum(n), 0)::int as "LineCount", coalesce(sum(n * amount), 0)::int as "Amount",
        coalesce(sum(n * channel_fee), 0)::int as "Fee"
      from (
        select o.amount, o.channel_fee,
          (to_char(o.account_date, 'YYYY-MM') = ${YearMonth})::int - coalesce((to_char(m.account_date, 'YYYY-MM') = ${YearMonth})::int, 0) as n
        from transaction_line o
        left join transaction_line m on m.serial_id = o.pair_serial_id and o.write_off_status = 'Reversed'
        where o.amount_sign = 'Plus' and o.parent_serial_id is null and o.apply_code in ('77001', '77004')
      ) l`.execute(here.db)
      const report = await rowsOf(maker, 'ChannelFeeReport', { YearMonth })
      const sum = (name: string) => report.reduce((total, row) => total + Number(row[name]), 0)
      expect({ LineCount: sum('LineCount'), Amount: sum('Amount'), Fee: sum('Fee') }).toEqual(rows[0])
      expect(JSON.stringify(await totalsOf(maker, 'ChannelFeeReport', { YearMonth }))).toContain(`${rows[0]?.Fee}`)
      for (const row of report) expect(row.Fee).toBe(Number(row.UnitFee) * Number(row.LineCount))
      if (YearMonth === '2026-11') return
      const receipts = await rowsOf(maker, 'ChannelFeeReportByReceipt', { YearMonth })
      const borne = report.filter(({ FeeBearType }) => FeeBearType === 'Deduct')
      expect(receipts.reduce((total, row) => total + Number(row.Fee), 0)).toBe(
        borne.reduce((total, row) => total + Number(row.Fee), 0),
      )
    },
  )
})

test('the files of the forms have the lines of the screen', async () => {
  const here = await open()
  await line(here, { MarketItemCode: 'I0O', ChannelFee: 20 })
  await line(here, { ChannelId: '06', MarketItemCode: null })
  const report = here.schemas.get('ChannelFeeReport')
  if (!isReport(report)) throw new Error('The page is a report.')
  for (const form of ['Channel', 'I0O'])
    expect(await sameFigures(here.maker, reportInForm(report, form), october), form).toBeGreaterThan(2)
  const receipts = await here.maker.get('/Ext/ReportPrint/ChannelFeeReportByReceiptFile', {
    ...october,
    FileFormat: 'Csv',
  })
  expect(receipts.text).toContain('77001-11510-01')
})
