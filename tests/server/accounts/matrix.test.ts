import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { allow, post } from '../../../src/contract/endpoint'
import { type Endpoint, endpoints } from '../../../src/contract/endpoints'
import { extensions } from '../../../src/contract/extensions'
import { pageNames, rightsOf } from '../../../src/domain/access/roles'
import { actionCalls, bulkPreviewCalls } from '../../../src/schema/calls/endpoints'
import { callAccess, pageRights } from '../../../src/server/access/operations'
import { endSession } from '../../../src/server/accounts/sessions'
import { authorizeCall } from '../../../src/server/http/guard'
import { keyFor } from '../../../src/server/security/keys'
import { readToken } from '../../../src/server/security/token'
import type { Answer } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'

const roles = [
  'CustomerAdmin',
  'CustomerMaker',
  'CustomerChecker',
  'CustomerViewer',
  'BankOperator',
  'BankViewer',
] as const

/** Any response other than 401 and 403, which mean that the guard refused the call. */
const through = (status: number): boolean => status !== 401 && status !== 403

// The calls that end the session come last.
const isLogout = ([id]: readonly [string, Endpoint]): boolean => id.endsWith('.Logout')
const calls: readonly (readonly [string, Endpoint])[] = Object.entries({ ...endpoints, ...extensions }).sort(
  (a, b) => Number(isLogout(a)) - Number(isLogout(b)),
)
const addressOf = ({ path }: Endpoint): string => path.replace(/:\w+/g, '0')

const optionsFor = ({ body }: Endpoint) => ({
  ...(body === 'json' ? { body: {} } : {}),
  ...(body === 'multipart' ? { form: new FormData() } : {}),
})

const send = async (here: Portal, endpoint: Endpoint, token?: string): Promise<number> => {
  const answer = await here.request(endpoint.method, addressOf(endpoint), {
    ...(token === undefined ? {} : { token }),
    ...optionsFor(endpoint),
  })
  return answer.status
}

/** The pages on which a role of a company has the right Approve, with one such role. */
const pagesWithApproval = pageNames.flatMap((page) => {
  const role = roles.find((one) => rightsOf(one, page).includes('Approve'))
  return role ? [[page, role] as const] : []
})

/** Invalid tokens; each differs from a valid one in one respect. */
const badTokens = async (
  here: Portal,
  kind: 'company' | 'payer',
  fresh: () => Promise<string>,
): Promise<Record<string, string>> => {
  const claims = { iss: 'collection-portal', aud: kind, iat: now(here), exp: now(here) + 60 }
  const jti = (await readToken(here.ports, kind, await fresh())) ?? ''
  const revoked = await fresh()
  await endSession(here.db, (await readToken(here.ports, kind, revoked)) ?? '', 'logout', here.clock())
  const expired = await new SignJWT({ ...claims, jti, exp: now(here) - 1 })
    .setProtectedHeader({ alg: 'HS256', typ: `${kind}-session+jwt` })
    .sign(await keyFor(here.ports.settings.secret, `${kind} session`))
  const forged = await new SignJWT({ ...claims, jti })
    .setProtectedHeader({ alg: 'HS256', typ: `${kind}-session+jwt` })
    .sign(new Uint8Array(32).fill(8))
  const step = await new SignJWT({ ...claims, jti })
    .setProtectedHeader({ alg: 'HS256', typ: `${kind}-session+jwt` })
    .sign(await keyFor(here.ports.settings.secret, 'step name'))
  return {
    revoked,
    expired,
    forged,
    'of another purpose': step,
    'alg none': new UnsecuredJWT({ ...claims, jti }).encode(),
    nonsense: 'x.y.z',
  }
}

const now = (here: Portal): number => Math.floor(here.clock().getTime() / 1000)

const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  return here
}

test('every mounted call is in the contract or comes from a schema', async () => {
  const here = await openPortal()
  const known = new Set(calls.map(([id]) => id))
  const others = Object.entries(allEndpoints(here.schemas)).filter(([id]) => !known.has(id))
  // Calls that schemas add are for companies only, never public.
  expect(others.filter(([, endpoint]) => endpoint.session !== 'company')).toEqual([])
  expect(calls.length).toBe(144 + Object.keys(extensions).length)
})

test('every call without a session: public calls are allowed, all others are 401', async () => {
  const here = await openPortal()
  for (const [id, endpoint] of calls)
    expect([id, (await send(here, endpoint)) === 401]).toEqual([id, endpoint.session !== 'none'])
})

test('every call by a payer: payer calls are allowed, calls of companies and of the bank’s system are 401', async () => {
  const here = await openPortal()
  const { token } = await here.asPayer({ payers: [] })
  for (const [id, endpoint] of calls) {
    expect([id, (await send(here, endpoint, token)) === 401]).toEqual([
      id,
      endpoint.session === 'company' || endpoint.session === 'bankSystem',
    ])
  }
})

