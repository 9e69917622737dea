import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { verifyLedger } from '../../src/server/payments/verification/ledger-verify'
import type { Db } from '../../src/server/ports'
import { runSimulate } from '../../src/tools/simulate/run'
import { openPage, sharedBrowser } from '../e2e/support/browser'
import { emptyDatabase, serverUrl } from '../e2e/support/postgres'
import { type RunningServer, startServer, temporaryFolder } from '../e2e/support/server'
import { demoAccount, signInCompany } from '../e2e/support/sign-in'
import { sampled } from '../support/sample'

// The queue of exceptions is emptied as clerks would do it: each line by the button that its row proposes, and by
// 作廢 where no bill is known. Lines of an agreement with four eyes are released by a second person.

const days = sampled(20, 1)
/** How many lines of a company are handled. */
const linesOfCompany = sampled(Number.POSITIVE_INFINITY, 2)
/** Lines of refused proposals are handled again in the second round. */
const rounds = sampled(2, 1)

const companies = ['90000017', '90000012', '90000023'] as const

/** Starts a demo portal that has booked the files of the simulator. */
const portalWithFiles = async () => {
  const { url, db } = await emptyDatabase()
  const folder = temporaryFolder()
  const env = { DATABASE_URL: url, DEMO: '1', BANK_FILES_DIR: folder }
  const server = await startServer({ dataDir: temporaryFolder(), env })
  onTestFinished(() => server.kill())
  const printed: string[] = []
  const terminal = { env: { ...env, DATA_DIR: server.dataDir }, print: (line: string) => void printed.push(line) }
  expect(await runSimulate(['--days', String(days), '--channel', 'all'], terminal), printed.join('\n')).toBe(0)
  const names = readdirSync(folder).filter((name) => name.includes('.'))
  // A file counts as complete when it has not changed for a while.
  for (const name of names) utimesSync(join(folder, name), new Date(0), new Date(0))
  await expect.poll(() => bookedFiles(db, names), { timeout: 300_000, interval: 1000 }).toBe(names.length)
  return { server, db }
}

/** Number of these files that have been booked. The demo has files as well, and books some of them after its start. */
const bookedFiles = async (db: Db, names: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_file
    where import_status = 'Succeeded' and file_name = any(${names})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Signs a user in. */
const signedIn = async (browser: Browser, server: RunningServer, user: string, uniformNo: string) => {
  const watched = await openPage(browser, server.url)
  await signInCompany(watched.page, server, demoAccount(user, uniformNo))
  return watched
}

/** Opens the list anew, and waits until it shows what would solve each line: rows move when that arrives. */
const openList = async (page: Page): Promise<void> => {
  await page.goto('/admin/TLDetailExceptionHandling')
  await page.getByRole('tab', { name: /^全部待處理/ }).waitFor()
  await page.waitForLoadState('networkidle')
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog')

/** Names of the buttons with which a row proposes what would solve its line. */
const proposal = /^(改銷到 |分拆為 |更正為 |作廢$)/

/** Handles the first line of the list that this user may handle; returns what was done, or null if there is none. */
const handleFirst = async (page: Page): Promise<string | null> => {
  await openList(page)
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^(改銷|分拆) / }) })
    .first()
  if ((await row.count()) === 0) return null
  const proposed = row.getByRole('button', { name: proposal })
  const isProposed = (await proposed.count()) > 0
  if (isProposed) await proposed.click()
  else {
    await row.getByRole('button', { name: /^更多操作/ }).click()
    await page.getByRole('menuitem', { name: '作廢', exact: true }).click()
  }
  const dialog = dialogOf(page)
  const title = await dialog.getByRole('heading', { level: 2 }).first().innerText()
  if (!isProposed) await dialog.getByRole('textbox', { name: /處理說明/ }).fill('查無可改銷的帳單，款項退還繳款人')
  await dialog.getByRole('table', { name: '處理前後' }).waitFor()
  const submit = dialog.locator('button[type=submit]')
  const needsRelease = (await submit.innerText()) === '送出放行'
  await submit.click()
  // A proposal closes the dialog; otherwise it names what can be printed.
  if (!needsRelease) {
    await dialog.getByRole('status').waitFor()
    await dialog.getByRole('button', { name: '關閉' }).click()
  }
  await dialog.waitFor({ state: 'detached' })
  return title
}

/** Refuses the first proposal instead of releasing it, because its bill was paid meanwhile. */
const refuse = async (page: Page): Promise<void> => {
  await dialogOf(page).getByRole('button', { name: '取消' }).click()
  await page
    .getByRole('button', { name: /^退回 / })
    .first()
    .click()
  await dialogOf(page)
    .getByRole('textbox', { name: /退回原因/ })
    .fill('帳單已繳清，請重新處理')
  await dialogOf(page).getByRole('button', { name: '退回', exact: true }).click()
}

/** Releases or refuses all proposals that wait for another person. */
const releaseAll = async (page: Page, afterEach: () => Promise<void>): Promise<void> => {
  for (;;) {
    await openList(page)
    const button = page.getByRole('button', { name: /^放行 / }).first()
    if ((await button.count()) === 0) return
    await button.click()
    const dialog = dialogOf(page)
    const effect = dialog.getByRole('table', { name: '處理前後' })
    await effect
      .or(dialog.getByText(/請退回/))
      .first()
      .waitFor()
    if ((await effect.count()) > 0) await dialog.getByRole('button', { name: '放行', exact: true }).click()
    else await refuse(page)
    await dialog.waitFor({ state: 'detached' })
    await afterEach()
  }
}

const openLinesOf = async (db: Db, uniformNo: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transaction_line line join agreement using (apply_code)
    where agreement.uniform_no = ${uniformNo}
      and line.write_off_status in ('Exception', 'NotWrittenOff', 'PendingRelease')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Handles the lines of a company; returns the titles of what was done. */
const handleAll = async (page: Page, afterEach: () => Promise<void>): Promise<readonly string[]> => {
  const done: string[] = []
  while (done.length < linesOfCompany) {
    const title = await handleFirst(page)
    if (title === null) break
    done.push(title)
    await afterEach()
  }
  return done
}

test.skipIf(serverUrl === '')(
  'every exception of the simulated days is solved in the browser, and the ledger verifies after each',
  async () => {
    const { server, db } = await portalWithFiles()
    const browser = await sharedBrowser()
    const verify = async () => expect(await verifyLedger(db)).toEqual([])
    const done: string[] = []
    for (const uniformNo of companies) {
      const before = await openLinesOf(db, uniformNo)
      expect(before).toBeGreaterThan(0)
      const maker = await signedIn(browser, server, 'admin01', uniformNo)
      const checker = await signedIn(browser, server, 'checker01', uniformNo)
      for (let round = 0; round < rounds; round += 1) {
        done.push(...(await handleAll(maker.page, verify)))
        await releaseAll(checker.page, verify)
      }
      for (const { context, complaints } of [maker, checker]) {
        await context.close()
        expect(complaints).toEqual([])
      }
      const after = await openLinesOf(db, uniformNo)
      expect(after).toBeLessThan(before)
      if (linesOfCompany === Number.POSITIVE_INFINITY) expect(after, uniformNo).toBe(0)
    }
    const counts = [...new Set(done)].map((title) => `${title} ${done.filter((other) => other === title).length}`)
    console.info(`${done.length} exceptions solved: ${counts.join(', ')}.`)
  },
  1_800_000,
)
