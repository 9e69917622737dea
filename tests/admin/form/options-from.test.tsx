import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import portalUser from '../../../resources/portalUser'
import { enumOptions } from '../../../src/domain/enums'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { schemaFiles } from '../../support/browser/browser-schema-files'
import { failures, network, respondWith, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

const duty = {
  label: '勤務設定',
  menu: { group: 'basic', order: 900, icon: 'Category' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    Roles: { type: 'enumList', enum: 'PortalRole', label: '適用角色', optionsFrom: 'Common.GetCustomerPortalRoles' },
  },
  list: { filters: ['Roles'] },
}

/** The portal's own page for fees, whose states come from its call GetAllSelectList. */
const feeWithStates = () => {
  const fee = JSON.parse(schemaFiles.find(({ file }) => file === 'schemas/fee.json')?.text ?? '')
  fee.fields.FeeStatus.optionsFrom = 'fee.GetAllSelectList'
  return fee as object
}

let portal: BrowserPortal
let admin: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { duty, fee: feeWithStates() } })
  await portal.given.customer()
  await portal.given.agreement()
  admin = await portal.given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, admin)
})

const allRoles = enumOptions('PortalRole').map(([, text]) => text)
const companyRoles = allRoles.slice(0, 4)
const drawUsers = (path: string) =>
  drawAdmin(portal.schemas, `/admin/portalUser${path}`, { portalUser: async () => ({ default: portalUser }) })
const rolesInput = () => page.getByRole('combobox', { name: /^角色/ })
const offered = (options: Locator) =>
  options
    .elements()
    .flatMap(({ textContent }) => (textContent === '請選擇' || textContent === '全部' ? [] : [textContent]))

test('a form offers the options that the call returns', async () => {
  drawUsers('/create')
  await expect.element(page.getByText('選項讀取中…')).not.toBeInTheDocument()
  await rolesInput().click()
  await expect.element(page.getByRole('option', { name: '經辦' })).toBeVisible()
  expect(offered(page.getByRole('option'))).toEqual(companyRoles)
})

test('a stored value that is no longer offered stays visible with its text', async () => {
  const { SerialId } = await portal.given.user({ UserId: 'former01', RoleId: 'BankViewer' })
  drawUsers(`/${SerialId}`)
  await expect.element(rolesInput()).toHaveTextContent('銀行查詢人員')
  await rolesInput().click()
  await expect.element(page.getByRole('option', { name: '經辦' })).toBeVisible()
  expect(offered(page.getByRole('option'))).toEqual([...companyRoles, '銀行查詢人員'])
})

test('the filter and the rows of a list know all options', async () => {
  await portal.given.user({ UserId: 'former02', RoleId: 'BankOperator' })
  drawUsers('')
  await expect.element(page.getByRole('row', { name: /former02/ })).toHaveTextContent('銀行作業人員')
  await openConditions()
  await rolesInput().click()
  await expect.element(page.getByRole('option', { name: '銀行查詢人員' })).toBeVisible()
  expect(offered(page.getByRole('option'))).toEqual(allRoles)
})

test('the options of a list are those of the call, too', async () => {
  drawAdmin(portal.schemas, '/admin/duty/create')
  await expect.element(page.getByRole('checkbox', { name: '經辦' })).toBeVisible()
  expect(page.getByRole('checkbox').elements().length).toBe(companyRoles.length)
})

test('all options are offered if the backend does not serve the call', async () => {
  worker.use(failures.status('/Common/GetCustomerPortalRoles', 404, '沒有這個功能。'))
  drawUsers('/create')
  await rolesInput().click()
  await expect.element(page.getByRole('option', { name: '銀行查詢人員' })).toBeVisible()
  expect(offered(page.getByRole('option'))).toEqual(allRoles)
})

test('an input says that its options are being read', async () => {
  worker.use(failures.silent('/Common/GetCustomerPortalRoles'))
  drawUsers('/create')
  await expect.element(rolesInput()).toHaveAccessibleDescription('選項讀取中…')
})

test('an input whose options could not be read says so, and offers none', async () => {
  worker.use(failures.status('/Common/GetCustomerPortalRoles', 500, '系統忙碌。'))
  drawUsers('/create')
  await expect.element(rolesInput()).toHaveAccessibleDescription('選項讀取失敗，請重新整理頁面後再選擇。')
  await rolesInput().click()
  await expect.element(page.getByRole('option')).toHaveTextContent('請選擇')
})

const drawFee = () => drawAdmin(portal.schemas, '/admin/fee/create')
const statusInput = page.getByRole('combobox', { name: '狀態' })

test('the options by field of an answer win over those of the schema, and a code that only the backend knows is sent', async () => {
  const bodies: unknown[] = []
  const FeeStatus = [
    { Value: 'Paused', Text: '暫停' },
    { Value: 'Active', Text: '使用中' },
  ]
  worker.use(
    respondWith('/fee/GetAllSelectList', { FeeStatus }),
    http.post('*/api/fee', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: null })
    }),
  )
  drawFee()
  await page.getByRole('textbox', { name: '繳費項目代碼' }).fill('F9')
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('清潔費')
  await statusInput.click()
  await expect.element(page.getByRole('option', { name: '暫停' })).toBeVisible()
  expect(offered(page.getByRole('option'))).toEqual(['暫停', '使用中'])
  await page.getByRole('option', { name: '暫停' }).click()
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.poll(() => bodies).toMatchObject([{ FeeStatus: 'Paused' }])
})

test('an answer without the field leaves the options of the schema', async () => {
  worker.use(respondWith('/fee/GetAllSelectList', {}))
  drawFee()
  await statusInput.click()
  await expect.element(page.getByRole('option').nth(1)).toBeVisible()
  expect(offered(page.getByRole('option'))).toEqual(enumOptions('ActiveStatus').map(([, text]) => text))
})
