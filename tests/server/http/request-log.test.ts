import { expect, test } from 'vitest'
import { loggedPath } from '../../../src/server/http/request-log'
import { loggedNetworkOf } from '../../../src/server/security/rate-limit'
import { portal, twoCompanies } from '../../support/portal'
import { login } from '../accounts/sign-in'

const here = await portal()
const { as, asPayer, given, request, log } = here
await twoCompanies({ given })
const maker = await as('CustomerMaker', { UserId: 'maker77' })

/** The log lines of a request; the last one is its own. */
const linesOf = async (send: () => Promise<{ readonly headers: Headers }>) => {
  log.lines.length = 0
  const { headers } = await send()
  expect(log.lines.at(-1)?.facts.request).toBe(headers.get('X-Request-Id'))
  return log.lines
}
const lastOf = async (send: () => Promise<{ readonly headers: Headers }>) => (await linesOf(send)).at(-1)

test('every call is logged in one line: its id, call, path, status and duration, without query and body', async () => {
  const line = await lastOf(() => maker.get('/fee', { FeeName: '王大明' }))
  expect(line).toEqual({
    level: 'info',
    event: 'answered',
    facts: {
      request: expect.stringMatching(/^[0-9A-F]{8}$/),
      call: 'fee.list',
      method: 'GET',
      path: '/api/fee',
      status: 200,
      ms: expect.any(Number),
    },
  })
  const refused = await lastOf(() => maker.post('/fee', { ApplyCode: '77001', FeeName: '王大明' }))
  expect(refused).toMatchObject({
    level: 'info',
    event: 'refused',
    facts: { call: 'fee.create', status: 200, code: '2002', fields: ['FeeCode'] },
  })
  expect(JSON.stringify([line, refused])).not.toContain('王大明')
})

test('other log lines of a request have its id', async () => {
  const lines = (await linesOf(() => login(here, { UserId: 'nobody' }))).slice(-2)
  expect(lines.map(({ event }) => event)).toEqual(['wrong login', 'refused'])
  expect(new Set(lines.map(({ facts }) => facts.request)).size).toBe(1)
})

test('a path that is not a call is logged without parts that could be personal data', async () => {
  expect(await lastOf(() => maker.get('/Nothing/A123456789'))).toMatchObject({
    event: 'refused',
    facts: { call: 'other', path: '/api/Nothing/*', status: 404 },
  })
})

test.each([
  ['/api/ReportPrint/ChannelFeeReportByI0O', '/api/ReportPrint/ChannelFeeReportByI0O'],
  ['/api/Bills/1234567/DownloadPaymentPDF', '/api/Bills/1234567/DownloadPaymentPDF'],
  ['/api/PayerUnit/77001/A1', '/api/PayerUnit/77001/A1'],
  ['/api/fee/0912345678', '/api/fee/*'],
  ['/api/fee/A123456789', '/api/fee/*'],
  ['/api/fee/77001110000016', '/api/fee/*'],
  ['/bill/Abcdefghijklmnop-rstuv_x', '/bill/*'],
  ['/unsubscribe/Abcdefghijklmnop-rstuv_x/', '/unsubscribe/*'],
  ['/api/Ext/Home/Unsubscribe/Abcdefghijklmnop-rstuv_x', '/api/Ext/Home/Unsubscribe/*'],
  ['/someone@example.com/%E7%8E%8B/a', '/*/*/a'],
  [`/${'a'.repeat(41)}`, '/*'],
  ['/a'.repeat(50), '/a'.repeat(9)],
])('the path %s is logged as %s', (path, shown) => expect(loggedPath(path)).toBe(shown))

test('successful health checks leave no line', async () => {
  log.lines.length = 0
  await request('GET', '/healthz')
  expect(log.lines).toEqual([])
})

const ip = '203.0.113.77'
const account = { user: '90000017/maker77', network: '203.0.113.0/24' }

test('a refusal because of a missing session or right is logged with user and network', async () => {
  expect(await lastOf(() => request('GET', '/fee', { ip }))).toMatchObject({
    event: 'refused',
    facts: { status: 401, user: null, network: account.network },
  })
  expect(await lastOf(() => maker.request('GET', '/PortalUser', { ip }))).toMatchObject({
    facts: { call: 'PortalUser.list', status: 403, ...account },
  })
  expect(
    await lastOf(() => maker.request('POST', '/fee', { ip, body: 'a', headers: { 'Content-Type': 'text/plain' } })),
  ).toMatchObject({
    facts: { status: 415, ...account },
  })
  const payer = await asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1' }] })
  await payer.post('/PayerArea/Logout')
  expect(await lastOf(() => payer.request('GET', '/PayerArea/GetEBillLink', { ip }))).toMatchObject({
    facts: { status: 401, user: 'payer of 77001' },
  })
})

test('a call with an expired session is logged with its user', async () => {
  await maker.post('/EnterpriseArea/Logout')
  expect(await lastOf(() => maker.request('GET', '/fee', { ip }))).toMatchObject({ facts: { status: 401, ...account } })
})

test('a rate-limited sign-in is logged with the entered user, a personal id masked', async () => {
  const tries = async (UserId: string, address: string) => {
    for (let n = 0; n < 60; n++) await login(here, { UserId: `nobody${n}` }, address)
    return lastOf(() => login(here, { UserId }, address))
  }
  expect(await tries('maker77', ip)).toMatchObject({
    event: 'refused',
    facts: { call: 'EnterpriseArea.Login', status: 429, ...account },
  })
  const masked = await tries('A123456789', '2001:db8:1:2::3')
  expect(masked).toMatchObject({ facts: { status: 429, network: '2001:db8:1::/48' } })
  expect(masked?.facts.user).toMatch(/^90000017\/A/)
  expect(masked?.facts.user).not.toContain('A123456789')
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['', ''],
  ['unknown', ''],
])('the address %s is logged as %s', (address, network) => expect(loggedNetworkOf(address)).toBe(network))
