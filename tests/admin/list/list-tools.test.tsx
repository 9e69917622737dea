import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { watchRoot } from '../../support/browser/page'
import { savedFiles } from '../../support/browser/saved-files'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  await given.payerUnit()
  for (let n = 1; n <= 24; n += 1)
    await given.payer({
      PayerId: `P${String(n).padStart(2, '0')}`,
      PayerNo: String(n).padStart(6, '0'),
      PayerName: '王大明',
    })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  for (const table of ['bill', 'payer'] as const)
    await portal.db.deleteFrom(table).where('payer_id', 'like', 'A%').execute()
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a list is sorted by a click on a column, and has pages', async () => {
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(page.getByText('共 24 筆', { exact: true })).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(21)
  await button('前往第 2 頁').click()
  await expect.element(page.getByText('P24', { exact: true })).toBeVisible()
  expect(
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '20', '50', '100'])
  await page.getByRole('combobox', { name: '每頁筆數：' }).selectOptions('50')
  await expect.poll(() => page.getByRole('row').elements().length).toBe(25)
  await page.getByRole('columnheader', { name: '繳款人代號' }).getByRole('button').click()
  await expect.poll(() => page.getByRole('row').elements()[1]?.textContent).toContain('P24')
})

test('a list whose rows have nothing to do has no column for it', async () => {
  const { given } = portal
  await given.billCategory()
  const { BillTermId } = await given.billTerm()
  await given.bill({ BillTermId, PayerId: 'P01', BillState: 'Void' })
  drawAdmin(portal.schemas, '/admin/bills')
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  const actionHead = page.getByRole('columnheader', { name: '操作' })
  expect(actionHead.elements()).toEqual([])
  await given.bill({ BillTermId, PayerId: 'P02' })
  await page.getByRole('tab', { name: /^未繳/ }).click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await expect.element(actionHead).toBeVisible()
})

const chooseColumns = async (...labels: string[]) => {
  await button('欄位').click()
  for (const label of labels) await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click()
  document.querySelector<HTMLElement>('.MuiBackdrop-root')?.click()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
}

