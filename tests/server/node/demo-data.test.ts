import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { modules } from '../../../src/modules'
import { openDatabase } from '../../../src/server/node/database'
import { restoreBackup } from '../../../src/server/node/pglite/backup/restore'
import { readSettings } from '../../../src/server/node/settings/settings'
import { startPortal } from '../../../src/server/node/start'
import { runAdmin, terminal } from '../../../src/tools/admin/run'
import { restoreServer } from '../../../src/tools/backup/postgres'
import { runBackup } from '../../../src/tools/backup/run'
import { runSeed } from '../../../src/tools/seed/run'
import { runSimulate } from '../../../src/tools/simulate/run'
import { databaseAddress, testDatabase } from '../../support/database/database'
import { putCluster } from '../../support/database/embedded-folders'

const onServer = async (): Promise<Record<string, string>> => {
  if (inject('databaseUrl') === '') return {}
  const { db, close } = await testDatabase()
  onTestFinished(close)
  return { NODE_ENV: 'test', DATABASE_URL: await databaseAddress(db) }
}

/** A portal on an empty database of this run's engine, and the commands for it. */
const place = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = {
    DATA_DIR: join(folder, 'data'),
    BANK_FILES_DIR: join(folder, 'files'),
    SITE_DIR: folder,
    PORT: '0',
    DEMO: '0',
    ...(await onServer()),
  }
  const { settings } = readSettings(env)
  if (!settings.databaseUrl) putCluster(join(env.DATA_DIR, 'database'))
  /** Starts the portal in a mode and stops it; returns what it has printed, or the reason why it did not start. */
  const start = async (mode: { readonly production?: boolean; readonly demo?: boolean }): Promise<string> => {
    const lines: string[] = []
    try {
      await (
        await startPortal({ ...settings, secret: 's'.repeat(40), ...mode }, modules, (line) => void lines.push(line))
      ).close()
    } catch (error) {
      lines.push(String(error))
    }
    return lines.join('\n')
  }
  const command = async (run: (print: (line: string) => void) => Promise<number>) => {
    const lines: string[] = []
    const code = await run((line) => void lines.push(line))
    return { code, said: lines.join('\n') }
  }
  return {
    folder,
    start,
    seed: (env_: object = {}) => command((print) => runSeed(['--bills', '1'], { env: { ...env, ...env_ }, print })),
    simulate: () => command((print) => runSimulate(['--days', '1'], { env, print })),
    admin: (args: string) => command((print) => runAdmin(args.split(' '), { ...terminal, env, print })),
    backup: (file: string) => command((print) => runBackup(['backup', file], { env, print })),
    // The command to restore waits until the test has closed its connections to the server.
    restore: (file: string) =>
      settings.databaseUrl ? restoreServer({ url: settings.databaseUrl }, file) : restoreBackup(settings.dataDir, file),
    run: async (statement: string) => {
      const { db, close } = await openDatabase({ dataDir: settings.dataDir, databaseUrl: settings.databaseUrl })
      return (await sql.raw(statement).execute(db).finally(close)).rows
    },
  }
}

const bankUser =
  'bank-user --uniform-no 04595257 --company-name 示範商業銀行 --user-id bankop01 --name 吳俊傑 --email ops@example.com --mobile 0912345678'
const refusedByProduction =
  /OperatorError: This database has had demo data since \d{4}-\d\d-\d\d.* Create an empty database, and set DATABASE_URL or DATA_DIR to it\./

test('production does not start on a database with demo data, of which the status and a development portal warn', async () => {
  const { seed, start, admin } = await place()
  expect(await seed()).toMatchObject({ code: 0 })
  expect(await start({ production: true })).toMatch(refusedByProduction)
  expect(await start({})).toContain('the password of the demo accounts is published. Only you')
  expect(await admin('status')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/demo data +since \d{4}-\d\d-\d\d; production does not start/),
  })
})

test('a start after the command for test data reads none of the values that it has stored', async () => {
  const { seed, start, run } = await place()
  expect(await seed()).toMatchObject({ code: 0 })
  expect(await run("select pending from computed_state where table_name = 'bill'")).toEqual([{ pending: null }])
  expect(await start({})).not.toContain('Reading the stored values')
})

test('production does not start on the backup of a demo, also if its companies were deleted before', async () => {
  const { seed, backup, run, folder } = await place()
  expect(await seed()).toMatchObject({ code: 0 })
  await run('delete from customer')
  const file = join(folder, 'backup')
  expect(await backup(file)).toMatchObject({ code: 0 })
  const other = await place()
  await other.restore(file)
  expect(await other.start({ production: true })).toMatch(refusedByProduction)
})

test('production starts on a database that was never a demo; no demo starts on it, and no command fills it with test data or simulates its payments', async () => {
  const { seed, simulate, start, admin, run } = await place()
  expect(await admin(bankUser)).toMatchObject({ code: 0 })
  expect(await admin('status')).toMatchObject({ code: 0, said: expect.stringMatching(/demo data +none/) })
  expect(await start({ production: true })).not.toContain('Error')
  expect(await start({ demo: true })).toContain(
    'it has the company 04595257. Set DEMO=0, or use another database for the demo.',
  )
  expect(await seed()).toEqual({
    code: 1,
    said: expect.stringMatching(/^Nothing was written: .* it has the company 04595257\.$/),
  })
  expect(await simulate()).toEqual({
    code: 1,
    said: expect.stringContaining('Nothing was written: this is the database of a real portal'),
  })
  expect(await run('select * from internal_demo_mark')).toEqual([])
})

test('the settings of production are refused by the command for test data', async () => {
  const { seed } = await place()
  const production = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'cGFzc3dvcmRzIGFyZSBub3Qgc2VjcmV0cyB1bmxlc3MgbG9uZw==',
    BANK_CODE: '004',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'service@bank.example',
    ALLOW_EMBEDDED_DB: '1',
  }
  expect(await seed(production)).toEqual({
    code: 1,
    said: expect.stringMatching(/^Nothing was written: these are the settings of production/),
  })
})
