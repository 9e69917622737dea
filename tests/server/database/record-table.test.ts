import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordList, recordTable } from '../../../src/server/database/record-table'
import { portal } from '../../support/portal'

const payments = [
  { no: 2, name: `王 "小" 明's \\ {1,2}`, day: '2026-11-30', note: 'not sent' },
  { no: 1, name: null, day: null, note: 'not sent' },
]

test('records are a table with the names and types of the requested fields, in their order', async () => {
  const { db } = await portal()
  const { rows } = await sql`
    select r.*, r.day + 1 as next from ${recordTable(recordList(payments, { no: 'bigint', name: 'text', day: 'date' }))} r`.execute(
    db,
  )
  expect(rows).toEqual([
    { no: 2, name: payments[0]?.name, day: '2026-11-30', next: '2026-12-01' },
    { no: 1, name: null, day: null, next: null },
  ])
})

test('lists of records are put side by side', async () => {
  const { db } = await portal()
  const states = [{ state: 'Paid' }, { state: 'Unpaid' }]
  const { rows } =
    await sql`select * from ${recordTable(recordList(payments, { no: 'bigint' }), recordList(states, { state: 'text' }))} r`.execute(
      db,
    )
  expect(rows).toEqual([
    { no: 2, state: 'Paid' },
    { no: 1, state: 'Unpaid' },
  ])
})

test('values that many records share are those of each record', async () => {
  const { db } = await portal()
  const lines = Array.from({ length: 150 }, (_, no) => ({
    file: 'BANK.20261120',
    no,
    day: '2026-11-20',
    store: null,
    isLast: no === 149,
    item: undefined,
  }))
  const columns = { file: 'text', no: 'bigint', day: 'date', store: 'text', isLast: 'boolean', item: 'text' } as const
  const expected = lines.map((line) => ({ ...line, item: null }))
  for (const usuallyShared of [['file', 'day', 'store', 'item'], ['file', 'isLast'], []] as const) {
    const { rows } = await sql`select * from ${recordTable(recordList(lines, columns, usuallyShared))} r`.execute(db)
    expect(rows, String(usuallyShared)).toEqual(expected)
  }
})

test('no records are an empty table', async () => {
  const { db } = await portal()
  const { rows } = await sql`select * from ${recordTable(recordList(payments.slice(2), { no: 'bigint' }))} r`.execute(
    db,
  )
  expect(rows).toEqual([])
})
