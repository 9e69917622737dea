import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { modules } from '../../../src/modules'
import type { Field } from '../../../src/schema/language/types'
import { loadSchemas } from '../../../src/schema/load/load'
import { schemaSet } from '../../../src/schema/load/schema-set'
import { fieldParts } from '../../../src/server/database/checked-parts'
import { databaseFacts } from '../../../src/server/database/database-facts'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { openDatabase } from '../../../src/server/node/database'
import { readSchemaFiles } from '../../../src/server/node/schemas/schema-files'
import { runCheck } from '../../../src/tools/check/check'
import { projectFacts } from '../../../src/tools/portal-schemas'
import { putCluster } from '../../support/database/embedded-folders'
import { portal } from '../../support/portal'

const { db, schemas, given } = await portal({ ownDatabase: true })

const folder = (change: (folder: string) => void) => {
  const at = mkdtempSync(join(tmpdir(), 'schemas-'))
  cpSync('schemas', at, { recursive: true })
  change(at)
  return at
}
const check = async (args: readonly string[], env: Record<string, string> = {}) => {
  const output: string[] = []
  return {
    code: await runCheck(args, { DATA_DIR: join(tmpdir(), 'no-such-portal'), ...env }, (line) => output.push(line)),
    output: output.join('\n'),
  }
}
const misspelled = folder((at) => {
  const file = join(at, 'fee.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"label": "繳費項目設定', '"lable": "繳費項目設定'))
})

test('valid files are reported as valid, with exit code 0', async () => {
  expect(await check([])).toEqual({ code: 0, output: expect.stringMatching(/^No problems in \d+ schemas\.$/) })
})

test('a pattern that takes too long is reported before any check matches a value against it', async () => {
  const slow = folder((at) => {
    const file = join(at, 'fee.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"max": 20', '"max": 20, "pattern": "^([0-9]|[0-9])*x$"'))
  })
  const { code, output } = await check([], { SCHEMAS_DIR: slow })
  expect(code).toBe(1)
  expect(output).toMatch(
    /^schemas\/fee\.json:\d+:\d+ {2}fields\.\w+\.pattern cannot be used: it takes too long to reject a value of \d+ characters\. {2}\(S124\)\n/,
  )
})

test('the report for programs is one JSON value of a fixed shape', async () => {
  const { code, output } = await check(['--json'], { SCHEMAS_DIR: misspelled })
  const report = JSON.parse(output)
  expect(code).toBe(1)
  expect(Object.keys(report)).toEqual(['files', 'errors', 'advice', 'problems'])
  expect(report).toMatchObject({ errors: 1, advice: 0 })
  expect(report.problems).toEqual([
    {
      level: 'error',
      id: 'S103',
      file: 'schemas/fee.json',
      line: 3,
      column: 3,
      message: "the file has the unknown key 'lable'.",
      hint: "Did you mean 'label'?",
    },
  ])
})

test('an unknown option and a missing database are reported with a message', async () => {
  expect(await check(['--jsno'])).toEqual({
    code: 2,
    output: 'There is no option --jsno. The options are --json and --database.',
  })
  expect(await check(['--database'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no database in '),
  })
})

test('the facts about a database name its tables and columns, and no values', async () => {
  await given.customer()
  await given.agreement()
  await given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  const { fee } = (await databaseFacts(db, schemas)).database
  expect(fee).toMatchObject({ fee_name: { type: 'text' }, fee_status: { type: 'text' }, serial_id: { type: 'bigint' } })
  await sql`alter table fee add column formerly text`.execute(db)
  await sql`update fee set formerly = 'x'`.execute(db)
  expect((await databaseFacts(db, schemas)).database.fee?.formerly).toEqual({ type: 'text', filled: 1 })
})

/** Valid files with a resource of lockers that has these fields. */
const withLocker = (fields: object) =>
  folder((at) =>
    writeFileSync(
      join(at, 'locker.json'),
      JSON.stringify(
        { label: '置物櫃', page: false, display: '{LockerNo}', fields: { ...agreement, ...fields } },
        null,
        2,
      ),
    ),
  )

const agreement = { ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true } }
const text = { type: 'string', label: '櫃號', max: 10 }
const size = { type: 'enum', options: { Big: '大', Small: '小' }, label: '大小' }
const floor = { type: 'integer', label: '樓層' }
const reportOf = async (env: Record<string, string>) => {
  const { code, output } = await check(['--database', '--json'], env)
  return {
    code,
    problems: JSON.parse(output).problems.map(({ id, message }: { id: string; message: string }) => `${id} ${message}`),
  }
}

