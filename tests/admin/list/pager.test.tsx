import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Pager, pagerEntries } from '../../../src/admin/components/Pager'
import { draw } from '../../support/browser/page'

test.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [2, 7, '1 2 3 4 5 6 7'],
  [1, 10, '1 2 3 4 5 … 10'],
  [4, 10, '1 2 3 4 5 … 10'],
  [5, 10, '1 … 4 5 6 … 10'],
  [7, 10, '1 … 6 7 8 9 10'],
  [10, 10, '1 … 6 7 8 9 10'],
  [50_000, 100_000, '1 … 49999 50000 50001 … 100000'],
])('on page %i of %i the pages %s are offered', (at, last, offered) =>
  expect(
    pagerEntries(at, last)
      .map((one) => one ?? '…')
      .join(' '),
  ).toBe(offered),
)

test('counts have thousands separators, and the buttons change the page', async () => {
  await page.viewport(1440, 900)
  const turn = vi.fn()
  draw(<Pager page={51} perPage={20} total={1060} onPage={turn} />)
  await expect.element(page.getByText('第 1,001－1,020 筆，共 1,060 筆')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: '第 51 頁', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  for (const name of ['上一頁', '下一頁', '前往第 53 頁']) await page.getByRole('button', { name, exact: true }).click()
  expect(turn.mock.calls).toEqual([[50], [52], [53]])
})

test('the first and the last page have no button beyond them, and a single page has no pager', async () => {
  draw(<Pager page={2} perPage={20} total={40} unit="項" onPage={() => {}} />)
  await expect.element(page.getByText('第 21－40 項，共 40 項')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '下一頁' })).toBeDisabled()
  draw(<Pager page={1} perPage={20} total={20} onPage={() => {}} />)
  await expect.element(page.getByText('第 1－20 筆，共 20 筆')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

test('without records only their number is shown', async () => {
  draw(<Pager page={1} perPage={20} total={0} onPage={() => {}} />)
  await expect.element(page.getByText('共 0 筆', { exact: true })).toBeVisible()
})

test('on a phone only the neighbouring pages are offered', async () => {
  await page.viewport(390, 800)
  draw(<Pager page={2} perPage={20} total={1060} sizes={[20, 50]} onPage={() => {}} onPerPage={() => {}} />)
  await expect.element(page.getByRole('button', { name: '下一頁' })).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(2)
  expect(page.getByRole('combobox').elements()).toEqual([])
})

test('while the number is a minimum, the next page is offered and the last page is not', async () => {
  await page.viewport(1440, 900)
  draw(<Pager page={1} perPage={20} total={10_000} isMinimum onPage={() => {}} />)
  await expect.element(page.getByText('第 1－20 筆，10,000 筆以上')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '最後一頁' })).toBeDisabled()
  await expect.element(page.getByTitle('資料尚未數完，不能直接到最後一頁')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '下一頁' })).toBeEnabled()
})
