import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { refreshRecentRemittanceChecks, refreshRemittanceChecks } from '../../../src/server/payments/remittances/check'
import { uploadBankFile } from '../../support/payments/bank-file-upload'
import { writeAll } from '../../support/payments/bank-files'
import { portal, twoCompanies } from '../../support/portal'
import { atStore } from './support/files'

const here = await portal({ ownDatabase: true })
const { as, db, given, ports } = here
await twoCompanies(here)
const operator = await as('BankOperator')

beforeEach(async () => {
  for (const table of ['transaction_line', 'remittance', 'remittance_check', 'bank_file'])
    await sql`delete from ${sql.table(table)}`.execute(db)
})

let txnSeq = 0
const line = (values: RecordValues): Promise<unknown> =>
  given.record('TLDetail', {
    ApplyCode: '77001',
    ChannelId: '01',
    MarketItemCode: '7A1',
    TradeDate: '2026-11-16',
    TransDate: '2026-11-16',
    AccountDate: '2026-11-16',
    ExpectRemitDate: '2026-11-19',
    TxnSeq: String(++txnSeq),
    VACAccount: '77001260001235',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    Amount: 1000,
    ChannelFee: 0,
    NetAmount: 1000,
    WriteOffStatus: 'WrittenOff',
    ...values,
  })

const remitted = async (
  ...amounts: readonly (readonly [channel: string, item: string, amount: number, date?: string])[]
) => {
  const details = amounts.map(([ChannelId, MarketItemCode, Amount, RemitDate = '2026-11-19']) => ({
    kind: 'remittance',
    values: { RemitDate, RemitTime: '090000', ChannelId, MarketItemCode, Amount, BatchNo: '01' },
  }))
  const answer = await uploadBankFile(operator, writeAll('cashFlow', { details }))
  expect(answer, answer.message).toMatchObject({ code: '0000' })
  await ports.jobs.runUntilIdle()
}

const checks = async () => {
  const { data } = await operator.get('/RemittanceCheck', { PageSize: 50, SortField: 'ChannelId', SortOrder: 'ASC' })
  return data.Items.map(
    ({ ChannelId, MarketItemCode, CheckStatus, LineCount, ExpectedAmount, RemittedAmount, Difference }: RecordValues) =>
      `${ChannelId} ${MarketItemCode} ${CheckStatus} ${LineCount} ${ExpectedAmount} ${RemittedAmount} ${Difference}`,
  )
}

