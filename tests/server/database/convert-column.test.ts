import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { conversionOf } from '../../../src/server/database/convert-column'
import { testDatabase } from '../../support/database/database'

const { db, close } = await testDatabase()
afterAll(close)

const whole = ['0', '-7', '300', '999999999999999999']
const days = ['2026-02-28', '2024-02-29', '1911-01-01']

/** The values that a conversion keeps, and those that it would change. */
const cases: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['bigint', 'numeric', whole, []],
  ['bigint', 'text', whole, []],
  ['numeric', 'bigint', [...whole, '5.00'], ['0.5', '-1.25', '12345678901234567890', 'NaN']],
  ['numeric', 'text', ['0.5', '5.00', '12345678901234567890'], []],
  ['date', 'text', days, []],
  ['text', 'bigint', whole, ['007', '+1', '-0', '1.0', ' 1', '1\n', '１', '', 'A', '12345678901234567890']],
  ['text', 'numeric', [...whole, '0.5', '-1.25', '5.00'], ['.5', '5.', '007', '-0.0', '1e3', 'NaN', '', 'A', '1,000']],
  [
    'text',
    'date',
    days,
    ['2026-02-30', '2026-13-01', '2025-02-29', '2026/02/28', '115-02-28', '2026-2-8', '', 'today', '0000-01-01'],
  ],
]

test.each(cases)(
  'a %s column becomes a %s column only if every value stays the same',
  async (from, to, kept, changed) => {
    const conversion = conversionOf('stored', from, to)
    if (!conversion) throw new Error('There is no such conversion.')
    await sql`create table converted (stored ${sql.raw(from)}, written text)`.execute(db)
    for (const value of [...kept, ...changed])
      await sql`insert into converted values (${value}::text::${sql.raw(from)}, ${value})`.execute(db)
    const { rows } = await sql<{
      written: string
    }>`select written from converted where not (${conversion.isLossless})`.execute(db)
    expect(rows.map(({ written }) => written).sort()).toEqual([...changed].sort())
    await sql`delete from converted where not (${conversion.isLossless})`.execute(db)
    await sql`alter table converted alter column stored type ${sql.raw(to)} using ${sql.raw(conversion.value)}`.execute(
      db,
    )
    const { rows: left } = await sql`select 1 from converted where stored is null`.execute(db)
    expect(left).toEqual([])
    await sql`drop table converted`.execute(db)
  },
)

test('no conversion can lose data unnoticed', () => {
  for (const [from, to] of [
    ['text', 'boolean'],
    ['jsonb', 'text'],
    ['timestamptz', 'date'],
    ['text', 'jsonb'],
  ] as const)
    expect(conversionOf('stored', from, to)).toBeUndefined()
})
