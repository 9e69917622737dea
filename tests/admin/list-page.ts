import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** Opens the form with all filters of a list, unless it is open. */
export const openConditions = async (): Promise<void> => {
  const toggle = page.getByRole('button', { name: /^(更多|收合)條件/ })
  await expect.element(toggle).toBeVisible()
  if (toggle.element().getAttribute('aria-expanded') === 'false') await toggle.click()
  await expect.element(page.getByRole('button', { name: '查詢', exact: true })).toBeVisible()
}

/** Opens the menu of a record's row, or of its card; returns the menu. */
export const openRowMenu = async (record: Locator): Promise<Locator> => {
  await record.getByRole('button', { name: /^更多操作/ }).click()
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  return menu
}

/** Chooses an item in the menu of a record's row, or of its card. */
export const chooseInRow = async (record: Locator, item: string | RegExp): Promise<void> => {
  const menu = await openRowMenu(record)
  await menu.getByRole('menuitem', { name: item }).click()
}

/** Runs an action of a record's row: with its button, or in the menu. */
export const runInRow = async (record: Locator, action: string): Promise<void> => {
  await expect.element(record.getByRole('button').first()).toBeVisible()
  const button = record.getByRole('button', { name: new RegExp(`^${action} `) })
  if (button.elements().length > 0) await button.click()
  else await chooseInRow(record, action)
}
