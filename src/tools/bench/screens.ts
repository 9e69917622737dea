import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright'
import { build, preview } from 'vite'
import { withBrowser } from '../browser'
import { type Measurement, median, medianTimesAlternating, withLimit } from './measure'
import { withFolder } from './process'

/** Number of keys in a measurement. */
const keyCount = 40

/** Number of lines in the measured form. */
const lineCount = 100

/**
 * Measures how fast a list is drawn from its schema, compared with the same list written by hand, and how fast a form
 * with a hundred lines responds to keys.
 */
export const benchScreens = (): Promise<readonly Measurement[]> =>
  withPage(async (page) => {
    const list = await medianTimesAlternating(
      { runs: 15, warmUpMs: 3000 },
      () => measureDrawing(page, '/admin/fromSchema'),
      () => measureDrawing(page, '/admin/handWritten'),
    )
    const keys = await measureTyping(page)
    const errorKeys = await measureErrors(page)
    const keyMeasurement = (title: string, portalFigure: number) =>
      withLimit({ title, portalFigure, unit: 'ms' }, { max: 50 })
    return [
      {
        title: 'a list of 100 rows × 12 columns drawn from its schema',
        ...list,
        unit: 'ms',
        reference: 'by hand in react-admin',
        ratioLimit: '≤ 1.1',
      },
      keyMeasurement('a key in a form of 100 lines, until its effect is visible', keys.median),
      keyMeasurement('the slowest of those keys', keys.slowest),
      keyMeasurement('the slowest key that adds or removes an error there', errorKeys.slowest),
    ]
  })

/** Builds the page in the folder `page` for production, opens it in Chromium, and runs the work on it. */
const withPage = <T>(work: (page: Page) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const root = resolve('src/tools/bench/page')
    const outDir = join(folder, 'page')
    const config = {
      root,
      configFile: false as const,
      logLevel: 'error' as const,
      plugins: [react()],
      build: { outDir, emptyOutDir: true },
    }
    await build(config)
    const server = await preview({ ...config, preview: { port: 0 } })
    try {
      return await withBrowser(async (browser) => {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await page.goto(server.resolvedUrls?.local[0] ?? '')
        await page.waitForFunction('window.go')
        return work(page)
      })
    } finally {
      await server.close()
    }
  })

/** Returns the milliseconds from the navigation to a list until all its rows are painted. */
const measureDrawing = async (page: Page, path: string): Promise<number> => {
  await page.evaluate("go('/admin')")
  await page.waitForFunction("document.querySelectorAll('tbody tr').length === 0")
  return page.evaluate<number>(`(async () => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    await nextFrame()
    const start = performance.now()
    go('${path}')
    while (document.querySelectorAll('tbody tr').length < 100) await nextFrame()
    await nextFrame()
    return performance.now() - start
  })()`)
}

/** Measures the time from a key press until its effect is painted, in the middle line of the form. */
const measureTyping = async (page: Page): Promise<KeyTimes> => {
  await openForm(page)
  await inputInMiddleLine(page, 'Quantity').focus()
  // One key adds a digit, the next one deletes it. Each changes the computed sums.
  return measureKeys(page, (keyNo) => page.keyboard.press(keyNo % 2 ? 'Backspace' : '7'))
}

/** Measures keys that alternately fill and empty a required field, so that an error appears and disappears. */
const measureErrors = async (page: Page): Promise<KeyTimes> => {
  await openForm(page)
  await inputInMiddleLine(page, 'Item').fill('')
  return measureKeys(page, (keyNo) => page.keyboard.press(keyNo % 2 ? 'Backspace' : '7'))
}

const openForm = async (page: Page): Promise<void> => {
  await page.evaluate(`go('/admin/lines/${lineCount}')`)
  await page.waitForFunction(`document.querySelectorAll('[data-item]').length === ${lineCount}`)
}

/** Returns the input of a column in the middle line. */
const inputInMiddleLine = (page: Page, column: string) =>
  page.locator(`[data-item] [data-column="${column}"] input`).nth(Math.floor(lineCount / 2))

interface KeyTimes {
  readonly median: number
  readonly slowest: number
}

/** Measures how long the form takes to show the effect of each key. */
const measureKeys = async (page: Page, pressKey: (keyNo: number) => Promise<void>): Promise<KeyTimes> => {
  // Waits until the browser is idle, so that the time for drawing the form is not measured.
  await page.evaluate(
    'new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(resolve))))',
  )
  // A message that is posted before a frame is painted arrives after the paint.
  await page.evaluate(`{
    window.times = []
    const channel = new MessageChannel()
    let start = 0
    channel.port1.onmessage = () => times.push(performance.now() - start)
    document.onkeydown = (event) => {
      start = event.timeStamp
      requestAnimationFrame(() => channel.port2.postMessage(null))
    }
  }`)
  for (let keyNo = 0; keyNo < keyCount; keyNo++) {
    await pressKey(keyNo)
    await page.waitForFunction(`times.length > ${keyNo}`)
  }
  const times = await page.evaluate<number[]>('times')
  await page.evaluate('document.onkeydown = null')
  return { median: median(times), slowest: Math.max(...times) }
}

/** A chunk in the manifest of the Vite build. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const signInChunks = ['index.html']
const firstListChunks = [...signInChunks, 'src/admin/AdminArea.tsx']

/**
 * Measures the compressed size of the JavaScript that the sign-in page loads, and of all JavaScript that is loaded
 * until the first list of the admin area is shown.
 */
export const benchBundle = async (): Promise<readonly Measurement[]> => {
  const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
  const sizeMeasurement = (title: string, entries: readonly string[], max: number) =>
    withLimit({ title, portalFigure: sizeOf(manifest, entries) / 1000, unit: 'kB gzip' }, { max })
  return [
    sizeMeasurement('JavaScript of the sign-in page', signInChunks, 110),
    sizeMeasurement('JavaScript up to the first admin list', firstListChunks, 300),
  ]
}

/** Returns the compressed size in bytes of the named chunks and all their static imports. Each file is counted once. */
const sizeOf = (manifest: Record<string, Chunk>, entries: readonly string[]): number => {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/site/${file}`)).length, 0)
}
