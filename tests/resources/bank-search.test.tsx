import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listLink } from '../../src/admin/hooks/link-state'
import { openConditions } from '../admin/list-page'
import { onRequest } from '../support/browser/msw'
import { exceptionsPage } from './exceptions-page'

const { portal, worker, signInAs, bill, draw } = exceptionsPage()

test('a user of the bank who searches by a name is asked for the reason, and then sees what was found', async () => {
  const found = await bill({ PayerName: '王大明' })
  const other = await bill({ PayerName: '陳小華' })
  await signInAs('operator')
  const asked: string[] = []
  onRequest(worker, ({ url }) => void asked.push(url))
  const resource = portal().schemas.get('SKGBillQuery')
  const period = { PaymentEndDate: { from: '2026-11-01', to: '2026-12-31' } }
  draw(listLink(resource, 'SKGBillQuery', period)?.to ?? '')
  const row = (BillNo: unknown) => page.getByRole('row', { name: new RegExp(String(BillNo)) })
  await expect.element(row(other.BillNo)).toBeVisible()
  await openConditions()
  await page.getByRole('textbox', { name: '繳款人姓名' }).fill('大明')
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: '請輸入查看事由' })
  await dialog.getByRole('textbox', { name: '事由' }).fill('客戶來電查詢')
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect.element(row(other.BillNo)).not.toBeInTheDocument()
  await expect.element(row(found.BillNo)).toHaveTextContent('王○明')
  expect(asked.filter((url) => decodeURIComponent(url).includes('客戶來電'))).toEqual([])
})
