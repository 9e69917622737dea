import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { keyFor } from '../../../src/server/security/keys'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { givenUser, login } from './sign-in'

const signedIn = async () => {
  const here = await portal()
  await twoCompanies(here)
  const user = await givenUser(here)
  const { data } = await login(here)
  return { ...here, user, token: data.JWTToken as string }
}

const status = async (here: Portal, token: string): Promise<number> =>
  (await here.request('GET', '/Common/GetAllUserStatus', { token })).status

test('after Logout the token is invalid', async () => {
  const here = await signedIn()
  expect(await status(here, here.token)).toBe(200)
  const logout = await here.request('POST', '/EnterpriseArea/Logout', { token: here.token })
  expect([logout.code, logout.headers.get('Clear-Site-Data')], 'browsers forget what they have cached').toEqual([
    '0000',
    '"cache"',
  ])
  expect(await status(here, here.token)).toBe(401)
  const { rows } = await sql`select event, uniform_no, subject from security_log order by log_id`.execute(here.db)
  expect(rows).toEqual(['login', 'logout'].map((event) => ({ event, uniform_no: '90000017', subject: 'maker01' })))
})

test('the sign-out of a bank user is logged with the bank, like the sign-in', async () => {
  const here = await portal()
  await twoCompanies(here)
  await givenUser(here, { RoleId: 'BankOperator', ApplyCodes: null })
  const { data } = await login(here)
  await here.request('POST', '/EnterpriseArea/Logout', { token: data.JWTToken })
  const { rows } = await sql`select event, uniform_no from security_log order by log_id`.execute(here.db)
  expect(rows).toEqual(['login', 'logout'].map((event) => ({ event, uniform_no: '90000017' })))
})

test('a new sign-in ends the previous session, with a message', async () => {
  const here = await signedIn()
  const { data } = await login(here)
  const old = await here.request('GET', '/Common/GetAllUserStatus', { token: here.token })
  expect(old).toMatchObject({ status: 401, message: '您已在另一處登入，此處的登入狀態已結束，請重新登入。' })
  expect(await status(here, data.JWTToken)).toBe(200)
})

test('a valid token does not make one valid that differs in a character', async () => {
  const here = await signedIn()
  expect(await status(here, here.token)).toBe(200)
  const [head, claims, signature = ''] = here.token.split('.')
  const other = signature.startsWith('A') ? 'B' : 'A'
  expect(await status(here, [head, claims, other + signature.slice(1)].join('.'))).toBe(401)
  expect(await status(here, here.token)).toBe(200)
})

test('30 idle minutes end a session, active ones do not', async () => {
  const here = await signedIn()
  for (let i = 0; i < 4; i++) {
    here.clock.advance({ minutes: 29 })
    expect(await status(here, here.token)).toBe(200)
  }
  here.clock.advance({ minutes: 30, seconds: 1 })
  expect(await status(here, here.token)).toBe(401)
})

test('polling for jobs does not extend a session', async () => {
  const here = await signedIn()
  here.clock.advance({ minutes: 20 })
  expect((await here.request('GET', '/Ext/GetJobs', { token: here.token })).code).toBe('0000')
  here.clock.advance({ minutes: 11 })
  expect(await status(here, here.token)).toBe(401)
})

test('calls for public news do not extend a session', async () => {
  const here = await signedIn()
  here.clock.advance({ minutes: 20 })
  await here.request('GET', '/Home/GetNotices', { token: here.token })
  here.clock.advance({ minutes: 11 })
  expect(await status(here, here.token)).toBe(401)
})

test('a session ends after seven days, however active it is', async () => {
  const here = await signedIn()
  for (let i = 0; i < 7 * 24 * 3 - 1; i++) {
    here.clock.advance({ minutes: 20 })
    expect(await status(here, here.token)).toBe(200)
  }
  here.clock.advance({ minutes: 20, seconds: 1 })
  expect(await status(here, here.token)).toBe(401)
})

test('disabling a user ends the session with the next call', async () => {
  const here = await signedIn()
  await sql`update portal_user set user_status = 'Disabled'`.execute(here.db)
  expect(await status(here, here.token)).toBe(401)
  await sql`update portal_user set user_status = 'Enabled'`.execute(here.db)
  expect(await status(here, here.token), 'and for good').toBe(401)
})

