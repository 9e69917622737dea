import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, onRequest, throughApp } from '../../support/browser/msw'
import { voucher } from '../../support/schemas/voucher'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

const schema = {
  ...voucher,
  list: { ...voucher.list, filters: ['VoucherCode', { field: 'State', default: ['Active'] }] },
}

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { voucher: schema } })
  const { given } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(() => page.viewport(1440, 900))

test('a query form starts with the default of a filter, returns to it, and never shows an empty filter', async () => {
  const asked: string[][] = []
  onRequest(worker, ({ url, method }) => {
    const { pathname, searchParams } = new URL(url)
    if (method === 'GET' && pathname.endsWith('/Voucher')) asked.push(searchParams.getAll('State'))
  })
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/voucher')
  await openConditions()
  const state = page.getByRole('search').getByRole('combobox', { name: '狀態' })
  await expect.element(state).toHaveTextContent('使用中')
  await expect.poll(() => asked).toEqual([['Active']])
  await state.click()
  await page.getByRole('option', { name: '使用中' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(state).toHaveTextContent('全部')
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await openConditions()
  await expect.element(state).toHaveTextContent('使用中、已停用')
  await expect.poll(() => asked.at(-1)).toEqual(['Active', 'Stopped'])
  await page.getByRole('button', { name: '清除', exact: true }).click()
  await expect.element(state).toHaveTextContent(/^使用中/)
  await expect.poll(() => asked.at(-1)).toEqual(['Active'])
})
