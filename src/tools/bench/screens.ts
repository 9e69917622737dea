import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Page } from 'playwright'
import { build, preview } from 'vite'
import { chromiumPath } from '../chromium.mjs'
import { type Measurement, middle } from './measure'
import { withFolder } from './process'

const runs = 15
const keys = 40

/** How long the browser takes to draw a list screen from its schema beside the same one by hand, and to answer a key in a form of a hundred lines. */
export const benchScreens = (): Promise<readonly Measurement[]> =>
  withPage(async (page) => {
    const [ours, theirs] = await drawnInTurn(page, '/admin/fromSchema', '/admin/handWritten')
    const one = await typing(page, 1)
    const hundred = await typing(page, 100)
    const bar = '≤ 1'
    return [
      { what: 'a list of 100 rows × 12 columns drawn from its schema', ours, unit: 'ms', reference: 'by hand in react-admin', theirs, bar: '≤ 1.1' },
      { what: 'a key in a form of 100 lines, until it is seen', ours: hundred.middle, unit: 'ms', reference: 'the bar', theirs: 50, bar },
      { what: 'the slowest of those keys', ours: hundred.slowest, unit: 'ms', reference: 'the bar', theirs: 50, bar },
      { what: 'a key in a form of 100 lines', ours: hundred.middle, unit: 'ms', reference: 'in a form of 1 line', theirs: one.middle },
    ]
  })

/** The benchmark's page in Chromium, built as the portal is. */
const withPage = <T>(work: (page: Page) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const root = resolve('src/tools/bench/page')
    const outDir = join(folder, 'page')
    const config = { root, configFile: false as const, logLevel: 'error' as const, plugins: [react()], build: { outDir, emptyOutDir: true } }
    await build(config)
    const server = await preview({ ...config, preview: { port: 0 } })
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(server.resolvedUrls?.local[0] ?? '')
      await page.waitForFunction('window.go')
      return await work(page)
    } finally {
      await browser.close()
      await server.close()
    }
  })

/** Medians of drawing two lists, which take turns, each from the way to it until all of its rows are painted. */
const drawnInTurn = async (page: Page, one: string, other: string): Promise<readonly [number, number]> => {
  const times: [number[], number[]] = [[], []]
  for (let run = -3; run < runs; run++) {
    const pair = [await drawn(page, one), await drawn(page, other)] as const
    if (run < 0) continue
    times[0].push(pair[0])
    times[1].push(pair[1])
  }
  return [middle(times[0]), middle(times[1])]
}

const drawn = async (page: Page, path: string): Promise<number> => {
  await page.evaluate("go('/admin')")
  await page.waitForFunction("document.querySelectorAll('tbody tr').length === 0")
  return page.evaluate<number>(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    await frame()
    const start = performance.now()
    go('${path}')
    while (document.querySelectorAll('tbody tr').length < 100) await frame()
    await frame()
    return performance.now() - start
  })()`)
}

/** Milliseconds from a key to the picture that shows it, in the middle row of a form of so many lines. */
const typing = async (page: Page, lines: number): Promise<{ readonly middle: number; readonly slowest: number }> => {
  await page.evaluate(`go('/admin/lines/${lines}')`)
  await page.waitForFunction(`document.querySelectorAll('[data-line]').length === ${lines}`)
  await page
    .locator('[data-line] [data-column="Quantity"] input')
    .nth(Math.floor(lines / 2))
    .focus()
  // Drawing so long a form is another matter than typing in it: the first key comes when the browser has nothing left to do.
  await page.evaluate('new Promise((rest) => requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(rest))))')
  await page.evaluate(`{
    window.times = []
    const channel = new MessageChannel()
    let began = 0
    channel.port1.onmessage = () => times.push(performance.now() - began)
    document.onkeydown = (event) => {
      began = event.timeStamp
      requestAnimationFrame(() => channel.port2.postMessage(null))
    }
  }`)
  // A key makes the number longer, the next one takes it back: each changes the sums.
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press(key % 2 ? 'Backspace' : '7')
    await page.waitForFunction(`times.length > ${key}`)
  }
  const times = await page.evaluate<number[]>('times')
  await page.evaluate('document.onkeydown = null')
  return { middle: middle(times), slowest: Math.max(...times) }
}
