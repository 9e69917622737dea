import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { modules } from '../../../src/modules'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import { withSecurityHeaders } from '../../../src/server/http/headers'
import { readSettings } from '../../../src/server/node/settings/settings'
import { type RunningPortal, startPortal } from '../../../src/server/node/start'
import { putCluster } from '../../support/database/embedded-folders'

// These tests run the whole program, for pages and calls alike; headers do not depend on the engine.
const embedded = test.runIf(inject('databaseUrl') === '')
const folder = mkdtempSync(join(tmpdir(), 'headers-'))
const dataDir = join(folder, 'data')
const site = join(folder, 'site')
let portal: RunningPortal
let headers: Record<string, string> = {}

beforeAll(async () => {
  if (inject('databaseUrl') !== '') return
  mkdirSync(join(site, 'assets'), { recursive: true })
  writeFileSync(join(site, 'index.html'), '<head><meta name="csp-nonce" content="" /></head><body>portal</body>')
  writeFileSync(join(site, 'assets', 'main-abc.js'), 'console.log(1)')
  mkdirSync(join(site, '.vite'))
  writeFileSync(join(site, '.vite', 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(site, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  putCluster(join(dataDir, 'database'))
  const { settings } = readSettings({ DATA_DIR: dataDir, SITE_DIR: site, PORT: '0' })
  portal = await startPortal(settings, modules)
  headers = { Authorization: `Bearer ${await login()}`, Origin: 'https://elsewhere.example.com' }
})

afterAll(async () => {
  await portal?.close()
  rmSync(folder, { recursive: true })
})

/** The scripts of a site: the first script, the admin area, and the hand-written screens of bills. */
const manifest = {
  'index.html': { file: 'assets/main-abc.js', imports: [] },
  'src/admin/AdminArea.tsx': { file: 'assets/AdminArea-abc.js', imports: ['_admin-abc.js', 'index.html'] },
  'src/screens.ts': { file: 'assets/screens-abc.js', imports: ['index.html'] },
  'src/admin/overview/OverviewCards.tsx': { file: 'assets/figures-abc.js', imports: ['index.html'] },
  '_admin-abc.js': { file: 'assets/admin-abc.js', imports: ['index.html'] },
  'resources/bills/index.tsx': { file: 'assets/bills-abc.js', imports: ['_admin-abc.js'] },
}

const json = async (path: string, init?: RequestInit) => (await fetch(portal.url + path, init)).json()

const login = async (): Promise<string> => {
  const ticket = (await json('/api/Home/GetVICode')).OutData.VCode
  const VCode = await captchaLetters({ settings: { secret: readFileSync(join(dataDir, 'session-secret')) } }, ticket)
  const { label: _, company: __, ...account } = (await json('/config.json')).demo.companies[0]
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', VCode: ticket },
    body: JSON.stringify({ ...account, VCode }),
  }
  return (await json('/api/EnterpriseArea/Login', init)).OutData.JWTToken
}

/** Each class of response: its name, the request, the status that identifies the class, and its type. */
const classes: readonly (readonly [string, string, RequestInit, number, RegExp])[] = [
  ['a page', '/admin/bills', {}, 200, /^text\/html/],
  ['a script', '/assets/main-abc.js', {}, 200, /^text\/javascript/],
  ['another file of the site', '/favicon.svg', {}, 200, /^image\/svg/],
  ['a file that the site lacks', '/assets/gone.js', {}, 404, /^text\/plain/],
  ['a page that is posted to', '/', { method: 'POST' }, 405, /^text\/plain/],
  ['the configuration', '/config.json', {}, 200, /^application\/json/],
  ['the health', '/healthz', {}, 200, /^application\/json/],
  ['a call', '/api/Bills', {}, 200, /^application\/json/],
  ['a call without a session', '/api/Bills', { headers: {} }, 401, /^application\/json/],
  ['a call that the role may not make', '/api/SKGPortal/SKGBillQuery', {}, 403, /^application\/json/],
  ['a record that is not there', '/api/Bills/999999999', {}, 404, /^application\/json/],
  ['a call that does not exist', '/api/Nothing', {}, 404, /^application\/json/],
  ['a method that does not exist', '/api/Bills', { method: 'PATCH' }, 405, /^application\/json/],
  [
    'a preflight from elsewhere',
    '/api/Bills',
    { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET' } },
    405,
    /^application\/json/,
  ],
  ['the outbox of the demo', '/demo/outbox', {}, 200, /^text\/html/],
  ['the bank of the demo', '/demo/bank?Account=1', {}, 404, /^text\/html/],
]

const documentHeaders = {
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
}

/**
 * The headers of every response, as patterns where their values differ.
 * Data, which browsers show as text only, has no headers for documents.
 */
const expectSafe = (answer: Response): void => {
  // A call that is redirected to https would have sent its token unencrypted before.
  expect(answer.redirected).toBe(false)
  const said = Object.fromEntries(answer.headers)
  expect(said).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  if (/json|javascript|css/.test(said['content-type'] ?? ''))
    expect(Object.keys(said).filter((name) => name in documentHeaders)).toEqual([])
  else expect(said).toMatchObject(documentHeaders)
  expect(Object.keys(said).filter((name) => name.startsWith('access-control-allow'))).toEqual([])
}

embedded.each(classes)(
  '%s has every security header and allows no other origin',
  async (_, path, init, status, type) => {
    const answer = await fetch(portal.url + path, { headers, ...init })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Content-Type')).toMatch(type)
    expectSafe(answer)
  },
)

test('a portal in production also requires https from then on', () => {
  const { headers: sent } = withSecurityHeaders(new Response('portal'), { production: true })
  expect(sent.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
})

embedded('a download has them too, and neither shows in our origin nor stays in a cache', async () => {
  const { Items } = (await json('/api/Bills?BillStatus=Unpaid', { headers })).OutData
  const answer = await fetch(`${portal.url}/api/Bills/${Items[0].SerialId}/DownloadPaymentPDF`, { headers })
  expect(answer.status).toBe(200)
  expectSafe(answer)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment;/),
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'no-store',
  })
})

embedded('only files with a name of their own content are kept by browsers', async () => {
  const kept = await Promise.all(
    classes.map(async ([, path, init]) => [
      path,
      (await fetch(portal.url + path, { headers, ...init })).headers.get('Cache-Control'),
    ]),
  )
  expect(kept.filter(([, cache]) => cache !== 'no-store')).toEqual([
    ['/assets/main-abc.js', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'public, max-age=3600'],
  ])
})

embedded('public texts are compressed for clients that accept it, and the headers say so to caches', async () => {
  const encodingOf = async (path: string, init: RequestInit) => {
    const answer = await fetch(portal.url + path, init)
    await answer.arrayBuffer()
    return [answer.headers.get('Content-Encoding'), answer.headers.get('Vary')]
  }
  const taking = (encoding: string, more = {}) => ({ headers: { 'Accept-Encoding': encoding, ...more } })
  for (const path of ['/config.json', '/demo/outbox', '/assets/main-abc.js', '/favicon.svg', '/api/Home/GetNotices']) {
    expect(await encodingOf(path, taking('gzip, deflate, br')), path).toEqual(['br', 'Accept-Encoding'])
    expect(await encodingOf(path, taking('gzip, br;q=0')), path).toEqual(['gzip', 'Accept-Encoding'])
    expect(await encodingOf(path, taking('identity')), path).toEqual([null, 'Accept-Encoding'])
  }
})

embedded('what a session reads is not packed, lest its length tell of the secrets in it', async () => {
  const answer = await fetch(`${portal.url}/api/Bills`, { headers: { ...headers, 'Accept-Encoding': 'br' } })
  await answer.arrayBuffer()
  expect(answer.headers.get('Content-Encoding')).toBeNull()
})

/** Sends raw bytes over their own connection; returns everything received until the server closes it. */
const answerTo = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(portal.url).port), 'localhost', () => socket.write(request))
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

