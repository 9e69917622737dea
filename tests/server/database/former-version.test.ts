import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Db } from '../../../src/server/ports'
import { restoreServer } from '../../../src/tools/backup/postgres'
import { databaseAddress } from '../../support/database'
import { portal } from '../../support/portal'
import { login } from '../accounts/sign-in'

// Both files hold the same small portal of commit 6711bfb, the last without migrations: one company with an agreement, a payer, a bill, a fee and a user who
// has signed in and chosen a password. The server's is from `npm run backup`; the embedded engine's own backup would be 3.6 MB, so its tables and rows stand in the SQL file.
const formerData = async (db: Db): Promise<void> => {
  if (inject('databaseUrl')) return restoreServer({ url: await databaseAddress(db) }, `${import.meta.dirname}/former-version.backup`)
  for (const statement of readFileSync(`${import.meta.dirname}/former-version.sql`, 'utf8').split(/(?<=;)\n/)) await sql.raw(statement).execute(db)
}

test('a backup of the previous version can be restored: its user signs in, reads the records and writes them', async () => {
  const here = await portal({ former: formerData })
  const { data, code } = await login(here, { Mima: 'Green4Tiger!' })
  expect(code).toBe('0000')
  const as = here.request
  const token = data.JWTToken
  const fee = await as('GET', '/fee/1', { token })
  expect(fee.data).toMatchObject({ FeeCode: 'F1', DefaultAmount: 1200 })
  expect(await here.db.selectFrom('bill').select(['apply_code', 'should_pay_amount']).execute()).toEqual([{ apply_code: '77001', should_pay_amount: 1000 }])
  const changed = await as('PUT', '/fee/1', { token, body: { ...fee.data, DefaultAmount: 1300 } })
  expect(changed.data).toMatchObject({ DefaultAmount: 1300 })
  const added = await as('POST', '/fee', {
    token,
    body: { ApplyCode: '77001', FeeCode: 'F2', FeeName: '清潔費', DefaultAmount: 100, SortNo: 2, FeeStatus: 'Active' },
  })
  expect([added.code, added.data.SerialId]).toEqual(['0000', 2])
  const trail = await here.db.selectFrom('audit_log').select(['user_id', 'action']).where('resource', '=', 'fee').orderBy('id').execute()
  expect(trail.map(({ action }) => action)).toEqual(['Create', 'Update', 'Create'])
})
