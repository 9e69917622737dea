import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../src/domain/dates/dates'
import type { RecordValues } from '../../../src/schema/language/types'
import { seedDemo } from '../../../src/server/demo/seed'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { sampled } from '../../support/sample'
import { ext, page, put } from '../payments/support/handling-calls'
import { bookSimulatedFiles } from '../payments/support/simulated-files'
import {
  dateTypes,
  expectBankReport,
  expectDailyPaidReport,
  expectFeeReport,
  expectTransactionDetails,
  expectWriteOffReport,
} from './expected-figures'

// Three months as a bank has them: the demo's payments and own collections, the simulator's files with every kind of
// exception and with reversals, and what clerks and their managers do about the exceptions.

const today = '2026-11-20'
const days = 92
const quarter = { from: addDays(today, 1 - days), to: today }

let place: Portal
let agreements: readonly { readonly applyCode: string; readonly client: Client }[]

beforeAll(async () => {
  place = await portal()
  await seedDemo(place)
  // A bank sends the files of each month soon after it.
  for (const [seed, end] of [addDays(today, -61), addDays(today, -30), today].entries())
    await bookSimulatedFiles(place, { days: 30, seed, today: end })
  const companies = sampled(await companiesOf(place), (await companiesOf(place)).slice(0, 1))
  const read: { applyCode: string; client: Client }[] = []
  for (const { UniformNo, ApplyCodes } of companies) {
    const user = { UniformNo, ApplyCodes }
    const maker = await place.as('CustomerMaker', { ...user, UserId: 'reporter01' })
    await solveExceptions(maker, await place.as('CustomerChecker', { ...user, UserId: 'reporter02' }))
    read.push(...ApplyCodes.map((applyCode) => ({ applyCode, client: maker })))
  }
  agreements = read
})

const companiesOf = async ({ db }: Portal) => {
  const { rows } = await sql<{ UniformNo: string; ApplyCodes: readonly string[] }>`
    select uniform_no as "UniformNo", jsonb_agg(apply_code order by apply_code) as "ApplyCodes"
    from agreement group by 1 order by 1`.execute(db)
  return rows
}

/** Handles the exceptions in each way in turn; some of what is tried is refused. The manager undoes some of it. */
const solveExceptions = async (maker: Client, checker: Client): Promise<void> => {
  const { data } = await maker.get(page, { PageSize: 500 })
  for (const [index, { SerialId, Amount }] of (data.Items as RecordValues[]).entries()) {
    const line = Number(SerialId)
    const [bill, other] = (await maker.get(`${page}/${line}/GetChangeBills`)).data.Items as RecordValues[]
    const toBill = { BillSerialId: bill?.SerialId, ConfirmOverPay: true }
    const half = Math.floor(Number(Amount) / 2)
    const Items = [
      { BillSerialId: bill?.SerialId, Amount: half },
      { BillSerialId: other?.SerialId, Amount: Number(Amount) - half },
    ]
    const [action, body] =
      index % 4 === 0
        ? (['Invalid', {}] as const)
        : index % 4 === 1
          ? (['Divide', { Items }] as const)
          : (['ChangeBill', toBill] as const)
    await put(maker, line, action, body)
    if (index % 3 === 0) await ext(checker, line, 'Undo')
  }
}

test('the quarter has lines of every kind, undone handlings and own collections, and its ledger verifies', async () => {
  const { rows } = await sql<{ state: string }>`
    select distinct write_off_status as state from transaction_line
    union select distinct 'handling ' || state from line_handling
    union select distinct 'collection ' || collect_status from self_collection`.execute(place.db)
  expect(rows.map(({ state }) => state)).toEqual(
    expect.arrayContaining([
      ...['WrittenOff', 'ChangedBill', 'Divided', 'Invalid', 'Exception', 'Reversed', 'handling Undone'],
      ...['collection Collected', 'collection Cancelled'],
    ]),
  )
  expect(await verifyLedger(place.db)).toEqual([])
})

test('every figure of every report of each agreement is that of SQL', async () => {
  let [rows, paid, charged] = [0, 0, 0]
  for (const { applyCode, client } of agreements) {
    const reported = { place, client, applyCode, ...quarter, pageSize: 500 }
    for (const DateType of dateTypes) {
      rows += await expectWriteOffReport(reported, DateType)
      await expectTransactionDetails(reported, DateType)
    }
    for (let day = quarter.from; day <= quarter.to; day = addDays(day, 1))
      paid += await expectDailyPaidReport(reported, day)
    for (const month of ['2026-08', '2026-09', '2026-10', '2026-11'])
      charged += Object.keys(await expectFeeReport(reported, month)).length
  }
  expect(rows).toBeGreaterThan(300)
  expect(paid).toBeGreaterThan(100)
  expect(charged).toBeGreaterThan(4)
})

test.each(dateTypes)('the report of all companies by %s is that of SQL', async (DateType) => {
  const client = await place.as('BankOperator', { UserId: `bankreader${dateTypes.indexOf(DateType)}` })
  expect(await expectBankReport({ place, client, ...quarter, pageSize: 500 }, DateType)).toBeGreaterThan(10)
})
