import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { modules } from '../../../src/modules'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { anyTables } from '../../../src/server/database/transaction'
import { argon2Passwords } from '../../../src/server/node/passwords'
import { runAdmin } from '../../../src/tools/admin/run'
import { portalDatabase } from '../../support/database/database'
import { layouts } from '../../support/payments/bank-files'
import { testSchemas } from '../../support/schemas/schemas'
import { slips } from '../../support/slips/slip-templates'

/** An empty portal on the engine of this run, and the tool for it. */
const place = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-admin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { db, backgroundDb, close } = await portalDatabase()
  onTestFinished(close)
  const schemas = testSchemas()
  await ensureTables(db, schemas)
  const open = async () => ({
    db,
    backgroundDb,
    schemas,
    modules,
    slips,
    layouts,
    engine: 'memory' as const,
    close: async () => {},
  })
  const admin = async (
    args: string,
    { stdin = '', env = {} }: { stdin?: string; env?: Record<string, string> } = {},
  ) => {
    const lines: string[] = []
    const code = await runAdmin(args.split(' '), {
      env,
      stdin: async () => stdin,
      print: (line) => void lines.push(line),
      open,
      modules,
    })
    return { code, output: lines.join('\n') }
  }
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return { folder, admin, db, file }
}

const bankUser =
  'bank-user --uniform-no 04595257 --company-name 示範商業銀行 --user-id bankop01 --name 吳俊傑 --email ops@example.com --mobile 0912345678'
const passwordIn = (output: string): string => /initial password (\S+) /.exec(output)?.[1] ?? ''

test('the first bank user gets a password that is shown once, stored as a hash and must be changed', async () => {
  const { admin, db } = await place()
  const first = await admin(bankUser)
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Company 04595257 示範商業銀行: created.') })
  const password = passwordIn(first.output)
  expect(password).toHaveLength(12)
  const again = await admin(bankUser)
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('already exists') })
  expect(again.output).not.toContain(password)
  const { rows } = await sql<{ status: string; role: string; hash: string; issued: boolean }>`
      select u.user_status as status, u.role_id as role, s.password_hash as hash, s.issued_at is not null as issued
      from portal_user u join portal_user_secret s on s.user_id = u.serial_id`.execute(db)
  expect(rows).toMatchObject([{ status: 'Pending', role: 'BankOperator' }])
  expect(await argon2Passwords.verify(rows[0]?.hash ?? '', password)).toBe(true)
})

test('the operator’s confirmation of the clock is recorded', async () => {
  const { admin, db } = await place()
  await sql`insert into known_time (latest) values (now() + interval '6 years')`.execute(db)
  expect(await admin('confirm-time')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The clock is confirmed: 20/),
  })
  const { rows } = await sql<{
    now: boolean
  }>`select latest between now() - interval '1 minute' and now() + interval '1 minute' as now from known_time`.execute(
    db,
  )
  expect(rows).toEqual([{ now: true }])
})

test('the ledger is verified, and differences make the command fail', async () => {
  const { admin, db } = await place()
  expect(await admin('ledger-verify')).toEqual({ code: 0, output: 'The ledger is correct.' })
  await sql`insert into accepted_tally (line_count, amount) values (2, 3000)`.execute(db)
  expect(await admin('ledger-verify')).toEqual({
    code: 1,
    output: [
      'acceptedCount: 1 difference',
      '  all lines: expected 2, actual 0',
      'acceptedSum: 1 difference',
      '  all lines: expected 3000, actual 0',
      'The ledger has differences. Nothing was changed.',
    ].join('\n'),
  })
})

test('SQL that a start leaves to the operator is run from a file, all or none', async () => {
  const { admin, db, file } = await place()
  const note = async () =>
    (
      await sql<{
        type: string
      }>`select data_type as type from information_schema.columns where table_name = 'fee' and column_name = 'sql_note'`.execute(
        db,
      )
    ).rows
  const add = 'alter table "fee" add column "sql_note" bigint; -- as printed\n'
  const failed = await admin(`sql ${file('bad.sql', `${add}alter table "fee" alter column "nope" type text;`)}`)
  expect(failed).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Statement 2 failed, so nothing was changed: .*nope/),
  })
  expect(await note()).toEqual([])
  const retype = 'alter table "fee" alter column "sql_note" type text using "sql_note"::text; -- it is bigint now'
  expect(await admin(`sql ${file('good.sql', `-- from the console\n${add}${retype}\n`)}`)).toEqual({
    code: 0,
    output: '2 statements executed.',
  })
  expect(await note()).toEqual([{ type: 'text' }])
  await sql`alter table fee drop column sql_note`.execute(db)
  expect(await admin('sql')).toMatchObject({ code: 1, output: expect.stringContaining('sql needs a file') })
})

