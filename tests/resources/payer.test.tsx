import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import payer from '../../resources/payer'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
network(throughApp(() => portal.app))

beforeEach(async () => {
  await page.viewport(1440, 900)
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  await portal.given.record('Bank', { BankCode: '999', BankName: '示範銀行' })
})

const givenPayer = (values: RecordValues = {}) =>
  portal.given.payer({
    ...{ PayerId: 'ACC-1', PayerType: 'Account', DebitBankCode: '999', DebitAccount: '123456789012' },
    ...{ DebitIdNo: 'A123456789', DebitAuthStatus: 'None', ...values },
  })

const screens = { payer: async () => ({ default: payer }) }

test('the page of a payer with an account says how the payer becomes authorized', async () => {
  const { SerialId } = await givenPayer()
  await signIn(portal, await portal.given.user({ RoleId: 'CustomerMaker' }))
  drawAdmin(portal.schemas, `/admin/payer/${SerialId}/show`, screens)
  await expect.element(page.getByText(/請將授權書送交往來分行，銀行核對後會登錄為「已授權」/)).toBeVisible()
  expect(await violations()).toEqual([])
})

test('an operator of the bank authorizes a payer with a note, which the page of the payer shows', async () => {
  const { SerialId } = await givenPayer()
  await signIn(portal, await portal.given.user({ RoleId: 'BankOperator' }))
  drawAdmin(portal.schemas, '/admin/debitAuthorization')
  await page.getByRole('button', { name: /^登錄扣款授權/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent(/請先核對繳款人簽署的扣款授權書/)
  await dialog.getByRole('textbox', { name: /登錄說明/ }).fill('115/11/20 收件，編號 001')
  await dialog.getByRole('button', { name: '登錄扣款授權' }).click()
  const reason = page.getByRole('alertdialog', { name: '請輸入查看事由' })
  await reason.getByRole('textbox', { name: '事由' }).fill('核對扣款授權書')
  await reason.getByRole('button', { name: '確定' }).click()
  await expect.element(page.getByText('已登錄扣款授權。')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /ACC-1/ })).toHaveTextContent(/已授權/)
  await signIn(portal, await portal.given.user({ RoleId: 'CustomerMaker' }))
  drawAdmin(portal.schemas, `/admin/payer/${SerialId}/show`, screens)
  await expect.element(page.getByText('115/11/20 收件，編號 001')).toBeVisible()
  await expect.element(page.getByText(/請將授權書送交往來分行/)).not.toBeInTheDocument()
})
