import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openPage, sharedBrowser, widths } from './support/browser'
import { databaseOfRole, emptyDatabase, serverUrl } from './support/postgres'
import { type RunningServer, runToEnd, startServer, temporaryFolder } from './support/server'
import { companyToken, demoAccount, outData, signInCompany } from './support/sign-in'

const SESSION_SECRET = 'a secret that only this test knows, 48 bytes long'
const needed = {
  NODE_ENV: 'production',
  SESSION_SECRET,
  BANK_CODE: '004',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'service@bank.example',
}

/** `npm run admin` of the build. */
const admin = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
  const { VITEST: _vitest, ...inherited } = process.env
  return (
    await promisify(execFile)(process.execPath, ['dist/server/admin.js', ...args], { env: { ...inherited, ...env } })
  ).stdout
}

/** A database as a bank installs it: the portal's role owns it, and has no further privileges. */
const production = async () => {
  const { url, db, role } = await databaseOfRole('owner')
  expect(
    (await sql`select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = ${role}`.execute(db)).rows,
  ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
  const env = { ...needed, DATABASE_URL: url, DATA_DIR: temporaryFolder() }
  const start = async () => {
    const server = await startServer({ env, dataDir: env.DATA_DIR })
    onTestFinished(() => server.kill())
    return server
  }
  return { db, env, start }
}

test.runIf(serverUrl !== '')(
  'an empty PostgreSQL becomes a portal: set up by the tool, started, first sign-in changes the password',
  async () => {
    const { db, env, start } = await production()
    const loaded = await admin(env, 'load', 'src/tools/admin/sample')
    const Mima = /initial password (\S+) /.exec(loaded)?.[1] ?? ''
    await admin(
      env,
      'bank-user',
      '--uniform-no',
      '04595257',
      '--user-id',
      'bankop01',
      '--name',
      '吳俊傑',
      '--email',
      'ops@example.com',
      '--mobile',
      '0912345678',
    )
    const server = await start()
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ demo: null })

    const account = { UniformNo: '90000017', UserId: 'admin01', Mima }
    const first = await companyToken(server, account, SESSION_SECRET)
    const codeOfFees = async (token: string) =>
      (
        (await (await fetch(`${server.url}/api/fee`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
          ReturnCode: string
        }
      ).ReturnCode
    expect(await codeOfFees(first)).toBe('1007')
    const changed = await fetch(`${server.url}/api/PortalUser/ChangeMima`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${first}` },
      body: JSON.stringify({ OldMima: Mima, NewMima: 'Harbour2Lantern', ConfirmMima: 'Harbour2Lantern' }),
    })
    const { JWTToken } = await outData<{ JWTToken: string }>(changed)
    expect(await codeOfFees(JWTToken)).toBe('0000')
    await expect(companyToken(server, account, SESSION_SECRET)).rejects.toThrow('1001')
    expect(
      (await db.selectFrom('customer').select('create_user').execute()).map(({ create_user }) => create_user),
    ).toEqual(['npm run admin', 'npm run admin'])
  },
)

test.runIf(serverUrl !== '')(
  'a role that may not create tables is reported with advice, before anything is written',
  async () => {
    const { url, db, role } = await databaseOfRole('other')
    const { code, output } = await runToEnd({ ...needed, DATABASE_URL: url })
    const name = new URL(url).pathname.slice(1)
    expect(code).toBe(1)
    expect(eventsOf(output)).toContain(
      `The role ${role} of DATABASE_URL has no right to create tables in the database ${name}. Make it the owner: alter database "${name}" owner to "${role}";`,
    )
    expect(
      (await sql`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db))
        .rows,
    ).toEqual([])
  },
)

test.runIf(serverUrl !== '')('a start without a reachable PostgreSQL reports it, without the password', async () => {
  const { code, output } = await runToEnd({ ...needed, DATABASE_URL: 'postgres://portal:hunter2@127.0.0.1:9/portal' })
  expect(code).toBe(1)
  expect(output).toMatch(/The database 127\.0\.0\.1:9\/portal of DATABASE_URL cannot be used: .*ECONNREFUSED/)
  expect(output).not.toContain('hunter2')
})

/** The lines of a log; a line of another format fails the test. */
const linesOf = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
const eventsOf = (output: string) => linesOf(output).map(({ event }) => event)

test.runIf(serverUrl !== '')(
  'all output in production is lines of JSON with time, level and event: start, calls, end',
  async () => {
    const server = await (await production()).start()
    await fetch(`${server.url}/api/fee?FeeName=secret`)
    await fetch(`${server.url}/nothing`)
    expect(await server.stop('SIGTERM')).toBe(0)
    const lines = linesOf(server.output())
    const common = { time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/), level: 'info' }
    for (const line of lines) expect(line).toMatchObject({ ...common, event: expect.any(String) })
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: 'refused',
        call: 'fee.list',
        path: '/api/fee',
        status: 401,
        network: '127.0.0.0/24',
      }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'answered', call: 'page', path: '/nothing', status: 404 }),
    )
    expect(lines.at(-1)?.event).toBe('Stopped; all data is on disk.')
    expect(server.output()).not.toContain('secret')
  },
)

const { NODE_ENV: _, ...unnamed } = needed

/** The headers that browsers get, and whether the API's description is public. */
const faceOf = async ({ url }: RunningServer) => {
  const [page, docs] = await Promise.all([fetch(url), fetch(`${url}/api/docs`)])
  return { https: page.headers.has('Strict-Transport-Security'), docs: docs.status }
}

test.runIf(serverUrl !== '')('a portal on a database server runs in production mode without NODE_ENV too', async () => {
  const { url } = await emptyDatabase()
  const { code, output } = await runToEnd({ DATABASE_URL: url })
  expect(code).toBe(1)
  expect(output).toContain('- NODE_ENV is not set and DATABASE_URL is, so this is production')
  for (const name of ['SESSION_SECRET', 'BANK_CODE', 'SMTP_URL']) expect(output).toContain(`- ${name} `)

  const server = await startServer({ env: { ...unnamed, DATABASE_URL: url } })
  onTestFinished(() => server.kill())
  expect(await faceOf(server)).toEqual({ https: true, docs: 404 })
  expect((await fetch(`${server.url}/demo/outbox`)).status).toBe(404)
})

test.runIf(serverUrl !== '')(
  'a demo on a database server says that it is one: at its start, and on public and admin pages',
  async () => {
    const { url } = await emptyDatabase()
    const server = await startServer({ env: { DATABASE_URL: url, DEMO: '1' } })
    const browser = await sharedBrowser()
    onTestFinished(() => server.kill())
    const said = server.output()
    expect(said).toContain(
      `THIS IS A DEMO ON A SERVER'S DATABASE: ${new URL(url).host}${new URL(url).pathname} (DEMO=1 with DATABASE_URL).`,
    )
    for (const danger of ['passwords are public', '/demo/outbox', 'Never enter real data'])
      expect(said).toContain(danger)
    expect(await faceOf(server)).toEqual({ https: false, docs: 200 })
    for (const width of widths) {
      const { page, complaints } = await openPage(browser, server.url, width)
      const banner = page.getByRole('complementary', { name: '展示環境提醒' })
      await page.goto('/news')
      expect(await banner.innerText()).toContain('請勿輸入真實資料')
      await signInCompany(page, server, demoAccount(width === 1440 ? 'maker01' : 'viewer01'))
      await page.getByRole('heading', { level: 1, name: /您好$/ }).waitFor()
      expect(await banner.isVisible()).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(complaints).toEqual([])
    }
  },
)