describe('the remittances of a file', () => {
  test('match the signed sum of the lines of their channel, item and expected day', async () => {
    await line({ Amount: 1000 })
    await line({ Amount: 500 })
    await line({ Amount: 500, AmountSign: 'Minus', WriteOffStatus: 'Reversed' })
    await line({ Amount: 70, ExpectRemitDate: '2026-11-20' })
    await remitted(['01', '7A1', 600], ['01', '7A1', 400])
    expect(await checks()).toEqual(['01 7A1 Matched 3 1000 1000 0'])
  })

  test('match lines that were reported long after their payments', async () => {
    await line({ Amount: 1000, TradeDate: '2026-08-01' })
    await remitted(['01', '7A1', 1000])
    expect(await checks()).toEqual(['01 7A1 Matched 1 1000 1000 0'])
  })

  test('are compared on their own days only, however far apart these are', async () => {
    await line({ Amount: 300, ExpectRemitDate: '2026-11-10' })
    await line({ Amount: 1000 })
    await remitted(['01', '7A1', 500, '2026-10-05'], ['01', '7A1', 1000])
    expect(await checks()).toEqual(
      expect.arrayContaining(['01 7A1 NoLines 0 0 500 500', '01 7A1 Matched 1 1000 1000 0']),
    )
    expect(await checks()).toHaveLength(2)
  })

  test('are stored together with their comparison, or not at all', async () => {
    await sql`alter table remittance_check add constraint broken check (remitted_amount <> 13)`.execute(db)
    await remitted(['01', '7A1', 13])
    await sql`alter table remittance_check drop constraint broken`.execute(db)
    const { rows } =
      await sql`select import_status, (select count(*) from remittance) as remittances from bank_file`.execute(db)
    expect(rows).toEqual([{ import_status: 'Processing', remittances: 0 }])
  })

  test('are not compared with payments in another currency', async () => {
    await line({ Amount: 1000 })
    await line({ Amount: 500, CurrencyType: 'USD' })
    await remitted(['01', '7A1', 1000])
    expect(await checks()).toEqual(['01 7A1 Matched 1 1000 1000 0'])
  })

  test.each([
    ['too little', 900, '01 7A1 Short 1 1000 900 -100'],
    ['too much', 1100, '01 7A1 Over 1 1000 1100 100'],
  ])('that are %s are a difference', async (_, amount, expected) => {
    await line({})
    await remitted(['01', '7A1', amount])
    expect(await checks()).toEqual([expected])
  })

  test('without lines are a difference, and so are lines of another item or channel without remittance', async () => {
    await line({ MarketItemCode: '7A2', Amount: 30 })
    await line({ ChannelId: '05', MarketItemCode: null, Amount: 40 })
    await remitted(['02', '7A1', 500])
    expect(await checks()).toEqual([
      '01 7A2 Missing 1 30 0 -30',
      '02 7A1 NoLines 0 0 500 500',
      '05 null Missing 1 40 0 -40',
    ])
  })

  test('of channels without items are compared by channel', async () => {
    await line({ ChannelId: '05', MarketItemCode: null, Amount: 40 })
    await remitted(['05', '', 40])
    expect(await checks()).toEqual(['05 null Matched 1 40 40 0'])
  })

  test('are compared with divided lines once, not with their parts', async () => {
    const parent = (await line({ Amount: 300, WriteOffStatus: 'Divided' })) as RecordValues
    await line({ Amount: 100, ParentSerialId: parent.SerialId })
    await line({ Amount: 200, ParentSerialId: parent.SerialId })
    await remitted(['01', '7A1', 300])
    expect(await checks()).toEqual(['01 7A1 Matched 1 300 300 0'])
  })
})

test('a file of payments that is booked after the remittances completes their comparison', async () => {
  const days = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']
  await remitted(...days.map((day) => ['01', '7A1', 1000, day] as const))
  expect(await checks()).toEqual(days.map(() => '01 7A1 NoLines 0 0 1000 1000'))
  const header = { CompanyCode: '7A1', AgencyCode: '7111111', TransDate: '2026-11-19' }
  await uploadBankFile(operator, writeAll('store', { header, details: [atStore('77001260001235')] }))
  await ports.jobs.runUntilIdle()
  expect((await checks()).filter((check: string) => check === '01 7A1 Matched 1 1000 1000 0')).toHaveLength(1)
})

describe('lines without a remittance', () => {
  test('are missing from the day after the expected one, and not before', async () => {
    await line({ ExpectRemitDate: '2026-11-20' })
    await refreshRecentRemittanceChecks(db, new Date('2026-11-20T10:00:00+08:00'))
    expect(await checks()).toEqual([])
    await refreshRecentRemittanceChecks(db, new Date('2026-11-21T00:00:00+08:00'))
    expect(await checks()).toEqual(['01 7A1 Missing 1 1000 0 -1000'])
  })

  test('of channels whose money the bank itself receives are not missing', async () => {
    await line({ ChannelId: '06', MarketItemCode: null })
    await refreshRecentRemittanceChecks(db, new Date('2026-11-21T00:00:00+08:00'))
    expect(await checks()).toEqual([])
  })
})

test('two comparisons of the same days at once leave each result once', async () => {
  await line({})
  const days = ['2026-11-18', '2026-11-19']
  await Promise.all([1, 2, 3].map(() => refreshRemittanceChecks(ports.backgroundDb, { days, now: ports.clock() })))
  expect(await checks()).toEqual(['01 7A1 Missing 1 1000 0 -1000'])
})
