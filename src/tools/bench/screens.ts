import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { chromium, type Page } from 'playwright'
import { build, preview } from 'vite'
import { chromiumPath } from '../chromium.mjs'
import { type Measurement, middle } from './measure'
import { withFolder } from './process'

const runs = 15
const turns = 40

/** How long the browser takes to draw a list screen from its schema beside the same one by hand, and to answer a key in a form of a hundred lines. */
export const benchScreens = (): Promise<readonly Measurement[]> =>
  withPage(async (page) => {
    const [ours, theirs] = await drawnInTurn(page, '/admin/fromSchema', '/admin/handWritten')
    const one = await typing(page, 1)
    const hundred = await typing(page, 100)
    const fault = await faulting(page, 100)
    const line = await adding(page, 99)
    const bar = '≤ 1'
    return [
      { what: 'a list of 100 rows × 12 columns drawn from its schema', ours, unit: 'ms', reference: 'by hand in react-admin', theirs, bar: '≤ 1.1' },
      { what: 'a key in a form of 100 lines, until it is seen', ours: hundred.middle, unit: 'ms', reference: 'the bar', theirs: 50, bar },
      { what: 'the slowest of those keys', ours: hundred.slowest, unit: 'ms', reference: 'the bar', theirs: 50, bar },
      { what: 'the slowest key that adds or removes an error there', ours: fault.slowest, unit: 'ms', reference: 'the bar', theirs: 50, bar },
      { what: 'the slowest click that adds or deletes the hundredth line', ours: line.slowest, unit: 'ms', reference: 'a key there', theirs: hundred.middle },
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
const typing = async (page: Page, lines: number): Promise<InputTimes> => {
  await openLines(page, lines)
  await cell(page, 'Quantity', lines).focus()
  // A key makes the number longer, the next one takes it back: each changes the sums.
  return answered(page, (turn) => page.keyboard.press(turn % 2 ? 'Backspace' : '7'))
}

/** The same where each other key takes the last letter of what is required, so that a fault comes and goes. */
const faulting = async (page: Page, lines: number): Promise<InputTimes> => {
  await openLines(page, lines)
  await cell(page, 'Item', lines).fill('')
  return answered(page, (turn) => page.keyboard.press(turn % 2 ? 'Backspace' : '7'))
}

/** The same for a click that adds a line, and one that takes it away again. */
const adding = async (page: Page, lines: number): Promise<InputTimes> => {
  await openLines(page, lines)
  return answered(page, (turn) =>
    turn % 2 ? page.getByRole('button', { name: /^移除/ }).last().click() : page.getByRole('button', { name: '新增一列' }).click(),
  )
}

const openLines = async (page: Page, lines: number): Promise<void> => {
  await page.evaluate(`go('/admin/lines/${lines}')`)
  await page.waitForFunction(`document.querySelectorAll('[data-item]').length === ${lines}`)
}

/** The input of a column in the middle row. */
const cell = (page: Page, column: string, lines: number) => page.locator(`[data-item] [data-column="${column}"] input`).nth(Math.floor(lines / 2))

interface InputTimes {
  readonly middle: number
  readonly slowest: number
}

/** How long the form takes to show what each turn does, a key or a click. */
const answered = async (page: Page, turn: (no: number) => Promise<void>): Promise<InputTimes> => {
  // Drawing so long a form is another matter than working in it: the first turn comes when the browser has nothing left to do.
  await page.evaluate('new Promise((rest) => requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(rest))))')
  await page.evaluate(`{
    window.times = []
    const channel = new MessageChannel()
    let began = 0
    channel.port1.onmessage = () => times.push(performance.now() - began)
    document.onkeydown = document.onclick = (event) => {
      began = event.timeStamp
      requestAnimationFrame(() => channel.port2.postMessage(null))
    }
  }`)
  for (let no = 0; no < turns; no++) {
    await turn(no)
    await page.waitForFunction(`times.length > ${no}`)
  }
  const times = await page.evaluate<number[]>('times')
  await page.evaluate('document.onkeydown = document.onclick = null')
  return { middle: middle(times), slowest: Math.max(...times) }
}

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const login = ['index.html']
const firstList = [...login, 'src/admin/AdminArea.tsx', 'src/admin/list/GeneratedList.tsx']

/** Gzip of the JavaScript that the sign-in page loads, and of all until the first list of the admin area stands there. */
export const benchBundle = async (): Promise<readonly Measurement[]> => {
  const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
  const line = (what: string, entries: readonly string[], theirs: number) => ({
    what,
    ours: sizeOf(manifest, entries) / 1000,
    unit: 'kB gzip',
    reference: 'the bar',
    theirs,
    bar: '≤ 1',
  })
  return [line('JavaScript of the sign-in page', login, 126), line('JavaScript up to the first admin list', firstList, 402)]
}

/** Bytes of the named chunks and all that they import statically, each counted once. */
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
