import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/server/node/database'
import { openStore } from '../../../src/server/node/open-store'
import { OperatorError } from '../../../src/server/node/operator-error'
import { readSettings } from '../../../src/server/node/settings/settings'
import { runAdmin, terminal } from '../../../src/tools/admin/run'
import { runCheck } from '../../../src/tools/check/check'
import { databaseAddress, testDatabase } from '../../support/database/database'
import { putCluster } from '../../support/database/embedded-folders'

const onServer = async (): Promise<Record<string, string>> => {
  if (inject('databaseUrl') === '') return {}
  const { db, close } = await testDatabase()
  onTestFinished(close)
  return { NODE_ENV: 'test', DATABASE_URL: await databaseAddress(db) }
}

/** A portal with lockers, whose schema file a test changes. */
const lockers = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { DATA_DIR: join(folder, 'data'), SCHEMAS_DIR: join(folder, 'schemas'), SITE_DIR: folder, PORT: '0', DEMO: '0', ...(await onServer()) }
  const { settings } = readSettings(env)
  if (!settings.databaseUrl) putCluster(join(env.DATA_DIR, 'database'))
  cpSync('schemas', env.SCHEMAS_DIR, { recursive: true })
  const file = (name: string) => join(env.SCHEMAS_DIR, `${name}.json`)
  const start = async (): Promise<Said> => {
    const lines: string[] = []
    try {
      await (await openStore(settings, (line) => lines.push(line))).close()
      return { code: 0, report: reportIn(lines) }
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      return { code: 1, report: reportIn([error.message]) }
    }
  }
  const check = async (): Promise<Said> => {
    const lines: string[] = []
    const code = await runCheck(['--database'], env, (line) => lines.push(line))
    return { code, report: reportIn(lines) }
  }
  return {
    write: (fields: object, { name = 'locker', ...keys }: { readonly name?: string; readonly [key: string]: unknown } = {}) =>
      writeFileSync(file(name), JSON.stringify({ label: '置物櫃', page: false, ...keys, fields: { ...agreement, ...fields } }, null, 2)),
    remove: (name: string) => rmSync(file(name)),
    run: async (statement: RawBuilder<unknown>) => {
      const { db, close } = await openDatabase({ dataDir: settings.dataDir, databaseUrl: settings.databaseUrl })
      return (await statement.execute(db).finally(close)).rows
    },
    start,
    check,
    /** The output of the check and of a start, which must be the same. */
    said: async (): Promise<Said> => {
      const checked = await check()
      expect(await start()).toEqual(checked)
      return checked
    },
    admin: async (command: string) => {
      const lines: string[] = []
      const code = await runAdmin(command.split(' '), { ...terminal, env, print: (line) => lines.push(line) })
      return { code, said: lines.at(-1) }
    },
  }
}

/** The exit code, and the findings without their hints. */
interface Said {
  readonly code: number
  readonly report: readonly string[]
}

const reportIn = (lines: readonly string[]): readonly string[] =>
  lines
    .join('\n')
    .split('\n')
    .flatMap((line) => /^schemas\S* {2}(.* {2}\([SW]\d+\))$/.exec(line)?.[1] ?? [])

const agreement = { ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true } }
const no = { type: 'string', label: '櫃號', max: 10 }
const size = { type: 'enum', options: { Big: '大', Small: '小' }, label: '大小' }
const put = (columns: string, values: string) =>
  sql.raw(`insert into locker (apply_code, ${columns}, create_user, create_time, update_user, update_time) values ('77001', ${values}, 'x', now(), 'x', now())`)

test('no start serves password hashes or sessions as the records of a schema file, or its calls in the place of others', async () => {
  const { write, remove, run, start, said } = await lockers()
  await start()
  const secret = { PasswordHash: { type: 'string', label: '雜湊', max: 200 } }
  write(secret, { name: 'portalUserSecret' })
  const reserved = 'the portal or the database uses that name itself.  (S134)'
  expect(await said()).toEqual({ code: 1, report: [`the file cannot have the table 'portal_user_secret': ${reserved}`] })
  remove('portalUserSecret')
  write(secret, { table: 'session' })
  expect(await said()).toEqual({ code: 1, report: [`table cannot be 'session': ${reserved}`] })
  write(secret, { was: 'portalUserSecret' })
  expect(await said()).toEqual({ code: 1, report: [`was cannot be 'portalUserSecret': ${reserved}`] })
  expect(await run(sql`select password_hash from portal_user_secret`)).toEqual([])
  remove('locker')
  write(secret, { name: 'BankCredits', endpoints: { operations: ['create'] } })
  const taken = "the file cannot have the controller 'BankCredits': /Ext/BankCredits is a call of the portal.  (S135)"
  expect(await said(), 'it would take the calls of the bank’s system').toEqual({ code: 1, report: [taken] })
  remove('BankCredits')
  expect(await said()).toEqual({ code: 0, report: [] })
})

