import { beforeAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listLink } from '../../../src/admin/hooks/link-state'
import { readCompanyLogin } from '../../../src/browser/answers/company'
import { companySession, openCompanySession, sessionToken } from '../../../src/browser/session/session'
import { rightsOf } from '../../../src/domain/access/roles'
import { addDays, taipeiToday } from '../../../src/domain/dates/dates'
import { modules } from '../../../src/modules'
import type { Resource } from '../../../src/schema/language/resource'
import type { RecordValues } from '../../../src/schema/language/types'
import { screens } from '../../../src/screens'
import { seedDemo } from '../../../src/server/demo/seed'
import { handlerFor } from '../../../src/server/http/handlers'
import { type BrowserPortal, browserPortal, browserSchemas } from '../../support/browser/browser-portal'
import { network, onRequest, requestsAnswered } from '../../support/browser/msw'
import { savedFiles } from '../../support/browser/saved-files'
import { foreignServer } from '../../support/foreign-server'
import { accountNo } from '../../support/payments/white-list'
import { sampled } from '../../support/sample'
import { drawAdmin, signIn } from '../admin-page'

// A bank's own backend may serve the 144 calls of the specification and nothing else.
let portal: BrowserPortal
const users: Record<string, RecordValues> = {}
const worker = network(...foreignServer(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await seedDemo(portal)
  for (const [role, id] of [
    ['CustomerAdmin', 'admin01'],
    ['BankOperator', 'bankop01'],
  ] as const) {
    // Each demo company has an admin01; the entries below are for the first company.
    const { serial_id, uniform_no, user_name } = await portal.db
      .selectFrom('portal_user')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('serial_id')
      .executeTakeFirstOrThrow()
    users[role] = { SerialId: serial_id, UniformNo: uniform_no, UserId: id, UserName: user_name, RoleId: role }
  }
  await page.viewport(1440, 900)
})

type Page = readonly [role: string, name: string, resource: Resource]

const pagesOf = (role: string): readonly Page[] =>
  browserSchemas()
    .resources.filter(({ page, name }) => page && rightsOf(role, name).length > 0)
    .map((resource) => [role, resource.name, resource] as const)

const pages = ['CustomerAdmin', 'BankOperator'].flatMap(pagesOf)

/** Each page once, with the role that comes first, and all pages of the bank. */
const pagesOnce = pages.filter(
  ([role, name], place) => role === 'BankOperator' || pages.findIndex(([, other]) => other === name) === place,
)

test.each(sampled(pages, pagesOnce))(
  '%s uses all of %s without an error and without a call that is not served',
  async (role, name, resource) => {
    const asked = new Set<string>()
    onRequest(worker, ({ url }) => void (url.includes('/api/Ext/') && asked.add(new URL(url).pathname)))
    const bodies: Promise<string>[] = []
    onRequest(worker, (request) => void (request.method === 'POST' && bodies.push(request.clone().text())))
    const complaints: string[] = []
    vi.spyOn(console, 'error').mockImplementation((...facts) => void complaints.push(facts.map(String).join(' ')))
    savedFiles()
    await signInAs(role)
    const visit = visitOf(resource)
    await visit.open('')
    await openSelects()
    const paths = pathsOnPage(name)
    await runActions(resource)
    for (const path of paths) {
      await visit.open(path)
      await openSelects()
      if (path.endsWith('/show')) await runActions(resource)
      const entry = path === '/create' ? creations[name] : changes[name]
      if (entry && !path.endsWith('/show')) await visit.save(entry)
    }
    expect([...asked].filter((path) => path !== '/api/Ext/GetCapabilities')).toEqual([])
    expect((await Promise.all(bodies)).filter((body) => body.includes('RequestId'))).toEqual([])
    expect(complaints).toEqual([])
  },
)

test.each(sampled(pages, pagesOnce))(
  '%s opens the page %s, its first record and its form with a session of which the specification names the fields',
  async (role, name, resource) => {
    const complaints: string[] = []
    vi.spyOn(console, 'error').mockImplementation((...facts) => void complaints.push(facts.map(String).join(' ')))
    await signInAs(role)
    openBareSession(role)
    const visit = visitOf(resource)
    await visit.open('')
    for (const path of pathsOnPage(name)) {
      await visit.open(path)
      expect(document.body.textContent).not.toMatch(/undefined|NaN|Invalid/)
    }
    expect(complaints).toEqual([])
  },
)

/** Replaces the session by one of which only the named fields have arrived, and only the pages that the role has. */
const openBareSession = (role: string) => {
  const { UniformNo, UserId } = users[role] ?? {}
  const MenuInfos = (companySession()?.menu ?? []).filter(({ Path }) => Path !== '').map(({ MenuId }) => ({ MenuId }))
  const answer = { JWTToken: sessionToken(), data: {}, MenuInfos, UniformNo }
  openCompanySession(readCompanyLogin(answer, { UserId }))
}

/** Signs a user in. A bank without extensions asks for no reason; ours has one before the test begins. */
const signInAs = async (role: string) => {
  await signIn(portal, users[role] ?? {}, { RoleId: role })
  if (role === 'BankOperator') await giveReason()
}

