import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isAccount } from '../../../src/domain/accounts/virtual-account'
import { fillDatabase } from '../../../src/tools/seed/fill'
import { readSeedOptions } from '../../../src/tools/seed/run'
import { type Portal, portal } from '../../support/portal'

const filled = async (here: Portal, bills: number) =>
  fillDatabase({
    db: here.db,
    passwords: here.ports.passwords,
    billCount: bills,
    now: here.clock(),
    progress: () => {},
  })

const count = async ({ db }: Portal, what: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(what)}`.execute(db)).rows[0]?.n ?? 0

test('the accounts of the bills pass the checks of the domain', async () => {
  const here = await portal()
  expect(await filled(here, 1010)).toBe(1010)
  const { rows } = await sql<Record<string, string>>`
    select vac_account from bill`.execute(here.db)
  expect(rows).toHaveLength(1010)
  const rule = {
    applyCode: '88001',
    checkType: 'Account',
    scheme: 'W371',
    length: 14,
    amount: null,
    dueDate: null,
  } as const
  for (const { vac_account = '' } of rows) expect(isAccount(vac_account, rule), vac_account).toBe(true)
})

test('bills are in every state and their payments add up', async () => {
  const here = await portal()
  await filled(here, 2000)
  for (const state of [
    "pay_status = 'Unpaid'",
    "pay_status = 'PartialPaid'",
    "pay_status = 'Paid'",
    "bill_state = 'Void'",
  ])
    expect(await count(here, `bill where ${state}`), state).toBeGreaterThan(0)
  const wrong = `bill b where paid_amount <> (select coalesce(sum(amount), 0) from payment p where p.bill_serial_id = b.serial_id) or (bill_state = 'Void' and paid_amount > 0)`
  expect(await count(here, wrong)).toBe(0)
})

test('no money is expected on a holiday', async () => {
  const here = await portal()
  await sql`delete from holiday`.execute(here.db)
  await filled(here, 2000)
  expect(await count(here, 'holiday')).toBeGreaterThan(0)
  expect(await count(here, 'transaction_line')).toBeGreaterThan(0)
  expect(await count(here, 'transaction_line join holiday on holiday_date = expect_remit_date')).toBe(0)
})

test('a second run adds only missing records, and its records pass through the API', async () => {
  const here = await portal()
  await filled(here, 1000)
  expect(await filled(here, 1000)).toBe(0)
  expect(await filled(here, 1500)).toBe(500)
  expect([await count(here, 'payer'), await count(here, 'customer'), await count(here, 'bill_term')]).toEqual([
    75, 1, 20,
  ])
  const { rows } = await sql<{
    serial_id: number
  }>`select serial_id from portal_user where user_id = 'scale01'`.execute(here.db)
  const user = await here.as({ SerialId: rows[0]?.serial_id })
  const { data } = await user.get('/Bills', { ApplyCode: '88001' })
  expect([data.TotalCount, data.Items[0].Labels.BillCategoryCode]).toEqual([
    1500,
    expect.stringContaining('壓力測試費'),
  ])
})

test('an invalid command is refused with a message', () => {
  expect(readSeedOptions(['--bills', '1000'])).toEqual({ billCount: 1000 })
  expect(() => readSeedOptions(['--bills', 'many'])).toThrow('"many"')
  expect(() => readSeedOptions(['--bill', '5'])).toThrow('--bill')
  expect(() => readSeedOptions(['--yes']), 'no option lets it write into a real portal').toThrow('--yes')
})
