import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { modules } from '../../../src/modules'
import { loadSchemas } from '../../../src/schema/load/load'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import { readSchemaFiles } from '../../../src/server/node/schemas/schema-files'
import { readSettings } from '../../../src/server/node/settings/settings'
import { type RunningPortal, startPortal } from '../../../src/server/node/start'
import { putCluster } from '../../support/database/embedded-folders'

const folder = mkdtempSync(join(tmpdir(), 'portal-'))
const site = join(folder, 'site')
const settings = readSettings({ DATA_DIR: join(folder, 'data'), SITE_DIR: site, PORT: '0' }).settings
const secret = () => readFileSync(join(folder, 'data', 'session-secret'))
let portal: RunningPortal

// Every other file tests the engines; this one tests the program.
const embedded = inject('databaseUrl') === ''

beforeAll(async () => {
  mkdirSync(join(site, 'assets'), { recursive: true })
  mkdirSync(join(site, '.vite'))
  writeFileSync(
    join(site, 'index.html'),
    '<head><meta name="csp-nonce" content="" /><style nonce="">p { margin: 0 }</style></head><body>portal</body>',
  )
  writeFileSync(join(site, 'assets', 'main-abc.js'), `console.log(${'1'.repeat(3000)})`)
  writeFileSync(join(site, 'assets', 'main-abc.js.map'), '{}')
  writeFileSync(join(site, '.vite', 'manifest.json'), '{}')
  writeFileSync(join(folder, 'secret.txt'), 'outside')
  if (!embedded) return
  putCluster(join(settings.dataDir, 'database'))
  portal = await startPortal(settings, modules)
})

afterAll(async () => {
  await portal?.close()
  rmSync(folder, { recursive: true })
})

/** Sends a request whose path is not normalized. */
const raw = (path: string): Promise<{ status: number; type: string | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(portal.url)
    request({ port, path }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], text }),
      )
    })
      .on('error', reject)
      .end()
  })