/** Exports as CSV; returns the name of the file and its lines. */
const exported = async (fields: RegExp) => {
  const saved = savedFiles()
  await button('匯出').click()
  const dialog = page.getByRole('dialog', { name: '匯出繳款人' })
  await expect.element(dialog).toHaveTextContent(/查詢到的全部 24 筆/)
  await dialog.getByRole('radio', { name: fields }).click()
  await dialog.getByRole('radio', { name: 'CSV' }).click()
  await dialog.getByRole('button', { name: '匯出', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const [file] = saved
  return { name: file?.name, lines: ((await file?.text) ?? '').trim().split('\r\n') }
}

test('an export has the selected columns of the whole result, masked as in the list', async () => {
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(page.getByText('共 24 筆', { exact: true })).toBeVisible()
  await chooseColumns('代收單位')
  const { name, lines } = await exported(/^清單顯示的欄位/)
  expect(name).toBe('繳款人設定.csv')
  expect(lines[0]).toContain('繳款人代號,繳款人姓名')
  expect(lines[0]).not.toMatch(/電子郵件|代收單位,|備註/)
  expect(lines).toHaveLength(25)
  expect(lines[1]).toContain('王○明')
})

test('every field of the records can be a column, and an export of all fields has each of them', async () => {
  await portal.db.updateTable('payer').set({ remark: '常客' }).execute()
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(page.getByText('共 24 筆', { exact: true })).toBeVisible()
  const { lines } = await exported(/^全部欄位/)
  const fields = portal.schemas.get('payer').fields.filter(({ detailOnly }) => !detailOnly)
  // Code and name of a reference are two columns.
  expect(lines[0]?.replace('\uFEFF', '').split(',').sort()).toEqual(
    [...fields.map(({ label }) => label), '委託單位名稱', '代收單位名稱', '扣款銀行名稱'].sort(),
  )
  expect(lines[1]).toContain('常客')
  expect(lines[1]).not.toContain('王大明')
  await expect.element(page.getByRole('columnheader', { name: '備註' })).not.toBeInTheDocument()
  await chooseColumns('備註')
  await expect.element(page.getByRole('columnheader', { name: '備註' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '常客' }).first()).toBeVisible()
})

test('an unmasked export warns about personal data, and CSV warns about what spreadsheets lose', async () => {
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(page.getByText('共 24 筆', { exact: true })).toBeVisible()
  const saved = savedFiles()
  await button('匯出').click()
  const dialog = page.getByRole('dialog', { name: '匯出繳款人' })
  await expect.element(dialog).toHaveTextContent('畫面上遮蔽的個人資料，檔案中同樣遮蔽。')
  await dialog.getByRole('checkbox', { name: '完整顯示個人資料，不遮蔽' }).click()
  await expect.element(dialog).toHaveTextContent('檔案含未遮蔽的個人資料，每一筆都會留下匯出紀錄，請妥善保管檔案。')
  await expect.element(dialog).not.toHaveTextContent('開頭的 0 會消失')
  await dialog.getByRole('radio', { name: 'CSV' }).click()
  await expect.element(dialog).toHaveTextContent('超過 15 位的帳號末幾位會變成 0；有這類資料時請改用 Excel（xlsx）')
  await dialog.getByRole('button', { name: '匯出', exact: true }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(await saved[0]?.text).toContain('王大明')
  expect(
    await portal.db.selectFrom('audit_log').select('action').where('action', '=', 'Export').execute(),
  ).toHaveLength(24)
})

test('a role that sees masked data on detail pages is not offered an unmasked export', async () => {
  await signIn(portal, await portal.given.user({ UserId: 'checker01', RoleId: 'CustomerChecker' }))
  drawAdmin(portal.schemas, '/admin/payer')
  await button('匯出').click()
  const dialog = page.getByRole('dialog', { name: '匯出繳款人' })
  await expect.element(dialog.getByRole('radio', { name: 'CSV' })).toBeVisible()
  expect(dialog.getByRole('checkbox').elements()).toEqual([])
})

test('several records are deleted after one confirmation', async () => {
  await portal.given.payer({ PayerId: 'A01', PayerNo: '000901' })
  await portal.given.payer({ PayerId: 'A02', PayerNo: '000902' })
  drawAdmin(portal.schemas, '/admin/payer')
  for (const code of ['A01', 'A02'])
    await page
      .getByRole('row', { name: new RegExp(code) })
      .getByRole('checkbox')
      .click()
  await expect.element(page.getByText('已選取 2 筆')).toBeVisible()
  await button('刪除').click()
  const dialog = page.getByRole('dialog', { name: '刪除' })
  await expect.element(dialog).toHaveTextContent('確定要刪除選取的 2 位繳款人嗎？')
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '刪除 2 位' }).click()
  await expect.element(page.getByText('刪除成功，共 2 筆')).toBeVisible()
  await expect.element(page.getByText('共 24 筆', { exact: true })).toBeVisible()
})

test('before a bulk deletion, records in use are listed by the reasons; they are not deleted and stay selected', async () => {
  for (const n of [5, 6, 7]) await portal.given.payer({ PayerId: `A0${n}`, PayerNo: `00090${n}` })
  for (const n of [6, 7]) await portal.given.bill({ PayerId: `A0${n}` })
  drawAdmin(portal.schemas, '/admin/payer')
  for (const code of ['A05', 'A06', 'A07'])
    await page
      .getByRole('row', { name: new RegExp(code) })
      .getByRole('checkbox')
      .click()
  await button('刪除').click()
  const dialog = page.getByRole('dialog', { name: '刪除' })
  await expect.element(dialog.getByRole('region', { name: '要刪除的繳款人' })).toHaveTextContent(/^A05 王○明$/)
  const refused = dialog.getByRole('region', { name: '不能刪除的繳款人' })
  await expect.element(refused).toHaveTextContent(/^還有 1 張帳單使用這位繳款人，.*（2 位）A06 王○明、A07 王○明$/)
  await dialog.getByRole('button', { name: '刪除 1 位' }).click()
  await expect.element(page.getByText('刪除成功，共 1 筆')).toBeVisible()
  await expect.element(page.getByText('已選取 2 筆')).toBeVisible()
  // The other tests count the records.
  await portal.db.deleteFrom('bill').where('payer_id', 'in', ['A06', 'A07']).execute()
  await portal.db.deleteFrom('payer').where('payer_id', 'in', ['A06', 'A07']).execute()
})

test('records that come into use after the preview are listed with the reason and stay selected', async () => {
  await portal.given.payer({ PayerId: 'A03', PayerNo: '000903' })
  await portal.given.payer({ PayerId: 'A04', PayerNo: '000904', PayerName: '李小華' })
  drawAdmin(portal.schemas, '/admin/payer')
  for (const code of ['A03', 'A04'])
    await page
      .getByRole('row', { name: new RegExp(code) })
      .getByRole('checkbox')
      .click()
  await button('刪除').click()
  await expect.element(page.getByRole('button', { name: '刪除 2 位' })).toBeEnabled()
  await portal.given.bill({ PayerId: 'A04' })
  await page.getByRole('button', { name: '刪除 2 位' }).click()
  const dialog = page.getByRole('alertdialog', { name: '已刪除 1 位，1 位未刪除' })
  await expect.element(dialog).toHaveTextContent(/A04 李○華：還有 1 張帳單使用這位繳款人/)
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect.element(page.getByText('已選取 1 筆')).toBeVisible()
  await expect.element(page.getByText('共 25 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /A04/ }).getByRole('checkbox')).toBeChecked()
})

test('logging out ends the session and redirects to the root path', async () => {
  const root = watchRoot()
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('heading', { name: '王大明，您好' })).toBeVisible()
  await page.getByRole('button', { name: /^使用者選單/ }).click()
  await page.getByRole('menuitem', { name: '登出' }).click()
  await expect.poll(() => root.mock.calls.length).toBe(1)
  expect(localStorage.getItem('COMPANY_DATA')).toBeNull()
})