const giveReason = async () => {
  const { status } = await portal.app.request('/api/Ext/EnterpriseArea/GiveReason', {
    method: 'POST',
    headers: { Authorization: `Bearer ${sessionToken()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ Reason: '客戶來電查詢' }),
  })
  expect(status).toBe(200)
}

/** Opens a list with the filters that it requires, and others. */
const openList = (name: string, filters: Parameters<typeof listLink>[2]) =>
  drawAdmin(portal.schemas, listLink(browserSchemas().get(name), `/admin/${name}`, filters)?.to ?? '', screens)

const lastDays = () => {
  const today = taipeiToday(portal.clock())
  return { from: addDays(today, -91), to: today }
}

test.each([
  ['CustomerAdmin', 'TLDetail', 'TradeDate'],
  ['CustomerAdmin', 'TransactionDetailQuery', 'TradeDate'],
  ['BankOperator', 'SKGTLDetailQuery', 'TradeDate'],
  ['BankOperator', 'SKGBillQuery', 'PaymentEndDate'],
])('%s reads and downloads the records of %s, whose details are an extension', async (role, name, period) => {
  const asked = new Set<string>()
  onRequest(worker, ({ url }) => void (url.includes('/api/Ext/') && asked.add(new URL(url).pathname)))
  const files = savedFiles()
  await signInAs(role)
  openList(name, { ApplyCode: '77001', [period]: lastDays() })
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  await expectNoErrors()
  expect(page.getByRole('button', { name: /^更正虛擬帳號/ }).elements()).toEqual([])
  expect(pathsOnPage(name)).toEqual([])
  const download = page.getByRole('button', { name: /^下載( Excel)?$/ })
  if (download.elements().length > 0) {
    await download.click()
    const inDialog = page.getByRole('dialog').getByRole('button', { name: '下載', exact: true })
    if (name === 'TransactionDetailQuery') await inDialog.click()
    await expect.poll(() => files.length).toBe(1)
    await expectNoErrors()
  }
  expect([...asked]).toEqual(['/api/Ext/GetCapabilities'])
})

test('the first page of the bank has the entries of its menu', async () => {
  await signInAs('BankOperator')
  drawAdmin(portal.schemas, '/admin', screens)
  await expect.element(page.getByRole('main').getByRole('link', { name: '帳單查詢' })).toBeVisible()
  await expectNoErrors()
})

test('a backend that wants a reason but has no call for it says so, without a question that leads nowhere', async () => {
  await signIn(portal, users.BankOperator ?? {}, { RoleId: 'BankOperator' })
  openList('SKGBillQuery', { PaymentEndDate: lastDays() })
  await page.getByRole('button', { name: '下載 Excel' }).click()
  await expect.element(page.getByText(/^請先輸入查看.+個人資料的事由/)).toBeVisible()
  expect(page.getByRole('textbox', { name: '事由' }).elements()).toEqual([])
})

test('a backend without extensions is asked once for them', async () => {
  const asked: string[] = []
  onRequest(worker, ({ url }) => void (url.includes('/api/Ext/') && asked.push(new URL(url).pathname)))
  await signInAs('CustomerAdmin')
  drawAdmin(portal.schemas, '/admin/payer', screens)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  await expectNoErrors()
  expect(asked).toEqual(['/api/Ext/GetCapabilities'])
})

/** What a user enters, by the label of the field; of a select the beginning of the option. */
type Entry = Readonly<Record<string, string | File>>

const csv = (...lines: string[]) => new File([lines.join('\r\n')], 'rows.csv', { type: 'text/csv' })

// The form of a user asks for the password of whoever saves it; tests/resources/portal-user.test.tsx does that.
const creations: Readonly<Record<string, Entry>> = {
  billTerm: {
    期別代號: 'EXT-1',
    期別名稱: '臨時期別',
    期別編號: '77',
    代收類別: 'MGT',
    帳單中文名稱: '管理費',
    繳款起日: '2026/12/01',
    繳款截止日: '2026/12/31',
  },
  billCategory: { 代收類別代碼: 'EXT1', 代收類別名稱: '臨時類別', 開放繳款通路: '銀行臨櫃' },
  payerUnit: { 代收單位代號: 'EXT1', 代收單位名稱: '臨時單位' },
  fee: { 繳費項目代碼: 'EXT1', 繳費項目名稱: '臨時項目' },
  payer: { 繳款人代號: 'EXT1', 繳款人編號: '777001', 繳款人姓名: '王大明' },
  bills: {
    代收期別: '2026-11',
    繳款人編號: '777002',
    繳款人姓名: '王大明',
    繳款截止日: '2026/12/20',
  },
  billImportList: {
    批次名稱: '臨時帳單',
    代收期別: '2026-11',
    上傳檔案: csv('繳款人代號,繳款人編號,繳款人姓名,應繳金額', 'EXT1,777003,王大明,1000'),
  },
  makePDFList: { 代收期別: '2026-11', 產製名稱: '臨時列印檔' },
  whiteList: { '虛擬帳號（銷帳編號）': accountNo(1), 檢核方式: '僅檢核帳號' },
  whiteListImportList: {
    檔案類別: '僅檢核帳號',
    上傳檔案: csv('異動別,虛擬帳號', `A,${accountNo(2)}`),
  },
}

const changes: Readonly<Record<string, Entry>> = {
  billTerm: { 期別名稱: '改過的期別' },
  billCategory: { 代收類別名稱: '改過的類別' },
  payerUnit: { 代收單位名稱: '改過的單位' },
  fee: { 繳費項目名稱: '改過的項目' },
  payer: { 繳款人姓名: '王小明' },
  whiteList: { 備註: '改過' },
  bills: { 備註: '改過' },
  Customer: { 聯絡人: '王小明' },
}

const visitOf = ({ name, label }: Resource) => ({
  /** Opens a path of the page and waits for what it shows. */
  open: async (path: string) => {
    drawAdmin(portal.schemas, `/admin/${name}${path}`, screens)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(path === '' ? label : /./)
    await expectNoErrors()
  },
  save: async (entry: Entry) => {
    const before = page.getByRole('heading', { level: 1 }).element().textContent
    for (const [field, value] of Object.entries(entry)) await enter(field, value)
    await page.getByRole('button', { name: /^(儲存|上傳|產製)$/ }).click()
    await expectNoErrors()
    const errors = () =>
      Array.from(document.querySelectorAll('.MuiFormHelperText-root.Mui-error'), ({ textContent }) => textContent)
    await expect
      .poll(() => [errors(), page.getByRole('heading', { level: 1 }).element().textContent === before])
      .toEqual([[], false])
    await expectNoErrors()
  },
})

/**
 * Waits until the page has its data, and expects neither a dialog nor an error; an input that was left empty may say
 * so.
 */
const expectNoErrors = async () => {
  await expect.poll(() => document.querySelector('[aria-busy="true"], [role="progressbar"]')).toBeNull()
  await requestsAnswered()
  expect(
    [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], .MuiAlert-colorError')].map(
      ({ textContent }) => textContent,
    ),
  ).toEqual([])
}

/** Opens every select of the page that draws its options itself. */
const openSelects = async () => {
  const selects = page.getByRole('combobox')
  for (let no = 0; no < selects.elements().length; no++) {
    const select = selects.nth(no)
    // The browser's own select, such as that of the page size, has its options in the page.
    if (select.element().matches('select, [aria-disabled="true"], :disabled')) continue
    // An open select hides the page from screen readers, and so from the locator.
    const name = select.element().closest('.MuiFormControl-root')?.textContent
    await select.click()
    await expect
      .poll(() => document.querySelector('[role="option"], .MuiAutocomplete-noOptions'), {
        message: `the options of ${name}`,
      })
      .not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect
      .poll(() => document.querySelector('[role="listbox"], .MuiAutocomplete-noOptions'), {
        message: `the end of ${name}`,
      })
      .toBeNull()
    await expectNoErrors()
  }
}

/** Returns the first link of each kind to another screen of the page. */
const pathsOnPage = (name: string): readonly string[] => {
  const links = [...document.querySelectorAll(`main a[href^="/admin/${name}/"]`)].map(
    (link) => link.getAttribute('href')?.slice(`/admin/${name}`.length) ?? '',
  )
  expect(
    links.filter((link) => link.endsWith('/import')),
    'an import is an extension',
  ).toEqual([])
  const first = (test: (link: string) => boolean) => links.filter(test).slice(0, 1)
  return [
    ...first((link) => link.endsWith('/show')),
    ...first((link) => link !== '/create' && link.split('/').length === 2),
    ...first((link) => link === '/create'),
  ]
}

/** Presses each action of the page that is a call of the contract, asks nothing and changes nothing. */
const runActions = async ({ name: pageName, actions }: Resource) => {
  const dialogs = (await screens[pageName]?.())?.default.ActionDialogs ?? {}
  for (const { name, label, call, confirm, inputs } of actions) {
    if (!call || confirm || inputs.length > 0 || name in dialogs || !handlerFor(call, portal.schemas, modules)) continue
    const button = page
      .getByRole('button', { name: new RegExp(`^${label}`) })
      .elements()
      .find((element) => !element.matches(':disabled'))
    if (!button) continue
    await userEvent.click(button)
    await expectNoErrors()
  }
}

const enter = async (label: string, value: string | File): Promise<void> => {
  const named = { name: label, exact: true }
  const select = page.getByRole('combobox', named)
  if (value instanceof File) await page.getByLabelText(label, { exact: true }).upload(value)
  else if (select.elements().length > 0) {
    await select.click()
    await page
      .getByRole('option', { name: new RegExp(`^${value}`) })
      .first()
      .click()
    await requestsAnswered()
  } else if (page.getByRole('checkbox', { name: value, exact: true }).elements().length > 0)
    await page.getByRole('checkbox', { name: value, exact: true }).click()
  else await page.getByRole('textbox', named).fill(value)
}