test('a chosen password is not read from the command line, and must fulfil the rules', async () => {
  const { admin } = await place()
  expect(await admin(`${bankUser} --password-stdin`, { stdin: 'bankop01\n' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('breaks the rules'),
  })
  const good = await admin(`${bankUser} --password-stdin`, { stdin: 'Harbour2Lantern\n' })
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('has the given initial password') })
  expect(good.output).not.toContain('Harbour2Lantern')
  const reset = await admin('reset-password --uniform-no 04595257 --user-id BANKOP01', {
    env: { ADMIN_INITIAL_PASSWORD: 'Harbour2Lighthouse' },
  })
  expect(reset).toMatchObject({ code: 0, output: expect.stringContaining('has the given initial password') })
  expect(await admin('reset-password --uniform-no 04595257 --user-id nobody1')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no user nobody1'),
  })
})

test('the sample files load; a second load changes nothing, and a changed file asks before it overwrites', async () => {
  const { admin, db, file } = await place()
  const first = await admin('load src/tools/admin/sample')
  expect(first.output).toContain('customers.csv: 2 created.')
  expect(first.output).toContain('agreements.csv: 1 created.')
  expect(first.output).toContain('market-items.csv: 3 created.')
  expect(first.output).toContain('payer-login-fields.csv: 1 created.')
  expect(passwordIn(first.output)).toHaveLength(12)
  expect(first.code).toBe(0)
  const second = await admin('load src/tools/admin/sample')
  expect(second.output).not.toMatch(/created|updated|differ|refused/)
  expect(second.output).toContain('agreements.csv: 1 unchanged.')
  expect(second.output).toContain('users.csv: 1 unchanged.')

  const changed = file('market-items.json', '[{ "MarketItemCode": "7A1", "ChannelFee": 12 }]')
  expect((await admin(`load ${changed}`)).output).toContain('differs from the portal in ChannelFee and was not changed')
  expect((await admin(`load ${changed} --update`)).output).toContain('1 updated')
  const fee = await anyTables(db)
    .selectFrom('market_item')
    .select('channel_fee')
    .where('market_item_code', '=', '7A1')
    .executeTakeFirst()
  expect(fee).toEqual({ channel_fee: 12 })
  const trail = await db
    .selectFrom('audit_log')
    .select(['user_id', 'action'])
    .where('resource', '=', 'MarketItem')
    .orderBy('id')
    .execute()
  expect(trail.at(-1)).toEqual({ user_id: 'npm run admin', action: 'Update' })
  expect((await admin('status')).output).toMatch(/customers +2\n/)
})

test('invalid records are reported with their place; the others are stored and the command can be repeated', async () => {
  const { admin, file } = await place()
  await admin('load src/tools/admin/sample')
  const header =
    'ApplyCode,AgreementName,UniformNo,RealAccount,VACLength,TermNoLen,PayerNoLen,VACCheckType,VACCheckScheme,Channels'
  const good = '77005,學費,90000017,00112345600123,14,2,6,Account,W371,01'
  const path = file(
    'agreements.csv',
    [
      header,
      good,
      '77006,保費,90000017,00112345600123,14,2,7,Account,W371,01',
      '77007,租金,12345678,00112345600123,14,2,6,Account,W371,01',
      '77008,會費,90000017,00112345600123,14,2,6,Account,W372,01',
    ].join('\n'),
  )
  const first = await admin(`load ${path}`)
  expect(first.code).toBe(1)
  expect(first.output).toMatch(/line 3: refused\. The parts of its virtual accounts do not fit/)
  expect(first.output).toMatch(/line 4: refused\. UniformNo: /)
  expect(first.output).toMatch(/line 5: refused\. VACCheckScheme: /)
  expect(first.output).toContain('1 created, 3 refused')
  file('agreements.csv', [header, good, '77006,保費,90000017,00112345600123,14,2,6,Account,W371,01'].join('\n'))
  expect((await admin(`load ${path}`)).output).toContain('1 created, 1 unchanged')
  const renamed = file(
    'agreements.json',
    '[{ "ApplyCode": "77005", "AgreementName": "雜費" }, { "ApplyCode": "77006", "PayerNoLen": 7 }]',
  )
  const second = await admin(`load ${renamed} --update`)
  expect(second.output).toMatch(/record 2: refused\. The parts of its virtual accounts do not fit/)
  expect(second.output).toContain('1 updated, 1 refused')
})