test("a user's current agreements and role apply, and never beyond the company", async () => {
  const here = await signedIn()
  await sql`update portal_user set apply_codes = '["77001", "77003"]'`.execute(here.db)
  const codes = async () =>
    (await here.request('GET', '/Common/GetApplyCode', { token: here.token })).data.map(
      (one: { Value: string }) => one.Value,
    )
  expect(await codes()).toEqual(['77001'])
  await sql`update portal_user set apply_codes = '[]'`.execute(here.db)
  expect(await codes()).toEqual([])
})

/** Calls that assume the session as it was last read, and check in the database that its rows have not changed. */
const recordCalls = async () => {
  const here = await signedIn()
  const { given, request, token, db } = here
  for (const PayerId of ['OURS', 'LATER']) await given.payer({ PayerId, ApplyCode: '77001' })
  const list = () => request('GET', '/Payer', { token })
  let PayerNo = 900_000
  const create = (PayerId: string) =>
    request('POST', '/Payer', {
      token,
      body: {
        ApplyCode: '77001',
        PayerId,
        PayerNo: String(++PayerNo),
        PayerName: '王小明',
        PayerType: 'Normal',
        PayerStatus: 'Active',
      },
    })
  const payers = async () =>
    (await db.selectFrom('payer').select('payer_id').orderBy('payer_id').execute()).map(({ payer_id }) => payer_id)
  // Each call reads the session.
  await list()
  expect((await list()).data.TotalCount).toBe(2)
  expect((await create('NEW')).code).toBe('0000')
  return { ...here, list, create, payers }
}

test('agreements and role that have changed since the last call apply to reading and writing records', async () => {
  const { db, list, create, payers } = await recordCalls()
  await sql`update portal_user set apply_codes = '[]'`.execute(db)
  expect((await list()).data).toMatchObject({ Items: [], TotalCount: 0 })
  await sql`update portal_user set apply_codes = '["77001"]'`.execute(db)
  expect((await list()).data.TotalCount).toBe(3)
  await sql`update portal_user set apply_codes = '[]'`.execute(db)
  expect((await create('REFUSED')).errors).toHaveProperty('ApplyCode')
  await sql`update portal_user set apply_codes = '["77001"]', role_id = 'CustomerViewer'`.execute(db)
  expect((await create('REFUSED')).status).toBe(403)
  await sql`update portal_user set role_id = 'CustomerMaker'`.execute(db)
  expect((await create('ALLOWED')).code).toBe('0000')
  expect(await payers()).toEqual(['ALLOWED', 'LATER', 'NEW', 'OURS'])
})

test.each([
  ['the session has ended', sql`update session set ended_at = now(), end_reason = 'superseded'`],
  ['the session has no row', sql`delete from session`],
  ['the session was last used long ago', sql`update session set last_seen = last_seen - interval '1 day'`],
  ['the user is disabled', sql`update portal_user set user_status = 'Disabled'`],
  ['the user has been deleted', sql`update session set subject = '0'`],
  ['the company is closed', sql`update customer set customer_status = 'Terminated'`],
])('no record is read or written when %s since the last call', async (_, change) => {
  const { db, list, create, payers } = await recordCalls()
  await change.execute(db)
  expect(await create('REFUSED')).toMatchObject({ status: 401, data: null })
  expect(await list()).toMatchObject({ status: 401, data: null })
  expect(await payers()).toEqual(['LATER', 'NEW', 'OURS'])
})

test('a password that has become invalid since the last call must be changed first', async () => {
  const { db, list, create, payers } = await recordCalls()
  await sql`update portal_user_secret set issued_at = now()`.execute(db)
  expect((await create('REFUSED')).code).toBe('1007')
  expect((await list()).code).toBe('1007')
  expect(await payers()).toEqual(['LATER', 'NEW', 'OURS'])
})

test('a changed character anywhere makes a token invalid', async () => {
  const here = await signedIn()
  // The last character alone may change without the signature: not all of its bits count.
  for (let i = 0; i < here.token.length - 1; i += 7) {
    if (here.token[i] === '.') continue
    const flipped = here.token.slice(0, i) + (here.token[i] === 'A' ? 'B' : 'A') + here.token.slice(i + 1)
    expect(await status(here, flipped), `character ${i}`).toBe(401)
  }
})

