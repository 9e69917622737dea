import { copyFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPage, sharedBrowser } from './support/browser'
import { startServer, temporaryFolder } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

test('the dev server shows the page of a schema file that is added while it runs', async () => {
  const folder = temporaryFolder()
  cpSync('schemas', folder, { recursive: true })
  const server = await startServer({ mode: 'dev', env: { SCHEMAS_DIR: folder } })
  try {
    const { page } = await openPage(await sharedBrowser(), server.url)
    // The dev server compiles what a page loads when it is first asked for it.
    page.setDefaultTimeout(120_000)
    await signInCompany(page, server, demoAccount('admin01'))
    expect(await page.getByText('優惠券設定').count()).toBe(0)
    const reloaded = page.waitForEvent('load')
    copyFileSync('tests/e2e/coupon.json', join(folder, 'coupon.json'))
    await reloaded
    await openFromMenu(page, '優惠券設定')
    await page.getByText('共 0 筆', { exact: true }).waitFor()
  } finally {
    await server.stop()
  }
})
