import { type RawBuilder, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyAuditTrail } from '../../../support/audit-lines'
import { insurer, type Portal, portal, twoCompanies } from '../../../support/portal'
import { coupon } from '../../../support/schemas/coupon'
import { many, shelf, wholly } from './shelves'

let open: Portal

beforeAll(async () => {
  open = await portal({ schemas: { shelf, coupon } })
  await twoCompanies(open)
})

beforeEach(async () => {
  await sql`delete from shelf`.execute(open.db)
  await sql`delete from staged_row`.execute(open.db)
  await emptyAuditTrail(open.db)
  await sql`delete from counter where name like 'number/shelf/%'`.execute(open.db)
})

/**
 * Imports a file in which the first row takes the value that the last one releases, while another user changes the last
 * record, which has not been validated yet.
 */
const changedMeanwhile = async (change: RawBuilder<unknown>) => {
  await wholly(open, {}, many(40))
  let isChanged = false
  // Once a row is staged, the import knows which values the file releases.
  const beforeRow = async () => {
    if (isChanged) return
    const { rows } = await sql`
      update shelf set ${change}, update_time = update_time + interval '1 second'
      where shelf_code = 'S39' and exists (select 1 from staged_row)
      returning 1`.execute(open.db)
    isChanged = rows.length > 0
  }
  const doors = new Map([
    [0, 'D39'],
    [39, 'D99'],
  ])
  const result = await wholly(
    open,
    { beforeRow },
    many(40).map(([apply = '', code = '', door = ''], no) => [apply, code, doors.get(no) ?? door, '']),
  )
  expect(isChanged).toBe(true)
  return { kept: result.Written, bad: result.BadRows.map(({ RowNo }) => RowNo) }
}

const doorOf = async (code: string) =>
  (
    await sql<{ door: string | null }>`select door_no as door from shelf where shelf_code = ${code}`.execute(open.db)
  ).rows.map(({ door }) => door)

test('a record whose key changes during the import keeps the value that its row would have released', async () => {
  expect(await changedMeanwhile(sql`shelf_code = 'OTHER'`)).toEqual({ kept: false, bad: [2] })
  expect(await doorOf('OTHER')).toEqual(['D39'])
  expect(await doorOf('S0')).toEqual(['D0'])
  expect(await doorOf('S39')).toEqual([])
})

test('the audit trail contains the value from before the change by the row, even if another user changed it during the import', async () => {
  expect(await changedMeanwhile(sql`door_no = 'D77'`)).toEqual({ kept: true, bad: [] })
  const { rows } = await sql<{ before: string; after: string }>`
    select before ->> 'DoorNo' as before, after ->> 'DoorNo' as after from audit_log where action = 'Update' and after ->> 'ShelfCode' = 'S39'`.execute(
    open.db,
  )
  expect(rows).toEqual([{ before: 'D77', after: 'D99' }])
})

test('numbers that another company takes during an import do not affect it', async () => {
  const other = await open.as('CustomerMaker', insurer)
  expect((await other.post('/Shelf', { ApplyCode: '77003', ShelfCode: 'THEIRS' })).data.ShelfNo).toBe('S0001')
  const taken: Promise<unknown>[] = []
  const clock = () => {
    taken.push(
      sql`update counter set value = value + 1 where name like 'number/shelf/ShelfNo/77003/%'`.execute(open.db),
    )
    return open.clock()
  }
  expect((await wholly(open, { clock }, many(40))).Written).toBe(true)
  await Promise.all(taken)
  const { rows } = await sql<{ tenant: string; value: number }>`
    select split_part(name, '/', 4) as tenant, value from counter where name like 'number/shelf/%' order by 1`.execute(
    open.db,
  )
  expect(rows).toEqual([
    { tenant: '77001', value: 40 },
    { tenant: '77003', value: 1 + taken.length },
  ])
})