test('a changed type prevents the start until a command has converted the column, which it does only without loss', async () => {
  const { write, run, start, said, admin } = await lockers()
  write({ LockerNo: no, Price: { type: 'integer', label: '月租' }, Since: no })
  expect(await start()).toEqual({ code: 0, report: [] })
  await run(put('locker_no, price, since', `'12', 300, '2026-02-30'`))
  write({ LockerNo: { type: 'integer', label: '櫃號' }, Price: { type: 'string', label: '月租', max: 10 }, Since: { type: 'date', label: '起日' } })
  const refused = {
    code: 1,
    report: [
      "fields.LockerNo.type cannot be 'integer': it needs a bigint column, and the database has a text column.  (S502)",
      "fields.Price.type cannot be 'string': it needs a text column, and the database has a bigint column.  (S502)",
      "fields.Since.type cannot be 'date': it needs a date column, and the database has a text column.  (S502)",
    ],
  }
  expect(await said()).toEqual(refused)
  expect(await admin('convert locker Since')).toEqual({ code: 1, said: '1 record has a value of locker Since that would change. Nothing was changed.' })
  await run(sql`update locker set since = '2026-02-28'`)
  expect(await admin('convert locker Since')).toEqual({ code: 0, said: 'The column of locker Since was a text column and is a date column now.' })
  expect(await admin('convert locker Since')).toEqual({ code: 0, said: 'The column of locker Since is a date column already.' })
  expect(await admin('convert locker Price')).toMatchObject({ code: 0 })
  expect(await said()).toEqual({ code: 1, report: refused.report.slice(0, 1) })
  expect(await admin('convert locker LockerNo')).toMatchObject({ code: 0 })
  expect(await said()).toEqual({ code: 0, report: [] })
  expect(await run(sql`select locker_no, price, since from locker`)).toEqual([{ locker_no: 12, price: '300', since: '2026-02-28' }])
  expect(await admin('convert locker Prise')).toMatchObject({ code: 1, said: expect.stringContaining('convert needs a schema file and one of its fields') })
})

test('a lowered maximum and a removed option are reported with number and example once by a start, and by every check until no value violates them', async () => {
  const { write, run, start, check, said } = await lockers()
  write({ LockerNo: no, Size: size, Floor: { type: 'integer', label: '樓層' } })
  await start()
  await run(put('locker_no, size, floor', `'SECRET-01', 'Small', 12`))
  await run(put('locker_no, size, floor', `'SECRET-02', 'Big', 13`))
  const { Big: _, ...others } = size.options
  write({ LockerNo: { ...no, max: 5 }, Size: { ...size, options: others }, Floor: { type: 'integer', label: '樓層', max: 12 } })
  const report = [
    'fields.LockerNo.max is 5: 2 records in the database (such as SerialId 1) have more.  (W503)',
    "fields.Size has no option 'Big': 1 record in the database (SerialId 2) has it.  (W503)",
    'fields.Floor.max is 12: 1 record in the database (SerialId 2) has more.  (W503)',
  ]
  expect(await said()).toEqual({ code: 0, report })
  expect(await start()).toEqual({ code: 0, report: [] })
  expect(await check()).toEqual({ code: 0, report })
  write({ LockerNo: no, Size: size, Floor: { type: 'integer', label: '樓層' } })
  expect(await start()).toEqual({ code: 0, report: [] })
  write({ LockerNo: { ...no, max: 5 }, Size: { ...size, options: others }, Floor: { type: 'integer', label: '樓層', max: 12 } })
  expect(await start(), 'values may have been entered by other rules since').toEqual({ code: 0, report })
  await run(sql`update locker set locker_no = 'S' || serial_id, size = 'Small', floor = 1`)
  expect(await said()).toEqual({ code: 0, report: [] })
})

test('an index that nothing requires any more is dropped by the start that reports it', async () => {
  const { write, run, start } = await lockers()
  write({ LockerNo: { ...no, unique: true } })
  await start()
  await run(put('locker_no', `'L1'`))
  write({ LockerNo: no })
  const dropped = 'the portal drops the unique index on apply_code, locker_no when it starts.  (W504)'
  expect(await start()).toEqual({ code: 0, report: [dropped] })
  await run(put('locker_no', `'L1'`))
  expect(await start()).toEqual({ code: 0, report: [] })
  write({ LockerNo: { ...no, unique: true } })
  expect(await start()).toEqual({ code: 1, report: ['fields.LockerNo.unique cannot be set: several records in the database share 1 value.  (S503)'] })
})

test('orphaned columns are read once, all of a table together; the check reads them every time', async () => {
  const { write, run, start, check, said } = await lockers()
  const floor = { type: 'integer', label: '樓層' }
  write({ LockerNo: no, Size: size, Floor: floor, Price: floor })
  await start()
  await run(put('locker_no, size, floor', `'L1', 'Big', 1`))
  write({ LockerNo: no })
  const report = ['size', 'floor'].map((column) => `no field has the column '${column}', which contains 1 value.  (W501)`)
  expect(await said()).toEqual({ code: 0, report })
  expect(await start()).toEqual({ code: 0, report: [] })
  expect(await check()).toEqual({ code: 0, report })
  write({ LockerNo: no, Floor: { ...floor, max: 0 } })
  expect(await start()).toMatchObject({ report: [expect.stringContaining('fields.Floor.max is 0')] })
  write({ LockerNo: no })
  expect(await start(), 'a column that had a field in the meantime').toEqual({ code: 0, report: report.slice(1) })
})

test('the table of a deleted file is reported once by a start; a file with its former name takes it over', async () => {
  const { write, remove, run, start, check, said } = await lockers()
  write({ LockerNo: no })
  await start()
  await run(put('locker_no', `'L1'`))
  remove('locker')
  const left = { code: 0, report: ["no file has the table 'locker', which contains 1 record.  (W502)"] }
  expect(await said()).toEqual(left)
  expect(await start()).toEqual({ code: 0, report: [] })
  expect(await check()).toEqual(left)
  write({ LockerNo: no }, { name: 'cabinet', was: 'locker' })
  expect(await said()).toEqual({ code: 0, report: [] })
  expect(await run(sql`select serial_id, locker_no from cabinet`)).toEqual([{ serial_id: 1, locker_no: 'L1' }])
})
