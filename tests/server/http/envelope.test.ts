import { expect, test } from 'vitest'
import { defineResource } from '../../../src/server/module'
import { sender } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { samples } from '../../support/schemas/samples'

const { app, as, given, request, log, clock, db } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker')

test('a successful response has code 0000 in the envelope, as JSON that is never cached', async () => {
  const answer = await maker.get('/fee')
  expect(answer).toMatchObject({ status: 200, code: '0000', message: '' })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  // HSTS would make a browser require https for a year on a machine that only tries the portal.
  expect(answer.headers.has('Strict-Transport-Security')).toBe(false)
})

test.each([
  ['no token', {}],
  ['a malformed token', { token: 'abc.def.ghi' }],
  ['another scheme', { headers: { Authorization: 'Basic abc' } }],
  ['a UniformNo header alone', { headers: { UniformNo: '90000017' } }],
  ['a cookie alone', { headers: { Cookie: `JWT_TOKEN=${maker.token}` } }],
])('%s is 401 in the envelope', async (_, options) => {
  expect(await request('GET', '/fee', options)).toMatchObject({
    status: 401,
    code: '9001',
    data: null,
    message: expect.stringContaining('登入'),
  })
})

test('a payer cannot make calls of the company area, nor a company calls of the payer area', async () => {
  const { asPayer } = await portal()
  const payer = await asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1' }] })
  expect((await payer.get('/fee')).status).toBe(401)
  expect((await maker.get('/PayerArea/GetEBillLink')).status).toBe(401)
})

test('a call that the role may not make is 403', async () => {
  const viewer = await as('CustomerViewer')
  expect((await viewer.get('/fee')).status).toBe(200)
  expect(await viewer.post('/fee', samples.fee?.(1))).toMatchObject({ status: 403, code: '9001' })
  expect(await maker.get('/PortalUser')).toMatchObject({ status: 403, code: '9001' })
  expect((await (await as('BankOperator')).get('/fee')).status).toBe(403)
})

test('an unknown path is 404, an unsupported method 405 with the supported ones', async () => {
  expect(await maker.get('/Nothing/Here')).toMatchObject({ status: 404, code: '2004' })
  const answer = await maker.request('PATCH', '/fee/1')
  expect(answer).toMatchObject({ status: 405, message: expect.stringContaining('PUT') })
  expect(answer.headers.get('Allow')).toBe('GET, PUT, DELETE')
  expect((await maker.request('TRACE', '/fee').catch(() => ({ status: 405 }))).status).toBe(405)
  expect((await request('GET', '/elsewhere', { headers: {} })).status).toBe(404)
})

test('a call without a handler is 501, only for those who may make it', async () => {
  const without = await portal({ modules: [defineResource('Report', {})] })
  await twoCompanies(without)
  // The OpenAPI document describes the portal's own modules.
  const send = sender(without.app)
  const { token } = await without.as('CustomerMaker')
  const path = '/Report/1/DownloadReport'
  expect(await send('GET', path, { token })).toMatchObject({ status: 501, message: '此功能尚未開放。' })
  expect((await send('GET', path)).status).toBe(401)
})

test('static paths take precedence over parameters', async () => {
  expect((await maker.get('/fee/GetAllSelectList')).data).toHaveProperty('FeeStatus')
  expect((await maker.get('/BillTerm/GetSearchData')).data).toHaveProperty('TotalCount')
  expect((await maker.delete('/Payer/MultiDelete', { SerialIds: [1] })).data).toHaveProperty('Results')
})

test.each(['{"FeeCode":', 'undefined', "{'a':1}", '{"a":1}}', '\uFFFD'])(
  'the body %s is not JSON: 400',
  async (body) => {
    expect(await maker.request('POST', '/fee', { body })).toMatchObject({
      status: 400,
      code: '2002',
      message: expect.stringContaining('JSON'),
    })
  },
)

test('a body of another type is 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    expect((await maker.request('POST', '/fee', { body: '{}', headers: { 'Content-Type': type } })).status).toBe(415)
  }
})

test('a body over the limit is 413, with or without Content-Length', async () => {
  const body = JSON.stringify({ ...samples.fee?.(9), Remark: 'x'.repeat(1_048_577) })
  expect(await maker.request('POST', '/fee', { body })).toMatchObject({
    status: 413,
    code: '3002',
    message: expect.stringContaining('1 MB'),
  })
  expect((await maker.request('POST', '/fee', { body, headers: { 'Content-Length': '10' } })).status).toBe(413)
})

test('a body that is cut off is 400, not an error of the portal', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } }
  expect((await app.request('/api/EnterpriseArea/Login', init, { ip: '127.0.0.1' })).status).toBe(400)
})

test('a character that the database cannot store is refused', async () => {
  expect((await maker.post('/fee', { ...samples.fee?.(9), FeeName: 'a\0b' })).status).toBe(400)
  expect((await maker.get('/fee', { FeeName: 'a\0b' })).status).toBe(400)
  expect((await maker.get('/fee/%00')).status).toBe(404)
})

test('prototype keys have no effect', async () => {
  const answer = await maker.request('POST', '/fee', { body: '{"__proto__":{"FeeName":"x"},"FeeCode":"P"}' })
  expect(answer.code).toBe('2002')
  expect(({} as Record<string, unknown>).FeeName).toBeUndefined()
})

test('an unexpected error is 500 with a reference that is also logged, and nothing else', async () => {
  const broken = await portal({ ownDatabase: true })
  const user = await broken.as('CustomerMaker')
  await broken.db.schema.dropTable('fee').execute()
  const answer = await user.get('/fee')
  expect(answer).toMatchObject({ status: 500, code: '9999', data: null })
  expect(answer.text).not.toMatch(/relation|select|fee/)
  const reference = /代碼 ([0-9A-F]{8})/.exec(answer.message)?.[1]
  expect(broken.log.lines.find(({ event }) => event === 'failed')).toMatchObject({
    level: 'error',
    facts: { request: reference, call: 'fee.list' },
  })
})

test('refusals are logged without the input', () => {
  expect(log.lines.find(({ facts }) => facts.status === 403)).toMatchObject({
    event: 'refused',
    facts: { call: 'fee.create' },
  })
})

test('a session expires', async () => {
  const shortly = await as('CustomerMaker')
  clock.advance({ minutes: 31 })
  expect((await shortly.get('/fee')).status).toBe(401)
})

test('healthz reports whether the database responds', async () => {
  expect(await request('GET', '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  expect(db).toBeDefined()
})
