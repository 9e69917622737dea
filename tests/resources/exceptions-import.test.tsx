import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findRecord } from '../../src/server/records/get'
import { lineOnRecord } from '../server/payments/support/booking'
import { contextFor } from '../server/payments/support/persons'
import { violations } from '../support/browser/axe'
import { failures } from '../support/browser/msw'
import { savedFiles } from '../support/browser/saved-files'
import { exceptionsPage, row, type WaitingLine } from './exceptions-page'

const { portal, worker, signInAs, waitingLine, waiting, bill, draw } = exceptionsPage()

const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
const titles = [
  '交易金額',
  '處理方式',
  '要銷的帳單編號',
  '更正後虛擬帳號',
  '分拆金額',
  '處理說明',
  '序號',
  '幣別',
  '異動時間',
]

/** Returns the cells of a line in a file, with what a user has filled in. */
const cellsOf = async ({ id }: WaitingLine, ...inputs: readonly unknown[]): Promise<readonly unknown[]> => {
  const line = await findRecord(contextFor(portal(), 'maker01'), portal().schemas.get('TLDetail'), { SerialId: id })
  return ['1000', ...inputs, String(id), '新臺幣', line.UpdateTime]
}

const fileOf = (...rows: readonly (readonly unknown[])[]): File =>
  new File([[titles, ...rows].map((cells) => cells.join(',')).join('\r\n')], '交易處理檔.csv', { type: 'text/csv' })

test('the lines of the query are downloaded, filled in, checked and handled; others are named or left', async () => {
  const saved = savedFiles()
  const [target, paying, wrong, left] = [await bill(), await waitingLine(), await waitingLine(), await waitingLine()]
  draw()
  await expect.element(row(paying.account)).toBeVisible()
  await page.getByRole('button', { name: '下載處理檔' }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('交易處理檔.xlsx')

  await page.getByRole('link', { name: '匯入處理檔' }).click()
  await expect.element(heading('選擇檔案')).toHaveFocus()
  await expect.element(page.getByRole('term').filter({ hasText: '分拆金額' })).toBeVisible()
  await expect.element(page.getByText('可填：分拆、改銷、更正虛擬帳號、作廢。')).toBeVisible()
  expect(await violations()).toEqual([])
  const file = fileOf(
    await cellsOf(paying, '改銷', target.BillNo, '', '', '繳款人來電更正'),
    await cellsOf(wrong, '改銷', 'NONE-1', '', '', '繳款人來電更正'),
    await cellsOf(left, '', '', '', '', ''),
  )
  await page.getByLabelText('匯入檔案').upload(file)
  await expect.element(page.getByText('檔案的每一欄都有對應；只供參考的欄位不必對應。')).toBeVisible()
  expect(page.getByRole('combobox').elements()).toHaveLength(titles.length - 1)
  await page.getByRole('button', { name: '檢查檔案' }).click()
  await expect.element(heading('檢查結果')).toHaveFocus()
  await expect.element(page.getByText(/查無這張帳單，或帳單不屬於同一代收約定/)).toBeVisible()
  await expect.element(page.getByText('沒有填寫', { exact: true })).toBeVisible()
  await expect.element(page.getByText('將處理', { exact: true })).toBeVisible()
  expect(await violations()).toEqual([])
  expect(await lineOnRecord(portal(), paying.id)).toMatchObject({ write_off_status: 'Exception' })
  await page.getByRole('button', { name: '下載錯誤檔' }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('交易匯入錯誤.xlsx')

  await page.getByRole('button', { name: '只匯入正確的 1 筆' }).click()
  await expect
    .element(page.getByText('已處理 1 筆；1 列沒有填寫，沒有處理；1 筆有誤沒有匯入，請下載錯誤檔修正後再匯入。'))
    .toBeVisible()
  expect(await lineOnRecord(portal(), paying.id)).toMatchObject({ write_off_status: 'ChangedBill' })
  await page.getByRole('link', { name: '回清單' }).click()
  await expect.element(row(wrong.account)).toBeVisible()
})

test('who may not handle lines, or whose backend serves no import, sees none', async () => {
  const account = await waiting()
  await signInAs('viewer')
  draw()
  await expect.element(row(account)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '匯出', exact: true })).toBeVisible()
  expect(page.getByText(/處理檔/).elements()).toEqual([])

  await signInAs('maker')
  worker.use(failures.bareStatus('/Ext/*', 404, 'Not Found'))
  draw()
  await expect.element(row(account)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '匯出', exact: true })).toBeVisible()
  expect(page.getByText(/處理檔/).elements()).toEqual([])
})
