import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Browser, Download, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { missingTools } from '../documents/tools'
import { readZip } from '../support/read-zip'
import { choose, openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { companyToken, demoAccount, openFromMenu, outData, signInCompany } from './support/sign-in'

// Bills are selected in their list and printed: as one PDF, and as a zip archive.

let server: RunningServer
let browser: Browser
let page: Page
let numbers: string[]
let counts: number[]

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
  ;({ page } = await openPage(browser, server.url))
  await signInCompany(page, server, demoAccount('maker01'))
})

const selection = () => page.getByRole('group', { name: '選取的資料' })

/** Selects the first three open bills of the list; returns their numbers. */
const selectThree = async (): Promise<string[]> => {
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^修改 / }) })
  const found: string[] = []
  for (const row of [rows.nth(0), rows.nth(1), rows.nth(2)]) {
    found.push(/B\d+-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? '')
    await row.getByRole('checkbox').check()
  }
  await selection().getByText('已選取 3 筆').waitFor()
  return found
}

/** Returns how often each of the bills has been printed. */
const printCounts = async (): Promise<number[]> => {
  const headers = { Authorization: `Bearer ${await companyToken(server, demoAccount('admin01'))}` }
  const read = async <T>(path: string) => outData<T>(await fetch(`${server.url}/api/Bills${path}`, { headers }))
  return Promise.all(
    numbers.map(async (no) => {
      const { Items } = await read<{ Items: { SerialId: number }[] }>(`?BillNo=${no}`)
      return (await read<{ PrintCount: number }>(`/${Items[0]?.SerialId}`)).PrintCount
    }),
  )
}

const print = async (file: RegExp): Promise<Download> => {
  await selection().getByRole('button', { name: '列印繳款單' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, '檔案', file)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '列印繳款單' }).click(),
  ])
  await dialog.waitFor({ state: 'hidden' })
  return download
}

test('three selected bills are printed into one PDF with a page each', async () => {
  await openFromMenu(page, '代收資料維護')
  // On some days the first page has few bills without a payment.
  await page.getByRole('tab', { name: /^未繳/ }).click()
  await page.getByRole('tab', { name: /^未繳/, selected: true }).waitFor()
  await page.locator('.result[data-outdated="false"]').waitFor()
  numbers = await selectThree()
  counts = await printCounts()
  const download = await print(/合併成一個 PDF/)
  expect(download.suggestedFilename()).toBe('繳款單_3張.pdf')
  if (missingTools()) return
  const pages = execFileSync('pdftotext', ['-layout', await download.path(), '-'], { encoding: 'utf8' })
    .split('\f')
    .slice(0, -1)
  expect(pages).toHaveLength(3)
  for (const [index, no] of numbers.entries()) expect(pages[index]).toContain(no)
})

test('and into a zip archive with a PDF each; both prints are counted', async () => {
  await selectThree()
  const download = await print(/每張一個檔案/)
  expect(download.suggestedFilename()).toBe('繳款單_3張.zip')
  const files = await readZip(readFileSync(await download.path()))
  expect(files.map(({ name }) => name)).toEqual(numbers.map((no) => `繳款單_${no}.pdf`))
  expect(await printCounts()).toEqual(counts.map((count) => count + 2))
})