const login = async () => {
  const ticket = (await (await fetch(`${portal.url}/api/Home/GetVICode`)).json()).OutData.VCode
  const VCode = await captchaLetters({ settings: { secret: secret() } }, ticket)
  const { companies } = (await (await fetch(`${portal.url}/config.json`)).json()).demo
  const { label: _, company: __, ...fields } = companies[0]
  const answer = await fetch(`${portal.url}/api/EnterpriseArea/Login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', VCode: ticket },
    body: JSON.stringify({ ...fields, VCode }),
  })
  return (await answer.json()).OutData.JWTToken as string
}

const bills = (token: string) => fetch(`${portal.url}/api/Bills`, { headers: { Authorization: `Bearer ${token}` } })

test.runIf(embedded)(
  'a demo account of /config.json signs in and sees bills; a second start has the same data and accepts the token',
  async () => {
    const token = await login()
    const before = await (await bills(token)).json()
    expect(before.OutData.TotalCount).toBeGreaterThan(100)
    await portal.close()
    portal = await startPortal(settings, modules)
    const after = await (await bills(token)).json()
    expect(after).toEqual(before)
  },
)

test.runIf(embedded)(
  '/config.json names the compiled schemas: one file that caches keep forever, at a URL that depends on its content',
  async () => {
    const { schemas } = (await (await fetch(`${portal.url}/config.json`)).json()) as { schemas: string }
    expect(schemas).toMatch(/^\/schemas\/[\da-f]{16}\.json$/)
    const answer = await fetch(`${portal.url}${schemas}`, { headers: { 'Accept-Encoding': 'br' } })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    expect(await answer.json()).toEqual(loadSchemas(readSchemaFiles(settings.schemasDir)).schemas.resources)
    // A process with other files may have returned the URL.
    const other = await fetch(`${portal.url}/schemas/0123456789abcdef.json`)
    expect([other.status, other.headers.get('cache-control'), await other.json()]).toEqual([
      200,
      'no-store',
      expect.any(Array),
    ])
  },
)

test.runIf(embedded)('the generated secret is accessible to its owner only', () => {
  expect(statSync(join(folder, 'data', 'session-secret')).mode & 0o777).toBe(0o600)
  expect(secret().length).toBeGreaterThanOrEqual(32)
})

test.runIf(embedded)('every page URL returns the page, with its own nonce and a strict policy', async () => {
  const first = await fetch(`${portal.url}/admin/bills`, { headers: { 'Accept-Encoding': 'gzip, br' } })
  const second = await fetch(`${portal.url}/`)
  const noncesOf = async (response: Response) =>
    (await response.text()).match(/(?<=csp-nonce" content="|<style nonce=")[^"]+/g) ?? []
  const [[one = '', inStyle], [two]] = [await noncesOf(first), await noncesOf(second)]
  expect(one).toHaveLength(24)
  expect(inStyle).toBe(one)
  expect(one).not.toBe(two)
  const policy = first.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain(`style-src-elem 'self' 'nonce-${one}'`)
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(first.headers.get('Content-Encoding')).toBe('br')
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
})

test.runIf(embedded)(
  'assets are compressed and cached forever; missing ones, source maps and build metadata are not found',
  async () => {
    const asset = await fetch(`${portal.url}/assets/main-abc.js`, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(asset.headers.get('Content-Encoding')).toBe('br')
    expect(await asset.text()).toContain('console.log(111')
    for (const path of ['/assets/gone.js', '/assets/main-abc.js.map', '/.vite/manifest.json'])
      expect((await fetch(portal.url + path)).status, path).toBe(404)
    expect((await fetch(`${portal.url}/`, { method: 'POST' })).status).toBe(405)
  },
)

test.runIf(embedded)('no path leads outside the site', async () => {
  for (const path of [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd',
    '/%00',
  ]) {
    const { text } = await raw(path)
    expect(text, path).not.toContain('outside')
    expect(text, path).not.toContain('root:')
  }
})

test.runIf(embedded)('an unknown path below the root of the API is 404 as JSON', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/Nothing',
    '/api/fee/1/Nothing',
    '/api/%00',
    '/api/%E4%B8',
    '/api/admin/bills',
  ]) {
    const { status, type, text } = await raw(path)
    expect([path, status, type]).toEqual([path, 404, 'application/json; charset=utf-8'])
    expect(JSON.parse(text)).toEqual({
      ReturnCode: '2004',
      ReturnMsg: expect.stringContaining('請確認網址'),
      OutData: null,
    })
  }
})

test.runIf(embedded)('a page of the site is 200, an unknown one the same page with 404', async () => {
  const pages = [
    '/',
    '/company',
    '/Company/',
    '/news/7',
    '/portal/send-opt',
    '/admin',
    '/admin/bills',
    '/admin/bills/7/show',
    '/admin/fee/create',
    '/admin/sign-ins',
  ]
  const unknown = [
    '/nothing',
    '/company/nothing',
    '/news/7/8',
    '/admin/nothing',
    '/administration',
    '/API/fee',
    '//api/fee',
    '/wp-login.php',
    '/%E4%B8',
  ]
  for (const [path, expected] of [
    ...pages.map((path) => [path, 200] as const),
    ...unknown.map((path) => [path, 404] as const),
  ]) {
    const { status, type, text } = await raw(path)
    expect([path, status, type]).toEqual([path, expected, 'text/html; charset=utf-8'])
    expect(text).toContain('<body>portal</body>')
  }
})

const networkAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.runIf(embedded && networkAddress)('a demo cannot be reached through the network', async () => {
  const { port } = new URL(portal.url)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await expect(fetch(`http://${networkAddress}:${port}/healthz`)).rejects.toThrow('fetch failed')
})

test.runIf(embedded)('the outbox of the demo is a page and a list', async () => {
  expect(await (await fetch(`${portal.url}/demo/outbox`)).text()).toContain('示範寄件匣')
  expect(await (await fetch(`${portal.url}/demo/outbox.json`)).json()).toEqual([])
})

test.runIf(embedded)('a second portal on the same data or the same port is refused with the reason', async () => {
  await expect(startPortal(settings, modules)).rejects.toThrow(/is in use by process \d+/)
  const port = Number(new URL(portal.url).port)
  putCluster(join(folder, 'other', 'database'))
  const other = readSettings({
    DATA_DIR: join(folder, 'other'),
    SITE_DIR: site,
    PORT: String(port),
    DEMO: '0',
  }).settings
  await expect(startPortal(other, modules)).rejects.toThrow(`Port ${port} is in use by another program.`)
})

test.runIf(embedded)('a mistake in a schema stops the start and is named', async () => {
  const schemas = join(folder, 'schemas')
  mkdirSync(schemas)
  writeFileSync(join(schemas, 'x.json'), '{ "label": 7 }')
  await expect(startPortal({ ...settings, schemasDir: schemas }, modules)).rejects.toThrow(/schemas\/x\.json:\d+/)
})