test.each(roles)(
  'every call by %s is allowed by the table of rights, and for pages of schemas by their permissions',
  async (role) => {
    const here = await openPortal()
    const known = new Set(calls.map(([id]) => id))
    const fromSchemas = Object.entries(allEndpoints(here.schemas)).filter(([id]) => !known.has(id))
    // Some extensions belong to pages that only a schema declares.
    // An action may be restricted to some of the roles that have the right.
    const rolesOf = new Map(
      here.schemas.resources.flatMap((resource) =>
        [...actionCalls(resource), ...bulkPreviewCalls(resource)].map(({ id, action }) => [id, action.roles] as const),
      ),
    )
    const isOfBank = (id: string, page: string) => known.has(id) && pageNames.some((name) => name === page)
    const rightsOn = (id: string, page: string) =>
      isOfBank(id, page) ? rightsOf(role, page) : pageRights(role, here.schemas.get(page))
    const user = await here.given.user({
      RoleId: role,
      UserStatus: 'Enabled',
      ...(role.startsWith('Bank') ? { ApplyCodes: [] } : {}),
    })
    const { token } = await here.as(user)
    for (const [id, endpoint] of [...fromSchemas, ...calls]) {
      const status = await send(here, endpoint, token)
      if (endpoint.session === 'payer' || endpoint.session === 'bankSystem') expect([id, status]).toEqual([id, 401])
      else if (endpoint.page && endpoint.right && !rightsOn(id, endpoint.page).includes(endpoint.right))
        expect([id, status]).toEqual([id, 403])
      else if (rolesOf.get(id)?.includes(role) === false) expect([id, status]).toEqual([id, 403])
      // Only users of the bank read personal data for which they give a reason, on any of their pages.
      else if (id === 'EnterpriseArea.GiveReason' && !role.startsWith('Bank')) expect([id, status]).toEqual([id, 403])
      else expect([id, status, through(status)]).toEqual([id, status, true])
    }
  },
)

/** Calls that need the right Approve, or take a recorded payment back. Bills are voided only while they are unpaid. */
const isRelease = ({ page, right, takesPaymentBack }: Endpoint): boolean =>
  right === 'Approve' || takesPaymentBack === true || (right === 'Void' && page !== 'bills')

const isYoungRefusal = ({ code, message }: Answer): boolean =>
  code === '2006' && message.includes('24 小時內不能放行或取消已入帳的款項')

test.each(roles)(
  'every call by %s on the first day of the account: calls that release something or take payments back are refused, all others are not',
  async (role) => {
    const here = await openPortal()
    const bank = role.startsWith('Bank') ? { ApplyCodes: [] } : {}
    const user = await here.given.user({ RoleId: role, CreateTime: here.clock().toISOString(), ...bank })
    const { request } = await here.as(user)
    for (const [id, endpoint] of Object.entries(allEndpoints(here.schemas)).filter((call) => !isLogout(call))) {
      const answer = await request(endpoint.method, addressOf(endpoint), optionsFor(endpoint))
      const mayCall = endpoint.session === 'company' && through(answer.status)
      expect([id, isYoungRefusal(answer)]).toEqual([id, mayCall && isRelease(endpoint)])
    }
  },
)

test.each(pagesWithApproval)(
  'a call with the right Approve on %s cannot be declared without this refusal',
  async (page, role) => {
    const here = await openPortal()
    const endpoint = post(`/Ext/${page}/Release`, allow(page, 'Approve'))
    const authorize = async (CreateTime: string) => {
      const { token } = await here.as(role, { CreateTime })
      const request = new Request('http://localhost/', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      })
      const logEntry = { id: '', call: '', event: 'answered', reason: {} } as const
      return authorizeCall(here.ports, callAccess(here.schemas), {
        id: 'Some.Release',
        endpoint,
        request,
        readBody: async () => new Uint8Array(),
        ip: '',
        logEntry,
      })
    }
    await expect(authorize('2026-11-19T10:00:01+08:00')).rejects.toMatchObject({ code: '2006' })
    await expect(authorize('2026-11-19T10:00:00+08:00')).resolves.toMatchObject({ role })
  },
)

test('every call by a user who must change the password is 1007, except for the three that allow it', async () => {
  const here = await openPortal()
  const user = await here.given.user({ RoleId: 'CustomerAdmin', UserStatus: 'Pending' })
  const open = ['PortalUser.ChangeMima', 'EnterpriseArea.Logout', 'EnterpriseArea.GetSession']
  const { token } = await here.as(user)
  for (const [id, endpoint] of calls.filter(([, one]) => one.session === 'company')) {
    const answer = await here.request(endpoint.method, addressOf(endpoint), {
      token,
      ...(endpoint.body === 'json' ? { body: {} } : {}),
    })
    expect([id, answer.code === '1007']).toEqual([id, !open.includes(id)])
  }
})

test.each(['company', 'payer'] as const)(
  'every %s call × tokens that are revoked, expired, forged, unsigned or made for another purpose: 401',
  async (kind) => {
    const here = await openPortal()
    const user = await here.given.user({ RoleId: 'CustomerAdmin' })
    const fresh = async () => (kind === 'company' ? await here.as(user) : await here.asPayer({ payers: [] })).token
    const tokens = await badTokens(here, kind, fresh)
    for (const [id, endpoint] of calls.filter(([, one]) => one.session === kind)) {
      for (const [how, token] of Object.entries(tokens))
        expect([id, how, await send(here, endpoint, token)]).toEqual([id, how, 401])
    }
  },
)

test('every call that a schema adds is 401 without a session, for a payer and with an invalid token', async () => {
  const here = await openPortal()
  const known = new Set(calls.map(([id]) => id))
  const added = Object.entries(allEndpoints(here.schemas)).filter(([id]) => !known.has(id))
  const user = await here.given.user({ RoleId: 'CustomerAdmin' })
  const payer = (await here.asPayer({ payers: [] })).token
  const tokens = {
    nobody: undefined,
    payer,
    ...(await badTokens(here, 'company', async () => (await here.as(user)).token)),
  }
  expect(added.length).toBeGreaterThan(0)
  for (const [id, endpoint] of added) {
    for (const [how, token] of Object.entries(tokens))
      expect([id, how, await send(here, endpoint, token)]).toEqual([id, how, 401])
  }
})

test('an invalid token has no effect on a public call', async () => {
  const here = await openPortal()
  expect((await here.request('GET', '/Home/GetNotices', { token: 'x.y.z' })).status).toBe(200)
})
