import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupsOf } from '../../src/server/node/pglite/backup/automatic'
import { openPage, sharedBrowser } from './support/browser'
import { startServer, temporaryFolder } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

/**
 * Writes a file as editors do that never leave half of one: a server that reads an empty file reloads the page to show
 * the mistake.
 */
const writeWhole = (path: string, text: string): void => {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

test('the dev server shows the page of a schema file that is added while it runs, and changed texts without a reload', async () => {
  const folder = temporaryFolder()
  cpSync('schemas', folder, { recursive: true })
  const server = await startServer({ mode: 'dev', env: { SCHEMAS_DIR: folder } })
  try {
    const { page } = await openPage(await sharedBrowser(), server.url)
    // The dev server compiles a page when it is first requested.
    page.setDefaultTimeout(120_000)
    await signInCompany(page, server, demoAccount('admin01'))
    expect(await page.getByText('優惠券設定').count()).toBe(0)
    const reloaded = page.waitForEvent('load')
    writeWhole(join(folder, 'coupon.json'), readFileSync('tests/e2e/coupon.json', 'utf8'))
    await reloaded
    await openFromMenu(page, '優惠券設定')
    await page.getByText('共 0 筆', { exact: true }).waitFor()
    await page.getByRole('link', { name: '新增', exact: true }).click()
    await page.getByLabel('優惠券名稱').fill('還沒儲存')
    let loads = 0
    page.on('load', () => loads++)
    const file = join(folder, 'coupon.json')
    writeWhole(file, readFileSync(file, 'utf8').replace('"label": "優惠券名稱"', '"label": "優惠券全名"'))
    await expect.poll(() => page.getByLabel('優惠券全名').inputValue()).toBe('還沒儲存')
    expect(loads, 'a change of texts does not reload the page').toBe(0)
    expect(server.output()).toContain('04595257: bankop01, bankview01')
    expect(server.output().split('Demo accounts'), 'the accounts are printed once').toHaveLength(2)
    expect(backupsOf(server.dataDir, 'before-change'), 'only the new page has changed the tables').toHaveLength(1)
  } finally {
    await server.stop()
  }
})

test('the preview of slips prints a template again when its file is saved, and shows its mistakes', async () => {
  const folder = temporaryFolder()
  cpSync('schemas', folder, { recursive: true })
  const server = await startServer({ mode: 'dev', env: { SCHEMAS_DIR: folder } })
  try {
    const { page } = await openPage(await sharedBrowser(), server.url)
    page.setDefaultTimeout(120_000)
    const printed = () => page.waitForResponse((response) => response.url().endsWith('/slip-preview/A4Standard.pdf'))
    const first = printed()
    await page.goto(`${server.url}/slip-preview`)
    expect((await first).headers()['content-type']).toBe('application/pdf')
    await page.getByRole('heading', { name: '郵簡（FoldedMailer）' }).waitFor()
    const file = join(folder, 'slips', 'A4Standard.json')
    const again = printed()
    writeWhole(file, readFileSync(file, 'utf8').replace('第一聯　繳款人收執聯', '第一聯　收執聯 {Payer}'))
    expect(await (await again).text()).toContain("refers to 'Payer', which is not a text of slips.  (S803)")
  } finally {
    await server.stop()
  }
})
