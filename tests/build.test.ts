import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Palette, palettes } from '../src/browser/theme/tokens'
import { textSizes } from '../src/browser/theme/type-scale'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, Chunk>

/** Texts that only react-admin, only the server and only the library of charts contain. */
const marks = { reactAdmin: 'RaNotification', server: 'pg_advisory', charts: 'MuiBarChart' }

/** Names of the chunks that these entries load at once, with everything they import. */
const loadedBy = (entries: readonly string[]): string[] => {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return [...files]
}

const textOf = (file: string) => readFileSync(`dist/site/${file}`, 'utf8')
const holding = (files: readonly string[], mark: string) => files.filter((file) => textOf(file).includes(mark))
const gzipped = (files: readonly string[]) => files.reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0)

const sitePages = Object.keys(manifest).filter((name) => name.startsWith('src/site/'))
const login = ['index.html']

const firstList = [...login, 'src/admin/AdminArea.tsx']

test('no page of the public area loads react-admin; the admin area does', () => {
  expect(sitePages.length).toBeGreaterThan(10)
  expect(holding(loadedBy(['index.html', ...sitePages]), marks.reactAdmin)).toEqual([])
  expect(
    holding(
      loadedBy(['src/admin/AdminArea.tsx']).concat(Object.values(manifest).map(({ file }) => file)),
      marks.reactAdmin,
    ).length,
  ).toBeGreaterThan(0)
})

test('no chunk of the browser contains the server', () => {
  const scripts = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js'))
  expect(holding(scripts, marks.server)).toEqual([])
  expect(readFileSync('dist/server/main.js', 'utf8').length).toBeGreaterThan(0)
})

test('no script of the server contains a screen, and the browser loads no module of the server', () => {
  const scripts = readdirSync('dist/server').filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((file) => readFileSync(`dist/server/${file}`, 'utf8').includes(marks.reactAdmin))).toEqual([])
  expect(Object.keys(manifest).filter((name) => /^resources\/\w+\/server\.ts$/.test(name))).toEqual([])
  expect(Object.keys(manifest).some((name) => /^resources\/\w+\/index\.tsx$/.test(name))).toBe(true)
})

test('the sign-in page loads at most 128 kB of JavaScript, gzipped', () => {
  expect(gzipped(loadedBy(login))).toBeLessThanOrEqual(128_000)
})

test('the compiled schemas are data outside the code: no page of a schema adds JavaScript', () => {
  const scripts = readdirSync('dist/site/assets').filter((file) => file.endsWith('.js'))
  const [labels, data] = [
    ['代收期別維護', '繳款人設定'],
    readdirSync('dist/site/assets').filter((file) => /^schemas-.*\.json$/.test(file)),
  ]
  expect(data).toHaveLength(1)
  for (const label of labels) {
    expect(textOf(`assets/${data[0]}`)).toContain(label)
    expect(
      holding(
        scripts.map((file) => `assets/${file}`),
        label,
      ),
    ).toEqual([])
  }
})

test('after signing in, the first list of the admin area needs at most 4 scripts of 296 kB in all', () => {
  expect(loadedBy(firstList).length).toBeLessThanOrEqual(4)
  expect(gzipped(loadedBy(firstList))).toBeLessThanOrEqual(296_000)
})

test('charts are loaded by the first page of the admin area alone, after its figures', () => {
  const chartEntries = Object.keys(manifest).filter((name) => name.startsWith('src/admin/overview/charts/'))
  const importers = Object.entries(manifest).flatMap(([name, { dynamicImports = [] }]) =>
    dynamicImports.some((entry) => chartEntries.includes(entry)) ? [name] : [],
  )
  expect(importers).toEqual(['src/admin/overview/OverviewCards.tsx'])
  const others = Object.keys(manifest).filter((name) => !/OverviewChart|overview\/charts/.test(name))
  expect(holding(loadedBy(others), marks.charts)).toEqual([])
  expect(holding(loadedBy(chartEntries), marks.charts)).toHaveLength(1)
})

test('the first page needs no second round trip: the entry contains its code, and its settings are preloaded', () => {
  expect(Object.keys(manifest).filter((name) => /LoginCompany|LoginArea|RootLayout/.test(name))).toEqual([])
  expect(textOf('index.html')).toMatch(/<link rel="preload" href="\/config\.json" as="fetch" crossorigin/)
})

test('no script loads the styles that the page contains', () => {
  const scripts = readdirSync('dist/site/assets').filter((file) => file.endsWith('.js'))
  expect(scripts.filter((file) => /assets\/index-[\w-]+\.css/.test(textOf(`assets/${file}`)))).toEqual([])
})

test('the page contains its styles and a loading message in the colours of the portal, so that it is drawn before any script arrives', () => {
  const page = textOf('index.html')
  expect(page).not.toContain('rel="stylesheet"')
  expect(page).toMatch(/<div id="root">\s*<div class="splash">[\s\S]*正在載入代收繳費服務網…/)
  const [light, dark] = readFileSync('src/browser/theme/browser.css', 'utf8').match(/\.splash \{[^}]*\}/g) ?? []
  expect(coloursIn(light)).toEqual(splashColours(palettes.light))
  expect(coloursIn(dark)).toEqual(splashColours(palettes.dark))
})

test('the style sheets have the type scale of the theme', () => {
  const styles = readFileSync('src/browser/theme/browser.css', 'utf8')
  const sizes = [...styles.matchAll(/--text-([a-z]+): ([\d.]+rem);/g)].map(([, name = '', size]) => [name, size])
  expect(Object.fromEntries(sizes)).toEqual(textSizes)
})

const splashColours = ({ text, page, line, primary, brand, onBrand }: Palette) => [
  text,
  page,
  line,
  primary,
  brand,
  onBrand,
]
const coloursIn = (rule: string | undefined) => rule?.match(/#[\da-f]{6}/g)

test('search engines find a description of the portal and the paths that they may not open', () => {
  expect(textOf('index.html')).toMatch(/<html lang="zh-Hant-TW">[\s\S]*<meta name="description" content="[^"]{40,}"/)
  expect(textOf('index.html')).not.toContain('noindex')
  const closed = [
    '/admin',
    '/api/',
    '/demo/',
    '/forgot-password/',
    '/payment-history',
    '/payment-information',
    '/portal/',
    '/receipt-information',
  ]
  expect(textOf('robots.txt').match(/(?<=^Disallow: ).*/gm)).toEqual(closed)
})
