import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { taipeiText, toTaipei } from '../../../src/server/database/times'
import { portal } from '../../support/portal'

const { db } = await portal()

const instants = fc.sample(fc.date({ min: new Date('1980-01-01'), max: new Date('9999-12-31T15:59:59Z'), noInvalidDate: true }), { numRuns: 500, seed: 1 })

test('a time read from the database is shown in Taipei time, as the database itself shows it', async () => {
  const { rows } = await sql<{ time: string; text: string }>`
    select i.time, ${taipeiText(sql.ref('i.time'))} as text
    from (select time::timestamptz + position * interval '1 microsecond' as time from unnest(${instants}::text[]) with ordinality as t (time, position)) as i`.execute(
    db,
  )
  expect(rows).toHaveLength(instants.length)
  for (const { time, text } of rows) expect(toTaipei(time)).toBe(text)
})

test.each([
  ['2026-11-20T01:15:30Z', '2026-11-20T09:15:30.000000+08:00'],
  ['2026-11-20T01:15:30', '2026-11-20T09:15:30.000000+08:00'],
  ['2026-12-31T15:59:59.123Z', '2026-12-31T23:59:59.123000+08:00'],
  ['2026-12-31T16:00:00.5Z', '2027-01-01T00:00:00.500000+08:00'],
  ['2028-02-28T23:30:00.123456Z', '2028-02-29T07:30:00.123456+08:00'],
])('%s is %s in Taipei', (utc, taipei) => expect(toTaipei(utc)).toBe(taipei))
