import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const line = (name: string) => page.getByRole('textbox', { name, exact: true })
const question = page.getByRole('dialog', { name: '資料已有異動' })
const choice = (label: string, name: RegExp) =>
  question.getByRole('radiogroup', { name: label }).getByRole('radio', { name })
const save = () => page.getByRole('button', { name: '儲存', exact: true }).click()

/** Opens the form of a fee, and lets somebody else change the fee. */
const openOutdated = async (
  FeeCode: string,
  change: { fee_name?: string; default_amount?: number; sort_no?: number },
) => {
  const { SerialId } = await portal.given.fee({ FeeCode, FeeName: '管理費', DefaultAmount: 100, SortNo: 1 })
  drawAdmin(portal.schemas, `/admin/fee/${SerialId}`)
  await expect.element(line('繳費項目名稱')).toHaveValue('管理費')
  const id = Number(SerialId)
  await portal.db
    .updateTable('fee')
    .set({ ...change, update_user: 'checker01', update_time: '2026-11-20T01:00:00.000001Z' })
    .where('serial_id', '=', id)
    .execute()
  return () =>
    portal.db
      .selectFrom('fee')
      .select(['fee_name', 'default_amount', 'sort_no', 'remark'])
      .where('serial_id', '=', id)
      .executeTakeFirstOrThrow()
}

test('a conflict shows both values of the fields that differ, of which the user chooses one each', async () => {
  const stored = await openOutdated('C01', { fee_name: '別人的', default_amount: 300, sort_no: 7 })
  await line('繳費項目名稱').fill('我的')
  await line('預設金額').fill('200')
  await line('備註').fill('只有我改')
  await save()
  await expect.element(question).toHaveTextContent(/「checker01」已於 2026\/11\/20 09:00 修改這個繳費項目/)
  const groups = question.getByRole('radiogroup').elements()
  expect(
    groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent),
  ).toEqual(['繳費項目名稱', '預設金額', '列印順序', '備註'])
  await expect.element(choice('繳費項目名稱', /您填寫的內容 ?我的/)).toBeChecked()
  await expect.element(choice('列印順序', /目前儲存的內容 ?7/)).toBeChecked()
  expect(await violations()).toEqual([])
  await choice('預設金額', /NT\$300|300/).click()
  await question.getByRole('button', { name: '儲存選擇的內容' }).click()
  await expect.element(page.getByText('儲存成功')).toBeVisible()
  expect(await stored()).toEqual({ fee_name: '我的', default_amount: 300, sort_no: 7, remark: '只有我改' })
})

test('the choice can be made with the keyboard; Escape returns to the input', async () => {
  const stored = await openOutdated('C02', { fee_name: '別人的' })
  await line('繳費項目名稱').fill('我的')
  await save()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(line('繳費項目名稱')).toHaveValue('我的')
  await save()
  await expect.element(question).toBeVisible()
  await userEvent.tab()
  await expect.element(choice('繳費項目名稱', /我的/)).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(choice('繳費項目名稱', /別人的/)).toBeChecked()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('儲存成功')).toBeVisible()
  expect((await stored()).fee_name).toBe('別人的')
})

test('a change that concerns nothing in the form causes no question', async () => {
  const stored = await openOutdated('C03', {})
  await line('繳費項目名稱').fill('我的')
  await save()
  await expect.element(page.getByText('儲存成功')).toBeVisible()
  expect((await stored()).fee_name).toBe('我的')
})