const hidden = 'GET /api/Bills HTTP/1.1\r\nHost: portal\r\n\r\n'
const post = 'POST /api/EnterpriseArea/Login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n'

embedded.each([
  ['a length and chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunks and a length', `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths', `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['a length with a sign', `${post}Content-Length: +0\r\n\r\n${hidden}`],
  ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a header that ends in a blank', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a chunk whose size is no number', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${hidden}`],
  ['a line that continues', `${post}Transfer-Encoding:\r\n chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
])('a request with %s gets one response, 400, and the rest is not treated as a second request', async (_, request) => {
  const answers = (await answerTo(request)).match(/HTTP\/1\.1 \d{3}/g)
  expect(answers).toEqual(['HTTP/1.1 400'])
})

embedded(
  'a page of the admin area names the scripts and schemas that it needs, so that the browser loads them at once',
  async () => {
    const { schemas } = await json('/config.json')
    const preloadsOf = async (path: string) => (await fetch(portal.url + path)).headers.get('Link')
    const scripts = (...names: readonly string[]) => names.map((name) => `</assets/${name}-abc.js>; rel=modulepreload`)
    const schemaFile = `<${schemas}>; rel=preload; as=fetch; crossorigin`
    expect(await preloadsOf('/admin')).toBe(
      [...scripts('AdminArea', 'admin', 'screens', 'figures'), schemaFile].join(', '),
    )
    expect(await preloadsOf('/admin/bills')).toBe(
      [...scripts('AdminArea', 'admin', 'screens', 'bills'), schemaFile].join(', '),
    )
    expect(await preloadsOf('/company')).toBeNull()
  },
)
