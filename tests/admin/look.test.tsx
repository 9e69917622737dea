import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { applyTokens } from '../../src/browser/theme/tokens'
import { LookPage } from '../../src/tools/look/LookPage'
import { violations } from '../support/browser/axe'
import { draw } from '../support/browser/page'

test('every part in every state has no accessibility violation, light and dark, with dialogs and help open', async () => {
  await page.viewport(1440, 900)
  applyTokens()
  draw(<LookPage />)
  const dark = page.getByRole('region', { name: '深色', exact: true })
  await expect.element(dark).toBeVisible()
  // A page for developers has each part twice, so landmarks and ids are not unique, and headings begin anew.
  const options = { rules: { 'landmark-unique': { enabled: false }, 'page-has-heading-one': { enabled: false } } }
  expect(await violations(options)).toEqual([])
  for (const name of ['詢問', '危險的詢問', '提醒']) {
    await dark.getByRole('button', { name, exact: true }).click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    expect(await violations(options)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  }
  await dark.getByRole('button', { name: '本頁說明' }).click()
  await expect.element(page.getByRole('dialog', { name: '樣本設定說明' })).toBeVisible()
  expect(await violations(options)).toEqual([])
})