test('stored values are checked by the current rules: limits, decimals, patterns, codes of lists, required and unique values', async () => {
  const rules = {
    ApplyCode: { type: 'string', label: '委託單位代號', required: true, max: 8 },
    ShelfNo: {
      type: 'string',
      label: '架號',
      required: true,
      max: 10,
      pattern: '^S\\d+$',
      patternText: '請輸入 S 與數字',
      unique: true,
    },
    Floor: { type: 'integer', label: '樓層', min: 0, max: 9 },
    Rate: { type: 'percent', label: '費率', decimals: 1 },
    Kinds: { type: 'enumList', options: { A: '甲' }, label: '種類' },
    Since: { type: 'date', label: '啟用日', min: '2026-01-01', required: true },
    Until: { type: 'date', label: '停用日', min: 'today' },
    Note: { type: 'string', label: '備註', max: 5, required: true, shownWhen: { field: 'Floor', is: 1 } },
  }
  const { schemas: shelves } = loadSchemas([
    { file: 'shelf.json', text: JSON.stringify({ label: '層架', page: false, fields: rules }) },
  ])
  await ensureTables(
    db,
    schemaSet(
      shelves.resources.map((one) => ({
        ...one,
        fields: one.fields.map((field) => ({ ...field, unique: undefined }) as Field),
      })),
    ),
  )
  try {
    for (const [no, floor, rate, kinds, since] of [
      ['S1', -2, 1.5, ['A'], '2025-12-31'],
      ['S1', 3, 1.25, ['A', 'B'], null],
      ['T2', 12, 2, [], '2026-05-05'],
    ])
      await sql`insert into shelf (apply_code, shelf_no, floor, rate, kinds, since, until, create_user, create_time, update_user, update_time)
      values ('77001', ${no}, ${floor}, ${rate}, ${JSON.stringify(kinds)}::jsonb, ${since}, '2026-01-01', 'x', now(), 'x', now())`.execute(
        db,
      )
    const { shelf } = (await databaseFacts(db, shelves, { today: '2026-11-20' })).database
    expect(shelf).toMatchObject({
      shelf_no: {
        refused: [{ rule: 'any', count: 1, example: 'SerialId 3', message: '架號格式不正確，請輸入 S 與數字。' }],
        repeated: 1,
      },
      rate: { refused: [{ rule: 'any', count: 1, example: 'SerialId 2', message: '費率最多到小數點後 1 位。' }] },
      kinds: { refused: [{ rule: 'any', count: 1, example: 'SerialId 2' }] },
      since: {
        refused: [{ rule: 'any', count: 1, example: 'SerialId 1' }],
        empty: { count: 1, example: 'SerialId 2' },
      },
    })
    expect(shelf?.floor?.refused).toEqual(
      expect.arrayContaining([
        { rule: 'any', count: 1, example: 'SerialId 1', message: '樓層不可小於 0。' },
        { rule: 'max', count: 1, example: 'SerialId 3', message: '樓層不可大於 9。' },
      ]),
    )
    for (const name of ['until', 'note', 'apply_code']) expect(Object.keys(shelf?.[name] ?? {}), name).toEqual(['type'])
    const known = { today: '2026-11-20', checkedParts: fieldParts(shelves) }
    expect(
      (await databaseFacts(db, shelves, known)).database.shelf?.floor,
      'parts that were checked are not read again',
    ).toEqual({
      type: 'bigint',
    })
  } finally {
    await sql`drop table shelf`.execute(db)
  }
})

// One engine's run is enough; each check opens the database again.
test.skipIf(inject('databaseUrl') !== '')(
  'with a database, a file that would lose or refuse stored data is reported, a new name with its former one is not',
  async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'check-'))
    putCluster(join(DATA_DIR, 'database'))
    const since = { type: 'date', label: '啟用日' }
    const before = withLocker({ LockerNo: text, Size: size, Floor: floor, Since: since })
    const { db: own, close } = await openDatabase({ dataDir: DATA_DIR })
    await ensureTables(own, loadSchemas(readSchemaFiles(before), projectFacts(modules)).schemas)
    await sql`insert into locker (apply_code, locker_no, size, floor, create_user, create_time, update_user, update_time)
    values ('77001', 'LONG-01', 'Big', 3, 'x', now(), 'x', now())`.execute(own)
    await close()

    const changed = {
      LockerNo: { ...text, max: 5 },
      Size: { ...size, options: { Small: '小' } },
      Since: { ...text, label: '啟用日' },
      Storey: floor,
    }
    expect(await reportOf({ DATA_DIR, SCHEMAS_DIR: withLocker(changed) })).toEqual({
      code: 1,
      problems: [
        "W501 no field has the column 'floor', which contains 1 value.",
        'W503 fields.LockerNo.max is 5: 1 record in the database (SerialId 1) has more.',
        "W503 fields.Size has no option 'Big': 1 record in the database (SerialId 1) has it.",
        "S502 fields.Since.type cannot be 'string': it needs a text column, and the database has a date column.",
      ],
    })
    const renamed = { LockerNo: text, Size: size, Since: since, Storey: { ...floor, was: 'Floor' } }
    expect(await reportOf({ DATA_DIR, SCHEMAS_DIR: withLocker(renamed) })).toEqual({ code: 0, problems: [] })
  },
)