test('the line of a record counts blank lines and the lines of cells', async () => {
  const { admin, file } = await place()
  const path = file('holidays.csv', 'HolidayDate,HolidayName\r\n\r\n2027-01-01,"元旦\r\n"\r\n2027-13-01,錯誤\r\n')
  const { output } = await admin(`load ${path}`)
  expect(output).toMatch(/holidays\.csv line 5: refused\. HolidayDate: /)
  expect(
    (await admin(`load ${file('holidays.csv', 'HolidayDate,HolidayName\n2027-01-01,"元\n旦"\n2027-01-02\n')}`)).output,
  ).toMatch(/holidays\.csv line 4 cannot be read: Too few fields/)
})

test('an agreement with two items for the same amount, and an item whose amounts end before they begin, are refused', async () => {
  const { admin, file } = await place()
  await admin('load src/tools/admin/sample')
  const items = file(
    'market-items.csv',
    [
      'MarketItemCode,MarketItemName,MinAmount,MaxAmount,FeeBearType,ChannelFee,PayPeriodType',
      'I0O,保險費,1,50000,Deduct,20,NDayA',
      '7B1,一般代收,1,20000,Increase,10,NDayA',
      '7C1,一般代收,200,100,Deduct,10,NDayA',
    ].join('\n'),
  )
  const loaded = await admin(`load ${items}`)
  expect(loaded.output).toMatch(/line 4: refused\. MinAmount is 200, above MaxAmount, which is 100\./)
  expect(loaded.output).toContain('2 created, 1 refused')
  const header =
    'ApplyCode,AgreementName,UniformNo,RealAccount,VACLength,TermNoLen,PayerNoLen,VACCheckType,VACCheckScheme,Channels,MarketItems'
  const agreement = (code: string, items: string) =>
    `${code},學費,90000017,00112345600123,14,2,6,Account,W371,01,${items}`
  const agreements = file(
    'agreements.csv',
    [header, agreement('77005', '7A1;I0O'), agreement('77006', '7A1;7A2;7B1')].join('\n'),
  )
  const { output } = await admin(`load ${agreements}`)
  expect(output).toMatch(/line 2: refused\. MarketItems of agreement 77005: the amounts of 7A1 and I0O overlap\./)
  expect(output).toContain('1 created, 1 refused')
})

test('an item whose new amounts overlap those of another item of an agreement is refused', async () => {
  const { admin, db, file } = await place()
  await admin('load src/tools/admin/sample')
  await admin(`load ${file('agreements.json', '[{ "ApplyCode": "77001", "MarketItems": ["7A1", "7A2"] }]')} --update`)
  const change = (item: object) => admin(`load ${file('market-items.json', JSON.stringify([item]))} --update`)
  expect((await change({ MarketItemCode: '7A1', MaxAmount: 20001 })).output).toMatch(
    /record 1: refused\. MarketItems of agreement 77001: the amounts of 7A1 and 7A2 overlap\./,
  )
  const stored = await anyTables(db)
    .selectFrom('market_item')
    .select('max_amount')
    .where('market_item_code', '=', '7A1')
    .executeTakeFirst()
  expect(stored).toEqual({ max_amount: 20000 })
  // The agreement does not have the item 7A3.
  expect((await change({ MarketItemCode: '7A3', MinAmount: 30000 })).output).toContain('1 updated')
  expect((await change({ MarketItemCode: '7A2', FeeBearType: 'Increase', MinAmount: 1 })).output).toContain('1 updated')
  expect((await change({ MarketItemCode: '7A2', FeeBearType: 'Deduct' })).output).toContain('1 refused')
})

test('a command that cannot be run is refused with a message', async () => {
  const { admin, file } = await place()
  const cases: [string, RegExp][] = [
    ['fly', /There is no command fly/],
    ['load', /needs a folder or files/],
    ['load /nowhere', /does not exist/],
    [`load ${file('customers.csv', 'Uniform,Name\n1,2\n')}`, /names Uniform, Name, but the fields are: UniformNo/],
    [`load ${file('holidays.json', '{}')}`, /must be a list of objects/],
    [`load ${file('other.csv', 'A\n1\n')}`, /is not known; files are named bank-codes\.csv/],
    ['bank-user --user-id x', /needs --uniform-no, --name, --email, --mobile/],
    ['bank-user --colour red', /Unknown option '--colour'/],
    [bankUser.replace('04595257', '04595258'), /UniformNo: /],
    ['cancel-job 7', /Job 7 has already ended, or does not exist/],
    ['jobs', /There are no jobs/],
  ]
  for (const [args, sentence] of cases) expect((await admin(args)).output, args).toMatch(sentence)
  expect((await admin('status', { env: { TRUST_PROXY: 'yes' } })).output).toMatch(
    /These settings are missing or wrong:\n {2}- TRUST_PROXY/,
  )
})
