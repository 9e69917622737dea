import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { taipeiText, toTaipei } from '../../../src/server/database/times'
import { portal } from '../../support/portal'

const { db } = await portal()

const sampleOf = (min: string, max: string) =>
  fc.sample(fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }), { numRuns: 500, seed: 1 })

/** The last and the first times of the years before and after new year, in UTC and in Taipei. */
const aroundNewYear = [2, 1900, 1946, 1970, 1980, 2000, 2027, 9999].flatMap((year) => {
  const newYear = new Date(`${String(year).padStart(4, '0')}-01-01T00:00:00Z`).getTime()
  return [0, -8].flatMap((hours) =>
    [-1, 0, 1].map((milliseconds) => new Date(newYear + hours * 3_600_000 + milliseconds)),
  )
})

test.each([
  ['of any year', sampleOf('0001-01-01', '9999-12-31T15:59:59Z')],
  ['of the years in which Taiwan had summer time', sampleOf('1945-01-01', '1979-12-31')],
  ['around new year', aroundNewYear],
])('a time %s is shown in Taipei time, 8 hours ahead, as the database itself shows it', async (_, instants) => {
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
