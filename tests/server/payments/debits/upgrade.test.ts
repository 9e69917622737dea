import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { debitFiles } from '../../../../src/server/database/migrations/0006-debit-files'
import type { Db } from '../../../../src/server/ports'
import { portal } from '../../../support/portal'
import { uploader } from '../support/uploaded-files'
import { debitBill, debitsOf, givenDebits } from './debits'
import { r01 } from './replies'

/** Makes the tables as they were before the migration, with their rows. */
const undone = [
  'drop index internal_debit_file_kept',
  'drop index internal_debit_file_proposed',
  `alter table internal_debit_file
    drop constraint internal_debit_file_state_check,
    add constraint internal_debit_file_state_check check (state in ('Proposed', 'Released', 'Refused')),
    drop column succeeded_count, drop column refused_count, drop column download_count, drop column download_user,
    drop column download_time, drop column withdraw_user, drop column withdraw_time, drop column withdraw_reason,
    drop column expire_time`,
  `alter table internal_debit_record
    drop constraint internal_debit_record_state_check,
    add constraint internal_debit_record_state_check
      check (state in ('Proposed', 'Unanswered', 'Succeeded', 'Refused', 'Withdrawn')),
    drop column former_status`,
]

const filesIn = async (db: Db) => {
  const { rows } = await sql`
    select debit_file_id, state, succeeded_count, refused_count, download_count, download_user, download_time, withdraw_user, expire_time
    from internal_debit_file
    order by 1`.execute(db)
  return rows
}

test('the files of an earlier version get the numbers of their answers and downloads, and can be withdrawn', async () => {
  const here = await portal({ ownDatabase: true })
  await givenDebits(here)
  const maker = debitsOf(await here.as('CustomerMaker'))
  for (let no = 0; no < 3; no += 1) await debitBill(here)
  const file = await maker.export()
  await uploader(here, await here.as('BankOperator'))(r01(file, ['00', '01', null]))
  await maker.export()
  await debitBill(here)
  const next = Number((await maker.newFile()).data.FileId)
  const files = await filesIn(here.db)
  expect(files).toMatchObject([
    { state: 'Released', succeeded_count: 1, refused_count: 1, download_count: 2 },
    { state: 'Released', succeeded_count: 0, refused_count: 0, download_count: 0 },
  ])

  for (const statement of undone) await sql.raw(statement).execute(here.db)
  await debitFiles(here.db)
  expect(await filesIn(here.db)).toEqual(files)
  expect((await debitsOf(await here.as('CustomerChecker')).withdraw(next)).code).toBe('0000')
})
