import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import customer from '../../resources/Customer'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, lostResponse, network, requestsAnswered, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
const users: Record<string, RecordValues> = {}
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.customer({ UniformNo: '53212539', CustomerName: '示範人壽' })
  await given.marketItem()
  await given.agreement({ RealAccount: '12345678900123' })
  await given.agreement({
    ApplyCode: '77002',
    AgreementName: '示範車位費',
    NotifyMethods: ['WebService', 'Email'],
    NotifyUrl: 'https://erp.example.com/notify',
  })
  await given.agreement({ ApplyCode: '77003', AgreementName: '示範保費', UniformNo: '53212539' })
  users.maker = await given.user({ UserId: 'maker01', ApplyCodes: ['77001'] })
  users.admin = await given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin', ApplyCodes: ['77001', '77002'] })
  users.bank = await given.user({ UserId: 'bankop01', RoleId: 'BankOperator', ApplyCodes: [] })
})

beforeEach(() => page.viewport(1440, 900))

const open = async (user: RecordValues | undefined) => {
  await signIn(portal, user ?? {})
  drawAdmin(portal.schemas, '/admin/Customer/90000017/show', { Customer: async () => ({ default: customer }) })
}
const openAsBank = async () => {
  await open(users.bank)
  const dialog = page.getByRole('alertdialog', { name: '請輸入查看事由' })
  await dialog.getByRole('textbox', { name: '事由' }).fill('客戶來電查詢')
  await dialog.getByRole('button', { name: '確定' }).click()
}
const agreement = (name: string) => page.getByRole('region', { name: `代收約定 ${name}` })

test('users of a company see their own agreements, with the last five digits of the account', async () => {
  await open(users.maker)
  await expect.element(agreement('77001 示範社區管理費')).toBeVisible()
  await expect.element(agreement('77001 示範社區管理費').getByText('*********00123')).toBeVisible()
  await expect.element(agreement('77001 示範社區管理費').getByText('劃撥帳號')).toBeVisible()
  await expect.element(agreement('77001 示範社區管理費').getByText('50012345')).toBeVisible()
  expect(agreement('77002 示範車位費').elements()).toEqual([])
  expect(await violations()).toEqual([])
})

test('a bank user is asked for a reason once, and then sees all agreements of the company', async () => {
  await openAsBank()
  await expect.element(agreement('77002 示範車位費')).toBeVisible()
  await expect.element(agreement('77001 示範社區管理費')).toBeVisible()
  expect(agreement('77003 示範保費').elements()).toEqual([])
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

describe('the secret of an agreement that is notified by a call', () => {
  const group = page.getByRole('group', { name: '即時入帳簽章密鑰 77002' })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const make = async (verb: '產製' | '更換') => {
    await group.getByRole('button', { name: `${verb}密鑰` }).click()
    await dialog(`${verb}即時入帳簽章密鑰`)
      .getByRole('button', { name: `${verb}密鑰` })
      .click()
    const field = dialog('新的簽章密鑰').getByRole('textbox', { name: '密鑰' })
    await expect.element(field).toBeVisible()
    return (field.element() as HTMLTextAreaElement).value
  }
  const close = () => dialog('新的簽章密鑰').getByRole('button', { name: '已保存，關閉' }).click()

  test('is made and shown once, can be copied, and is nowhere after the dialog is closed', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openAsBank()
    await expect.element(group.getByText('還沒有密鑰')).toBeVisible()
    const secret = await make('產製')
    expect(secret).toMatch(/^[\w-]{43}$/)
    await expect.element(dialog('新的簽章密鑰').getByText('關閉後無法再查看', { exact: false })).toBeVisible()
    expect(await violations()).toEqual([])
    await dialog('新的簽章密鑰').getByRole('button', { name: '複製' }).click()
    expect(copied).toHaveBeenCalledWith(secret)
    await expect.element(page.getByRole('status').getByText('已複製密鑰')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('新的簽章密鑰')).toBeVisible()
    await close()
    await expect.element(group.getByText(/^目前的密鑰自 .* 起簽章。$/)).toBeVisible()
    expect(location.href + document.documentElement.outerHTML).not.toContain(secret)
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(secret)
  })

  test('is changed; the former one also signs until it is ended, after a question', async () => {
    await openAsBank()
    await group.getByRole('button', { name: '更換密鑰' }).click()
    await expect
      .element(dialog('更換即時入帳簽章密鑰').getByText('目前的密鑰同時簽章 7 日', { exact: false }))
      .toBeVisible()
    expect(await violations()).toEqual([])
    await dialog('更換即時入帳簽章密鑰').getByRole('button', { name: '取消' }).click()
    await make('更換')
    await close()
    await expect.element(group.getByText('舊密鑰同時簽章到', { exact: false })).toBeVisible()
    expect(await violations()).toEqual([])
    await group.getByRole('button', { name: '停用舊密鑰' }).click()
    const question = page.getByRole('alertdialog', { name: '確定要停用 77002 的舊密鑰嗎？' })
    await question.getByRole('button', { name: '停用舊密鑰' }).click()
    await expect.element(group.getByText('舊密鑰同時簽章到', { exact: false })).not.toBeInTheDocument()
    expect(group.getByRole('button', { name: '停用舊密鑰' }).elements()).toEqual([])
  })

  test('stays visible if its state cannot be read again', async () => {
    await openAsBank()
    await expect.element(group.getByRole('button', { name: '更換密鑰' })).toBeVisible()
    worker.use(failures.refusal('/Ext/Agreement/77002/GetPushSecretState', '9001', '沒有權限'))
    const secret = await make('更換')
    await requestsAnswered()
    await expect.element(dialog('新的簽章密鑰').getByRole('textbox', { name: '密鑰' })).toHaveValue(secret)
  })

  test('is not replaced a second time unnoticed if the response of the first time was lost', async () => {
    await openAsBank()
    await group.getByRole('button', { name: '更換密鑰' }).click()
    const question = dialog('更換即時入帳簽章密鑰')
    const button = question.getByRole('button', { name: '更換密鑰' })
    portal.clock.advance({ minutes: 1 })
    const readState = vi.fn(() => HttpResponse.error())
    worker.use(
      lostResponse(() => portal.app, '/Ext/Agreement/77002/RotatePushSecret'),
      http.get('*/api/Ext/Agreement/77002/GetPushSecretState', readState),
    )
    const secrets = () => portal.db.selectFrom('internal_push_secret').selectAll().execute()
    const before = await secrets()
    await button.click()
    // The request has arrived, so the button is enabled again only after its lost response.
    await expect.poll(secrets).not.toEqual(before)
    await expect.element(button).toBeEnabled()
    // The dialog tries to read the new state, and must not succeed.
    await expect.poll(() => readState.mock.calls.length).toBe(1)
    await requestsAnswered()
    worker.resetHandlers()
    await button.click()
    await expect.element(page.getByText('沒有再更換', { exact: false })).toBeVisible()
    await expect.element(question.getByText('更換後立即失效', { exact: false })).toBeVisible()
  })

  test('is shown neither to the company nor to a viewer of the bank, nor for an agreement without such calls', async () => {
    await openAsBank()
    await expect.element(group).toBeVisible()
    expect(page.getByRole('group', { name: '即時入帳簽章密鑰 77001' }).elements()).toEqual([])
    await open(users.admin)
    await expect.element(agreement('77002 示範車位費').getByText('系統介接')).toBeVisible()
    expect(group.elements()).toEqual([])
  })
})
