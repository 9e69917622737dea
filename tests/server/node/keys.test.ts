import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { modules } from '../../../src/modules'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { openDatabase } from '../../../src/server/node/database'
import { readSettings } from '../../../src/server/node/settings/settings'
import { startPortal } from '../../../src/server/node/start'
import { runCheck } from '../../../src/tools/check/check'
import { testDatabase } from '../../support/database/database'
import { putCluster } from '../../support/database/embedded-folders'
import { testSchemas } from '../../support/schemas/schemas'

const locker = (key: object) => ({
  label: '置物櫃',
  page: false,
  ...key,
  display: '{LockerNo}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    LockerNo: { type: 'string', label: '櫃號', required: true, max: 10, writeOnce: true },
  },
})

const onServer = async (): Promise<Record<string, string>> => {
  if (inject('databaseUrl') === '') return {}
  const { db, close } = await testDatabase()
  onTestFinished(close)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return {
    NODE_ENV: 'test',
    DATABASE_URL: Object.assign(new URL(inject('databaseUrl')), { pathname: `/${rows[0]?.name}` }).href,
  }
}

test('a key that several records share prevents the start, and the check reports the same, without any of their values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = {
    DATA_DIR: join(folder, 'data'),
    SCHEMAS_DIR: join(folder, 'schemas'),
    SITE_DIR: folder,
    PORT: '0',
    DEMO: '0',
    ...(await onServer()),
  }
  const { settings } = readSettings(env)
  if (!settings.databaseUrl) putCluster(join(env.DATA_DIR, 'database'))
  const { db, close } = await openDatabase({ dataDir: settings.dataDir, databaseUrl: settings.databaseUrl })
  await ensureTables(db, testSchemas({ locker: locker({}) }))
  await sql`
    insert into locker (apply_code, locker_no, create_user, create_time, update_user, update_time)
    select '77001', no, 'x', now(), 'x', now() from unnest(array['SECRET', 'SECRET', 'SECRET', 'L2', null]) as no`.execute(
    db,
  )
  await close()
  cpSync('schemas', env.SCHEMAS_DIR, { recursive: true })
  writeFileSync(
    join(env.SCHEMAS_DIR, 'locker.json'),
    JSON.stringify(locker({ key: ['ApplyCode', 'LockerNo'] }), null, 2),
  )

  const expected = [
    "schemas/locker.json:4:3  the key cannot be 'ApplyCode' and 'LockerNo': 3 records in the database share 1 value.  (S504)",
    '                         Correct or delete those records first, with the former key in the file, or choose another key.',
    "schemas/locker.json:4:3  the key cannot be 'ApplyCode' and 'LockerNo': 1 record in the database has no value for it.  (S504)",
    '                         Correct or delete those records first, with the former key in the file, or choose another key.',
  ].join('\n')
  const said: string[] = []
  const refusal = await startPortal(settings, modules, (line) => said.push(line)).catch((error: Error) => error.message)
  expect(refusal).toContain(expected)
  expect([refusal, ...said].join('\n')).not.toMatch(/SECRET|77001|unique index/)
  said.length = 0
  expect(await runCheck(['--database'], env, (line) => said.push(line))).toBe(1)
  expect(said.join('\n')).toContain(expected)
})
