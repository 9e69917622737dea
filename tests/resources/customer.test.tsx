import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import customer from '../../resources/Customer'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
const users: Record<string, RecordValues> = {}
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.customer({ UniformNo: '53212539', CustomerName: '示範人壽' })
  await given.marketItem()
  await given.agreement({ RealAccount: '12345678900123' })
  await given.agreement({ ApplyCode: '77002', AgreementName: '示範車位費' })
  await given.agreement({ ApplyCode: '77003', AgreementName: '示範保費', UniformNo: '53212539' })
  users.maker = await given.user({ UserId: 'maker01', ApplyCodes: ['77001'] })
  users.bank = await given.user({ UserId: 'bankop01', RoleId: 'BankOperator', ApplyCodes: [] })
})

beforeEach(() => page.viewport(1440, 900))

const open = async (user: RecordValues | undefined) => {
  await signIn(portal, user ?? {})
  drawAdmin(portal.schemas, '/admin/Customer/90000017/show', { Customer: async () => ({ default: customer }) })
}
const agreement = (name: string) => page.getByRole('region', { name: `代收約定 ${name}` })

test('users of a company see their own agreements, with the last five digits of the account', async () => {
  await open(users.maker)
  await expect.element(agreement('77001 示範社區管理費')).toBeVisible()
  await expect.element(agreement('77001 示範社區管理費').getByText('*********00123')).toBeVisible()
  expect(agreement('77002 示範車位費').elements()).toEqual([])
  expect(await violations()).toEqual([])
})

test('a bank user is asked for a reason once, and then sees all agreements of the company', async () => {
  await open(users.bank)
  const dialog = page.getByRole('alertdialog', { name: '請輸入查看事由' })
  await dialog.getByRole('textbox', { name: '事由' }).fill('客戶來電查詢')
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect.element(agreement('77002 示範車位費')).toBeVisible()
  await expect.element(agreement('77001 示範社區管理費')).toBeVisible()
  expect(agreement('77003 示範保費').elements()).toEqual([])
  expect(dialog.elements()).toEqual([])
})
