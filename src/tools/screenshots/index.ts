import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright'
import { chromiumPath } from '../chromium.mjs'
import { type Picture, pictures } from './pictures'
import { signIn } from './sign-in'

const url = process.env.URL ?? 'http://localhost:3000'
const dataDir = process.env.DATA_DIR ?? './data'

const take = async (browser: Browser, { name, who, path, width, height, scheme = undefined, act }: Picture): Promise<void> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  })
  const page = await context.newPage()
  if (who === 'company') await signIn(page, dataDir)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await act?.(page)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ animations: 'disabled', path: fileURLToPath(new URL(`./${name}.png`, import.meta.url)) })
  console.log(`${name}.png  ${width} x ${height}  ${Math.round(png.length / 1000)} kB`)
  await context.close()
}

const browser = await chromium.launch({ ...executable(), args: ['--no-sandbox', '--disable-gpu'] })
console.log(`Pictures of ${url}, whose data folder is ${dataDir}:`)
for (const picture of pictures) await take(browser, picture)
await browser.close()

function executable(): { executablePath?: string } {
  const executablePath = chromiumPath()
  return executablePath ? { executablePath } : {}
}
