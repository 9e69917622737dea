import { HttpResponse, http } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rightsOf } from '../../src/domain/access/roles'
import type { RecordValues } from '../../src/schema/language/types'
import { type BrowserPortal, browserPortal, browserSchemas } from '../support/browser-portal'
import { network, onRequest, requestsAnswered, throughApp } from '../support/msw'
import { drawAdmin, signIn } from './admin-page'

// A bank's own backend may serve the 144 calls of the specification and nothing else: every call below /api/Ext returns 404.
let portal: BrowserPortal
const users: Record<string, RecordValues> = {}
const extensions = http.all('*/api/Ext/*', () => HttpResponse.json({ ReturnCode: '2004', ReturnMsg: '沒有這個功能。', OutData: null }, { status: 404 }))
const worker = network(
  extensions,
  throughApp(() => portal.app),
)

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  await given.payerUnit()
  await given.fee()
  await given.payer()
  await given.bill()
  users.CustomerAdmin = await given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin' })
  users.BankOperator = await given.user({ UserId: 'bank01', RoleId: 'BankOperator' })
  await page.viewport(1440, 900)
}, 60_000)

const pagesOf = (role: string) =>
  browserSchemas()
    .resources.filter(({ kind, name }) => ['records', 'view', 'planned', 'report'].includes(kind) && rightsOf(role, name).includes('Query'))
    .map(({ name, label }) => [role, name, label] as const)

test.each(['CustomerAdmin', 'BankOperator'].flatMap(pagesOf))(
  '%s opens %s without an error and without a call that is not served',
  async (role, name, label) => {
    const requested: string[] = []
    onRequest(worker, ({ url }) => void (url.includes('/api/Ext/') && requested.push(new URL(url).pathname)))
    await signIn(portal, users[role] ?? {}, { RoleId: role })
    drawAdmin(portal.schemas, `/admin/${name}`)
    await expect.element(page.getByRole('heading', { name: label, level: 1 })).toBeVisible()
    await requestsAnswered()
    expect(page.getByRole('dialog').elements()).toEqual([])
    expect(page.getByRole('alert').elements()).toEqual([])
    expect(page.getByRole('link', { name: '匯入' }).elements(), 'an import is an extension').toEqual([])
    expect([...new Set(requested)].filter((path) => path !== '/api/Ext/GetCapabilities')).toEqual([])
  },
)
