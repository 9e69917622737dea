import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { modules } from '../../../src/modules'
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
  cpSync('schemas', env.SCHEMAS_DIR, { recursive: true })
  const file = (name: string) => join(env.SCHEMAS_DIR, `${name}.json`)
  const start = async (): Promise<Said> => {
    const lines: string[] = []
    try {
      await (await openStore(settings, (line) => lines.push(line), { modules })).close()
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
    write: (
      fields: object,
      { name = 'locker', ...keys }: { readonly name?: string; readonly [key: string]: unknown } = {},
    ) =>
      writeFileSync(
        file(name),
        JSON.stringify({ label: '置物櫃', page: false, ...keys, fields: { ...agreement, ...fields } }, null, 2),
      ),
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
  sql.raw(
    `insert into locker (apply_code, ${columns}, create_user, create_time, update_user, update_time) values ('77001', ${values}, 'x', now(), 'x', now())`,
  )

test('no start serves password hashes or sessions as the records of a schema file, or its calls in the place of others', async () => {
  const { write, remove, run, start, said } = await lockers()
  await start()
  const secret = { PasswordHash: { type: 'string', label: '雜湊', max: 200 } }
  write(secret, { name: 'portalUserSecret' })
  const reserved = 'the portal or the database uses that name itself.  (S134)'
  expect(await said()).toEqual({
    code: 1,
    report: [`the file cannot have the table 'portal_user_secret': ${reserved}`],
  })
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
  write({
    LockerNo: { type: 'integer', label: '櫃號' },
    Price: { type: 'string', label: '月租', max: 10 },
    Since: { type: 'date', label: '起日' },
  })
  const refused = {
    code: 1,
    report: [
      "fields.LockerNo.type cannot be 'integer': it needs a bigint column, and the database has a text column.  (S502)",
      "fields.Price.type cannot be 'string': it needs a text column, and the database has a bigint column.  (S502)",
      "fields.Since.type cannot be 'date': it needs a date column, and the database has a text column.  (S502)",
    ],
  }
  expect(await said()).toEqual(refused)
  expect(await admin('convert locker Since')).toEqual({
    code: 1,
    said: '1 record has a value of locker Since that would change. Nothing was changed.',
  })
  await run(sql`update locker set since = '2026-02-28'`)
  expect(await admin('convert locker Since')).toEqual({
    code: 0,
    said: 'The column of locker Since was a text column and is a date column now.',
  })
  expect(await admin('convert locker Since')).toEqual({
    code: 0,
    said: 'The column of locker Since is a date column already.',
  })
  expect(await admin('convert locker Price')).toMatchObject({ code: 0 })
  expect(await said()).toEqual({ code: 1, report: refused.report.slice(0, 1) })
  expect(await admin('convert locker LockerNo')).toMatchObject({ code: 0 })
  expect(await said()).toEqual({ code: 0, report: [] })
  expect(await run(sql`select locker_no, price, since from locker`)).toEqual([
    { locker_no: 12, price: '300', since: '2026-02-28' },
  ])
  expect(await admin('convert locker Prise')).toMatchObject({
    code: 1,
    said: expect.stringContaining('convert needs a schema file and one of its fields'),
  })
})

test('a lowered maximum and a removed option are reported with number and example once by a start, and by every check until no value violates them', async () => {
  const { write, run, start, check, said } = await lockers()
  write({ LockerNo: no, Size: size, Floor: { type: 'integer', label: '樓層' } })
  await start()
  await run(put('locker_no, size, floor', `'SECRET-01', 'Small', 12`))
  await run(put('locker_no, size, floor', `'SECRET-02', 'Big', 13`))
  const { Big: _, ...others } = size.options
  write({
    LockerNo: { ...no, max: 5 },
    Size: { ...size, options: others },
    Floor: { type: 'integer', label: '樓層', max: 12 },
  })
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
  write({
    LockerNo: { ...no, max: 5 },
    Size: { ...size, options: others },
    Floor: { type: 'integer', label: '樓層', max: 12 },
  })
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
  expect(await start()).toEqual({
    code: 1,
    report: ['fields.LockerNo.unique cannot be set: several records in the database share 1 value.  (S503)'],
  })
})

test('orphaned columns are read once, all of a table together; the check reads them every time', async () => {
  const { write, run, start, check, said } = await lockers()
  const floor = { type: 'integer', label: '樓層' }
  write({ LockerNo: no, Size: size, Floor: floor, Price: floor })
  await start()
  await run(put('locker_no, size, floor', `'L1', 'Big', 1`))
  write({ LockerNo: no })
  const report = ['size', 'floor'].map(
    (column) => `no field has the column '${column}', which contains 1 value.  (W501)`,
  )
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

/** A list field whose items have these fields. */
const list = (fields: object, keys: object = {}) => ({ Keys: { type: 'rows', label: '鑰匙', max: 9, ...keys, fields } })
const putKeys = (...items: readonly unknown[]) => put('keys', `'${JSON.stringify(items)}'`)
const keysOf = async (run: Awaited<ReturnType<typeof lockers>>['run']) =>
  (await run(sql`select keys from locker order by serial_id`)).map((row) => (row as { keys: unknown }).keys)
const holder = { type: 'string', label: '持有人', max: 10 }
const note = { ...holder, label: '說明' }

describe('fields of list items', () => {
  test('that are renamed keep their values; an item that has both names keeps both, and the former one is reported', async () => {
    const { write, run, start, said } = await lockers()
    const count = { type: 'integer', label: '數量' }
    write(list({ Holder: holder, Count: count }))
    await start()
    await run(putKeys({ Holder: '甲', Count: 1 }, { Holder: null, Count: 2 }))
    await run(putKeys({ Holder: '乙', Owner: '丙' }, { Count: 3 }, {}))
    await run(put('keys', 'null'))
    write(list({ Owner: { ...holder, was: 'Holder' }, Count: count }))
    expect(await said()).toEqual({
      code: 0,
      report: ["fields.Keys.fields has no 'Holder', for which the items in the database contain 1 value.  (W501)"],
    })
    const rows = await run(sql`select keys, update_user from locker order by serial_id`)
    expect(rows, 'like the renaming of a column, it is no change of the records').toEqual([
      {
        update_user: 'x',
        keys: [
          { Owner: '甲', Count: 1 },
          { Owner: null, Count: 2 },
        ],
      },
      { update_user: 'x', keys: [{ Holder: '乙', Owner: '丙' }, { Count: 3 }, {}] },
      { update_user: 'x', keys: null },
    ])
  })

  test('that are removed keep their values, which are reported once by a start and every time by the check', async () => {
    const { write, run, start, check, said } = await lockers()
    write(list({ Holder: holder, Note: note }))
    await start()
    await run(putKeys({ Holder: '甲', Note: '一' }, { Holder: '乙', Note: null }))
    write(list({ Holder: holder }))
    const report = ["fields.Keys.fields has no 'Note', for which the items in the database contain 1 value.  (W501)"]
    expect(await said()).toEqual({ code: 0, report })
    expect(await start()).toEqual({ code: 0, report: [] })
    expect(await check()).toEqual({ code: 0, report })
    write(list({ Holder: holder, Remark: { ...note, was: 'Note' } }))
    expect(await said()).toEqual({ code: 0, report: [] })
    expect(await keysOf(run)).toEqual([
      [
        { Holder: '甲', Remark: '一' },
        { Holder: '乙', Remark: null },
      ],
    ])
  })

  test('with narrower rules are reported with the number of records, and so are lists with too many items', async () => {
    const { write, run, start, said } = await lockers()
    const count = { type: 'integer', label: '數量' }
    write(list({ Holder: holder, Size: size, Count: count }))
    await start()
    await run(putKeys({ Holder: 'LONG-01', Size: 'Big', Count: 12 }, { Holder: 'LONG-02', Size: 'Big', Count: 13 }))
    await run(putKeys({ Holder: 'A', Size: 'Small', Count: 13 }))
    await run(putKeys({ Holder: 'LONG-01' }, {}, {}))
    const { Big: _, ...others } = size.options
    write(
      list(
        {
          Holder: { ...holder, max: 5, required: true },
          Size: { ...size, options: others },
          Count: { ...count, max: 12 },
        },
        { max: 2 },
      ),
    )
    const report = [
      'fields.Keys.max is 2: 1 record in the database (SerialId 3) has more.  (W503)',
      'fields.Keys.fields.Holder.max is 5: 2 records in the database (such as SerialId 1) have more.  (W503)',
      'fields.Keys.fields.Holder is required: 1 record in the database (SerialId 3) has an item without a value.  (W503)',
      "fields.Keys.fields.Size has no option 'Big': 1 record in the database (SerialId 1) has it.  (W503)",
      'fields.Keys.fields.Count.max is 12: 2 records in the database (such as SerialId 1) have more.  (W503)',
    ]
    expect(await said()).toEqual({ code: 0, report })
    expect(await start()).toEqual({ code: 0, report: [] })
    await run(sql`update locker set keys = '[{"Holder": "A", "Size": "Small", "Count": 1}]'`)
    expect(await said()).toEqual({ code: 0, report: [] })
  })

  test('of another type prevent the start until a command has converted the values, which it does only without loss', async () => {
    const { write, run, start, said, admin } = await lockers()
    write(list({ Holder: holder, Count: { type: 'integer', label: '數量' }, Lent: { type: 'boolean', label: '借出' } }))
    await start()
    await run(putKeys({ Holder: '12', Count: 300, Lent: true }, { Holder: null, Count: null }))
    await run(putKeys({ Holder: '012', Count: 5 }))
    write(list({ No: { type: 'integer', label: '編號', was: 'Holder' }, Count: holder, Lent: note }))
    const type = (name: string, to: string, from: string) =>
      `fields.Keys.fields.${name}.type cannot be '${to}': the items in the database contain values of the JSON type '${from}'.  (S502)`
    const report = [
      type('No', 'integer', 'string'),
      type('Count', 'string', 'number'),
      type('Lent', 'string', 'boolean'),
    ]
    expect(await said()).toEqual({ code: 1, report })
    expect(await admin('convert locker Keys.No')).toEqual({
      code: 1,
      said: '1 record has a value of locker Keys.No that would change. Nothing was changed.',
    })
    expect(await admin('convert locker Keys.Lent')).toMatchObject({
      code: 1,
      said: expect.stringContaining('there is no lossless conversion'),
    })
    await run(sql`update locker set keys = '[{"Holder": "7", "Count": 5}]' where serial_id = 2`)
    const done = 'The values of locker Keys.No were of the JSON type string and are of the type number now.'
    expect(await admin('convert locker Keys.No')).toEqual({ code: 0, said: done })
    expect(await admin('convert locker Keys.No')).toEqual({
      code: 0,
      said: 'The values of locker Keys.No are of the JSON type number already.',
    })
    expect(await admin('convert locker Keys.Count')).toMatchObject({ code: 0 })
    expect(await said()).toEqual({ code: 1, report: report.slice(2) })
    await run(sql`update locker set keys = keys #- '{0,Lent}'`)
    expect(await said()).toEqual({ code: 0, report: [] })
    expect(await keysOf(run)).toEqual([
      [
        { No: 12, Count: '300' },
        { No: null, Count: null },
      ],
      [{ No: 7, Count: '5' }],
    ])
    expect(await admin('convert locker Keys.Nothing')).toMatchObject({
      code: 1,
      said: expect.stringContaining('convert needs a schema file'),
    })
  })

  test('a list that becomes a field of another kind, or the other way round, prevents the start', async () => {
    const { write, run, start, said } = await lockers()
    write(list({ Holder: holder }))
    await start()
    await run(putKeys({ Holder: '甲' }))
    write({ Keys: { type: 'enumList', options: { A: '甲' }, label: '鑰匙' } })
    const refused = (type: string) => [
      `fields.Keys.type cannot be '${type}': 1 record in the database (SerialId 1) has other content.  (S502)`,
    ]
    expect(await said()).toEqual({ code: 1, report: refused('enumList') })
    write({ Keys: { type: 'json', label: '鑰匙' } })
    expect(await said()).toEqual({ code: 1, report: refused('json') })
    await run(sql`update locker set keys = '["A"]'`)
    write(list({ Holder: holder }))
    expect(await start(), 'a part with the same rules was checked by a former start').toEqual({ code: 0, report: [] })
  })
})
