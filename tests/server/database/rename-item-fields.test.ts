import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { hasFormerNames, renamedItems, renameInItems } from '../../../src/server/database/rename-item-fields'
import { testDatabase } from '../../support/database/database'
import { testSchemas } from '../../support/schemas/schemas'

const { db, close } = await testDatabase()
afterAll(close)

/** A list of keys in records with a key of two columns, one of them a date. */
const locker = (fields: object) => ({
  label: '置物櫃',
  page: false,
  key: ['ApplyCode', 'Since', 'LockerNo'],
  display: '{LockerNo}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Since: { type: 'date', label: '起日', required: true, writeOnce: true },
    LockerNo: { type: 'integer', label: '櫃號', required: true, writeOnce: true },
    Keys: { type: 'rows', label: '鑰匙', max: 9, fields },
  },
})
const text = { type: 'string', label: '持有人', max: 10 }
const renamed = testSchemas({ locker: locker({ Owner: { ...text, was: 'Holder' } }) })

const count = async (name: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from locker cross join lateral jsonb_array_elements(keys) as i (item) where item -> ${name}::text is not null`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

/** Fails at the n-th statement, as if the process died. */
const failingAt = (n: number): KyselyPlugin => {
  let statements = 0
  return {
    transformQuery: ({ node }) => {
      statements += 1
      if (statements === n) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

test('a renaming in items that is interrupted is completed by the next start, whatever the key of the table', async () => {
  await ensureTables(db, testSchemas({ locker: locker({ Holder: text }) }))
  await sql`
    insert into locker (apply_code, since, locker_no, keys, create_user, create_time, update_user, update_time)
    select '7700' || n % 3, date '2026-01-01' + n % 7, n, jsonb_build_array(jsonb_build_object('Holder', 'H' || n), jsonb_build_object('Holder', null)),
      'x', now(), 'x', now()
    from generate_series(1, 2500) as n`.execute(db)
  const [items] = renamedItems(renamed, [])
  if (!items) throw new Error('No list has a renamed field.')
  expect(await hasFormerNames(db, items)).toBe(true)
  await expect(renameInItems(db.withPlugin(failingAt(2)), items)).rejects.toThrow('killed')
  expect([await count('Owner'), await count('Holder')]).toEqual([2000, 3000])
  expect(await ensureTables(db, renamed)).toEqual([])
  expect([await count('Owner'), await count('Holder')]).toEqual([5000, 0])
  expect(await hasFormerNames(db, items)).toBe(false)
  const { rows } = await sql`select keys from locker where locker_no = 1234`.execute(db)
  expect(rows).toEqual([{ keys: [{ Owner: 'H1234' }, { Owner: null }] }])
  expect(await renameInItems(db, items), 'nothing is left').toBe(0)
})

test('a start reads only the lists whose names no former start has checked', () => {
  expect(renamedItems(renamed, [{ table: 'locker', name: 'Keys.Owner', rules: '' }])).toEqual([])
})
