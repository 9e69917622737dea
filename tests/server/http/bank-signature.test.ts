import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/server/http/app'
import { requestSignature } from '../../../src/server/security/request-signature'
import { sender } from '../../support/client'
import { bankCredit, sendSigned } from '../../support/payments/bank-credit'
import { type Portal, portal } from '../../support/portal'

const credit = bankCredit({ VACAccount: '77001260001235' })

/** Returns the same portal with other keys for the bank's system. */
const withSecrets = (here: Portal, ...secrets: readonly Uint8Array<ArrayBuffer>[]): Portal => {
  const ports = { ...here.ports, settings: { ...here.ports.settings, bankCreditSecrets: secrets } }
  return { ...here, ports, request: sender(createApp(ports, here.schemas, here.modules)) }
}

const secretOf = (byte: number) => new Uint8Array(32).fill(byte)

test('the signature is the HMAC-SHA-256 of timestamp, method, path and body, as any other program computes it', async () => {
  const secret = new TextEncoder().encode('a secret that bank and portal share')
  const body = '{"Amount":1000}'
  const expected = createHmac('sha256', secret).update(`1795140000\nPOST\n/api/Ext/BankCredits\n${body}`).digest('hex')
  const signed = {
    timestamp: '1795140000',
    method: 'POST',
    path: '/api/Ext/BankCredits',
    body: new TextEncoder().encode(body),
  }
  expect(await requestSignature(secret, signed)).toBe(expected)
})

test('a signed call passes the guard, also up to five minutes before and after', async () => {
  const here = await portal()
  for (const later of [0, 299, -299])
    expect([later, (await sendSigned(here, {}, { later })).code]).toEqual([later, '2002'])
})

test.each([
  ['without headers', { headers: { 'X-Bank-Timestamp': '', 'X-Bank-Signature': '' } }],
  ['without a signature', { headers: { 'X-Bank-Signature': '' } }],
  ['with a timestamp that is no number of seconds', { headers: { 'X-Bank-Timestamp': '2026-11-20' } }],
  ['with the signature of another secret', { secret: secretOf(12) }],
  ['with a signature that is too short', { headers: { 'X-Bank-Signature': 'ab12' } }],
  ['with the signature of another body', { signed: { body: '{}' } }],
  ['with the signature of another path', { signed: { path: '/api/Ext/Others' } }],
  ['with the signature of another method', { signed: { method: 'PUT' } }],
  ['with the signature of another time', { headers: { 'X-Bank-Timestamp': '1795140001' } }],
  [
    'with a query that is not signed',
    { path: '/api/Ext/BankCredits?Amount=1', signed: { path: '/api/Ext/BankCredits' } },
  ],
  ['that is more than five minutes old', { later: -301 }],
  ['from more than five minutes ahead', { later: 301 }],
])('a call %s is 401 and books nothing', async (_, signing) => {
  const here = await portal()
  expect(await sendSigned(here, credit, signing)).toMatchObject({ status: 401, code: '9001', data: null })
  expect(await here.db.selectFrom('transaction_line').selectAll().execute()).toEqual([])
})

test('a captured call is refused once its window has passed', async () => {
  const here = await portal()
  const timestamp = String(Math.floor(here.clock().getTime() / 1000))
  expect((await sendSigned(here, {})).code).toBe('2002')
  here.clock.advance({ minutes: 6 })
  expect((await sendSigned(here, {}, { later: -360, headers: { 'X-Bank-Timestamp': timestamp } })).message).toContain(
    '5 分鐘',
  )
})

test('the former secret is accepted while it is listed, so that it can be replaced without a break', async () => {
  const here = await portal()
  const during = withSecrets(here, secretOf(2), secretOf(1))
  for (const byte of [1, 2]) expect((await sendSigned(during, {}, { secret: secretOf(byte) })).code).toBe('2002')
  expect((await sendSigned(withSecrets(here, secretOf(2)), {}, { secret: secretOf(1) })).status).toBe(401)
})

test('a portal without a secret has no such call, and its capabilities do not list it', async () => {
  const here = await portal()
  const without = withSecrets(here)
  expect(await sendSigned(without, credit, { secret: secretOf(11) })).toMatchObject({ status: 404, code: '2004' })
  expect((await without.request('GET', '/Ext/GetCapabilities')).data.Calls).not.toContain('Ext.BankCredits')
  expect((await here.request('GET', '/Ext/GetCapabilities')).data.Calls).toContain('Ext.BankCredits')
})

test('the body is bounded before its signature is computed, and must be JSON', async () => {
  const here = await portal()
  expect(await sendSigned(here, { ...credit, PayerRemark: 'x'.repeat(1_048_577) })).toMatchObject({
    status: 413,
    code: '3002',
  })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect((await sendSigned(here, credit, { headers: { 'Content-Type': type } })).status).toBe(415)
  expect((await sendSigned(here, '{"Amount":')).status).toBe(400)
})

test('after 60 wrong signatures an address gets 429, but a right signature passes from there too', async () => {
  const here = await portal()
  const forged = (ip: string) => sendSigned(here, {}, { secret: secretOf(12), ip })
  for (let i = 0; i < 60; i++) expect((await forged('192.0.2.1')).status).toBe(401)
  const refused = await forged('192.0.2.1')
  expect(refused).toMatchObject({ status: 429, code: '1002' })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await forged('192.0.2.2')).status).toBe(401)
  expect((await sendSigned(here, {}, { ip: '192.0.2.1' })).code).toBe('2002')
})

test('neither the log of a refused nor of an accepted call contains what it carries', async () => {
  const here = await portal()
  await sendSigned(here, { ...credit, PayerRemark: '王大明' }, { secret: secretOf(12) })
  await sendSigned(here, { ...credit, PayerRemark: '王大明', PayAccountTail: '89012' })
  const written = JSON.stringify(here.log.lines)
  for (const secret of ['王大明', '89012', '77001260001235']) expect(written).not.toContain(secret)
  expect(here.log.lines.find(({ facts }) => facts.status === 401)).toMatchObject({
    facts: { call: 'Ext.BankCredits', network: expect.anything() },
  })
})
