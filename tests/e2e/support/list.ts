import type { Locator, Page } from 'playwright'

/** Opens the form with all filters of a list. */
export const openConditions = (page: Page): Promise<void> => page.getByRole('button', { name: /^更多條件/ }).click()

/** Opens the menu of a record's row; returns the menu. */
export const openRowMenu = async (row: Locator): Promise<Locator> => {
  await row.getByRole('button', { name: /^更多操作/ }).click()
  return row.page().getByRole('menu')
}

/** Runs an action of a record's row: with its button, or in the menu. */
export const runInRow = async (row: Locator, action: string): Promise<void> => {
  await row.getByRole('button').first().waitFor()
  const button = row.getByRole('button', { name: new RegExp(`^${action} `) })
  if ((await button.count()) > 0) return button.click()
  await (await openRowMenu(row)).getByRole('menuitem', { name: action, exact: true }).click()
}