test('a token cannot contain its own key', async () => {
  const here = await signedIn()
  const { rows } = await sql<{ session_id: string }>`select session_id from session where ended_at is null`.execute(
    here.db,
  )
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const addresses = { jku: 'https://attacker.example.com/keys', x5u: 'https://attacker.example.com/certificate' }
  const requests = vi.spyOn(globalThis, 'fetch')
  for (const header of [
    { jwk },
    { ...addresses },
    { kid: '../../dev/null' },
    { x5c: ['MIIB'] },
    { kid: "' union select 'key", jwk, ...addresses },
  ]) {
    const make = (alg: string, key: CryptoKey | Uint8Array) =>
      new SignJWT({ jti: rows[0]?.session_id ?? '' })
        .setProtectedHeader({ alg, typ: 'company-session+jwt', ...header } as Parameters<
          SignJWT['setProtectedHeader']
        >[0])
        .setIssuer('collection-portal')
        .setAudience('company')
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(key)
    expect(await status(here, await make('ES256', privateKey)), JSON.stringify(header)).toBe(401)
    expect(await status(here, await make('HS256', new Uint8Array(32))), JSON.stringify(header)).toBe(401)
    expect(
      await status(here, await make('HS256', new TextEncoder().encode(JSON.stringify(jwk)))),
      JSON.stringify(header),
    ).toBe(401)
  }
  expect(requests).not.toHaveBeenCalled()
  requests.mockRestore()
})

test('tokens with another algorithm, key, type, audience or issuer, or without expiry or session, are refused', async () => {
  const here = await signedIn()
  const { rows } = await sql<{ session_id: string }>`select session_id from session where ended_at is null`.execute(
    here.db,
  )
  const jti = rows[0]?.session_id ?? ''
  const now = Math.floor(here.clock().getTime() / 1000)
  const secret = here.ports.settings.secret
  const right = {
    alg: 'HS256',
    typ: 'company-session+jwt',
    iss: 'collection-portal',
    aud: 'company',
    exp: now + 60,
    jti,
  }
  const make = async (
    change: Partial<Record<keyof typeof right, string | number | undefined>> = {},
    key?: CryptoKey | Uint8Array,
  ) => {
    const { alg, typ, ...claims } = { ...right, ...change }
    const payload = Object.fromEntries(
      Object.entries({ iat: now, ...claims }).filter(([, value]) => value !== undefined),
    )
    return new SignJWT(payload)
      .setProtectedHeader({ alg: String(alg), typ: String(typ) })
      .sign(key ?? (await keyFor(secret, 'company session')))
  }
  expect(await status(here, await make()), 'this is what a right one looks like').toBe(200)
  const wrong = [
    await make({}, secret),
    await make({}, await keyFor(secret, 'payer session')),
    await make({ alg: 'HS512' }, new Uint8Array(64).fill(7)),
    await make({ typ: 'payer-session+jwt' }),
    await make({ typ: 'JWT' }),
    await make({ aud: 'payer' }),
    await make({ iss: 'somebody' }),
    await make({ exp: now - 1 }),
    await make({ exp: undefined }),
    await make({ jti: undefined }),
    await make({ jti: 'unknown' }),
    new UnsecuredJWT({ jti })
      .setIssuer('collection-portal')
      .setAudience('company')
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .encode(),
    `${await make()}${'x'.repeat(5000)}`,
    '',
    'x',
  ]
  for (const [i, token] of wrong.entries()) expect(await status(here, token), `wrong token ${i}`).toBe(401)
})

test("a payer's token is refused for company calls, and a company's for payer calls", async () => {
  const here = await signedIn()
  const payer = await here.asPayer({ billIds: [] })
  expect(await status(here, payer.token)).toBe(401)
  expect((await here.request('GET', '/PayerArea/DownloadPaymentPDF', { token: here.token })).status).toBe(401)
})

test('a token in a cookie or a URL is ignored', async () => {
  const here = await signedIn()
  expect(
    (await here.request('GET', '/Common/GetAllUserStatus', { headers: { Cookie: `JWT_TOKEN=${here.token}` } })).status,
  ).toBe(401)
  expect((await here.request('GET', '/Common/GetAllUserStatus', { query: { token: here.token } })).status).toBe(401)
})

test('a bank user sees every agreement', async () => {
  const here = await signedIn()
  const bank = await here.as('BankOperator', { UniformNo: '90000017', ApplyCodes: [] })
  expect((await bank.get('/Common/GetApplyCode')).data).toHaveLength(2)
})
