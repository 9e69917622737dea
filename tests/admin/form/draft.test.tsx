import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keepDraft, setDraftConfirmed } from '../../../src/browser/session/drafts'
import { clearSessions } from '../../../src/browser/session/session'
import type { RecordValues } from '../../../src/schema/language/language'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

/** Its maker role does not see the cost of a line, so lines are identified by their position. */
const order = {
  label: '訂單設定',
  menu: { group: 'basic', order: 91, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    Lines: {
      type: 'rows',
      label: '明細',
      max: 5,
      fields: {
        Item: { type: 'string', label: '品項', required: true, max: 20 },
        Cost: { type: 'money', label: '成本' },
      },
    },
  },
  permissions: { CustomerMaker: { fields: { 'Lines.Cost': 'hidden' } } },
}

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { order } })
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

test('input that was typed before an automatic logout is restored once after the next sign-in', async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin/fee/create')
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('管理費')
  keepDraft()
  clearSessions()
  await router.navigate('/company')
  await expect.element(page.getByText('公開網站')).toBeVisible()

  await signIn(portal, maker)
  setDraftConfirmed()
  await router.navigate('/admin/fee/create')
  await expect.element(page.getByRole('textbox', { name: '繳費項目名稱' })).toHaveValue('管理費')
  await expect.element(page.getByText('已帶回登出前填寫的內容，請確認後儲存。')).toBeVisible()
})

test('a form asks before it restores a draft that the sign-in page has not asked about, and keeps its own values if the draft is discarded', async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin/fee/create')
  const name = page.getByRole('textbox', { name: '繳費項目名稱' })
  await name.fill('管理費')
  keepDraft()
  clearSessions()
  await router.navigate('/company')
  await expect.element(page.getByText('公開網站')).toBeVisible()

  await signIn(portal, maker)
  await router.navigate('/admin/fee/create', { state: { initialValues: { FeeName: '清潔費' } } })
  const question = page.getByRole('alertdialog', { name: '要繼續未完成的作業嗎？' })
  await question.getByRole('button', { name: '捨棄' }).click()
  await expect.element(name).toHaveValue('清潔費')
  expect(question.elements()).toEqual([])
})

test('a new link to a form opens a new form, even if the list between them was never rendered', async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin/fee')
  await router.navigate('/admin/fee/create', { state: { initialValues: { FeeName: '清潔費' } } })
  const name = page.getByRole('textbox', { name: '繳費項目名稱' })
  await expect.element(name).toHaveValue('清潔費')
  void router.navigate('/admin/fee')
  await router.navigate('/admin/fee/create')
  await expect.element(name).toHaveValue('')
})

test('input for a record that was changed meanwhile is restored with a warning, except for lines whose position may have changed', async () => {
  const values = {
    apply_code: '77001',
    title: '春節',
    create_user: 'a',
    create_time: '2026-11-01',
    update_user: 'a',
    update_time: '2026-11-01',
  }
  const lines = (...items: string[]) => JSON.stringify(items.map((Item, index) => ({ Item, Cost: index + 1 })))
  await portal.db
    .insertInto('order')
    .values({ serial_id: 1, ...values, lines: lines('甲', '乙') })
    .execute()
  const title = page.getByRole('textbox', { name: '名稱' })
  const item = (row: number) => page.getByRole('textbox', { name: `品項 第 ${row} 列`, exact: true })
  await page.viewport(1280, 900)
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin/order/1')
  await expect.element(item(2)).toHaveValue('乙')
  await title.fill('元宵')
  await item(2).fill('丙')
  keepDraft()
  clearSessions()
  await router.navigate('/company')
  await expect.element(page.getByText('公開網站')).toBeVisible()
  await portal.db
    .updateTable('order')
    .set({ lines: lines('丁', '甲', '乙'), update_user: 'checker01', update_time: '2026-11-02' })
    .execute()

  await signIn(portal, maker)
  setDraftConfirmed()
  await router.navigate('/admin/order/1')
  const warning = page.getByRole('alertdialog', { name: '這筆資料在您填寫期間已有異動' })
  await expect.element(warning).toHaveTextContent(/checker01.*請逐欄核對.*「明細」的列次可能已經不同/)
  await warning.getByRole('button', { name: '確定' }).click()
  await expect.element(title).toHaveValue('元宵')
  await expect.element(item(1)).toHaveValue('丁')
  await expect.element(item(3)).toHaveValue('乙')
})

const reload = () => {
  // A reload runs no clean-up of the page, and keeps only what the tab stores.
  const kept = { ...sessionStorage }
  const router = drawAdmin(portal.schemas, '/admin/payer/create')
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value))
  return router
}

test('a form offers the input of before a reload; personal data are not kept, and the page says so', async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/payer/create')
  await page.getByRole('textbox', { name: '繳款人代號' }).fill('B9-0101')
  await page.getByRole('textbox', { name: '繳款人姓名' }).fill('林美玲')
  const stored = () => JSON.parse(sessionStorage.getItem('FORM_DRAFT') ?? '{}')
  await expect.poll(() => stored().hasOmitted).toBe(true)
  expect(JSON.stringify(stored())).toContain('B9-0101')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('林美玲')
  reload()
  const question = page.getByRole('alertdialog', { name: '要繼續未完成的作業嗎？' })
  await expect
    .element(question)
    .toHaveTextContent('重新載入前，您在「新增－繳款人設定」有尚未儲存的內容。個人資料不會保留，請重新填寫。')
  await question.getByRole('button', { name: '繼續填寫' }).click()
  await expect.element(page.getByRole('textbox', { name: '繳款人代號' })).toHaveValue('B9-0101')
  await expect.element(page.getByRole('textbox', { name: '繳款人姓名' })).toHaveValue('')
  await expect.element(page.getByRole('form').getByText('個人資料不會保留，請重新填寫。')).toBeVisible()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

test('the stored input is gone after the form was left, after sign-out, and for another user', async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin/payer/create')
  const typeCode = () => page.getByRole('textbox', { name: '繳款人代號' }).fill('B9-0102')
  const stored = () => sessionStorage.getItem('FORM_DRAFT')
  await typeCode()
  await expect.poll(stored).toContain('B9-0102')
  void router.navigate('/admin')
  await page.getByRole('button', { name: '離開' }).click()
  await expect.poll(stored).toBeNull()

  await router.navigate('/admin/payer/create')
  await typeCode()
  await expect.poll(stored).toContain('B9-0102')
  const draft = String(stored())
  clearSessions()
  expect(stored()).toBeNull()

  await signIn(portal, await portal.given.user({ UserId: 'maker02' }))
  sessionStorage.setItem('FORM_DRAFT', draft)
  drawAdmin(portal.schemas, '/admin/payer/create')
  await expect.element(page.getByRole('textbox', { name: '繳款人代號' })).toHaveValue('')
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})
