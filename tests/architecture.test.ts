import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const front = ['react', 'react-dom', 'react-dom/*', '@mui/*', '@emotion/*']

/** Who may import whom; type imports count. A zone may always import itself. */
const zones: Record<string, { zones: string[]; packages: string[] }> = {
  'src/domain': { zones: [], packages: ['taiwan-id-validator'] },
  'src/schema': { zones: ['src/domain'], packages: ['jsonc-parser'] },
  'src/contract': { zones: ['src/domain', 'src/schema'], packages: [] },
  'src/browser': { zones: ['src/contract', 'src/domain'], packages: [...front, 'query-string'] },
  'src/site': { zones: ['src/browser', 'src/contract', 'src/domain'], packages: [...front, 'react-router-dom', 'uqr'] },
  'src/admin': {
    zones: ['src/browser', 'src/contract', 'src/schema', 'src/domain'],
    packages: [...front, 'react-admin', 'react-hook-form', 'react-router-dom', '@tanstack/react-query', 'ra-*', 'hucre', 'hucre/*'],
  },
  resources: { zones: ['src/admin/index', 'src/browser', 'src/contract', 'src/domain'], packages: [...front, 'react-admin'] },
  'src/server/node': { zones: ['src/server', 'src/contract', 'src/schema', 'src/domain'], packages: ['*'] },
  'src/server': { zones: ['src/contract', 'src/schema', 'src/domain'], packages: ['hono', 'hono/*', 'kysely', 'jose', 'papaparse'] },
  'src/tools': { zones: ['src/server/node', 'src/server', 'src/contract', 'src/schema', 'src/domain'], packages: ['*'] },
  'src/tools/bench/page': {
    zones: ['src/admin', 'src/browser', 'src/contract', 'src/schema'],
    packages: [...front, 'react-admin', 'react-router-dom'],
  },
  'src/main.tsx': {
    zones: ['src/site', 'src/admin', 'resources', 'src/browser', 'src/contract'],
    packages: [...front, 'react-router', 'react-router-dom', 'virtual:schemas'],
  },
}

const root = process.cwd()
const files = ['src', 'resources'].flatMap(filesBelow).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

test('no zone imports what its line in the table does not name', () => {
  const trespasses = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !allowed(file, target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(trespasses).toEqual([])
})

test('every module belongs to a zone and was read', () => {
  expect(files.filter((file) => zoneOf(file) === undefined)).toEqual([])
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap(importsOf).length).toBeGreaterThan(400)
})

test('a trespass is found, type imports included', () => {
  expect(allowed('src/domain/bill.ts', 'src/schema/types')).toBe(false)
  expect(allowed('src/site/News.tsx', 'react-admin')).toBe(false)
  expect(allowed('resources/portalUser/index.tsx', 'src/admin/data-provider/index')).toBe(false)
  expect(allowed('src/server/app.ts', 'node:fs')).toBe(false)
  expect(allowed('src/server/node/main.ts', 'node:fs')).toBe(true)
  expect(specifiersOf('a.ts', "import type { A } from './x'; type B = import('./y').B; export * from './z'; const c = () => import('./w')")).toEqual([
    './x',
    './y',
    './z',
    './w',
  ])
})

test('neither the build nor the dev server nor anything they load comes from the tests', () => {
  expect(
    [...files, ...filesBelow('src/tools').filter((file) => file.endsWith('.mjs')), 'vite.config.ts'].filter((file) => importsOf(file).some(isTest)),
  ).toEqual([])
  expect(importsOf('vitest.config.ts').some(isTest)).toBe(true)
})

test('nothing in the project refers to the folders of the workplace', () => {
  const words = ['../sha' + 'red', '/work' + '/', 'farm-' + 'studio', '.lib' + 'rary']
  const texts = ['src', 'resources', 'schemas', 'tests', '.ci', 'README.md', 'package.json', 'vite.config.ts', 'vitest.config.ts', 'index.html']
    .flatMap(filesBelow)
    .filter((file) => /\.(ts|tsx|json|md|mjs|html)$|run$/.test(file))
  expect(texts.length).toBeGreaterThan(150)
  expect(texts.filter((file) => words.some((word) => readFileSync(join(root, file), 'utf8').includes(word)))).toEqual([])
})

const isTest = (target: string): boolean => target.startsWith('tests/') || target.startsWith('vitest')

/** Files below a folder, as paths from the root; a file is its own list. */
function filesBelow(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(join(root, name)).isFile())
}

/** Imported modules: paths from the root without ending for our own, the specifier for packages. */
function importsOf(file: string): string[] {
  return specifiersOf(file, readFileSync(join(root, file), 'utf8')).map((specifier) =>
    specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
  )
}

function specifiersOf(file: string, text: string): string[] {
  const found: string[] = []
  const add = (source: { value?: unknown } | null | undefined) => {
    if (typeof source?.value === 'string') found.push(source.value)
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source as { value?: unknown }),
    TSImportType: (node) => add(node.source as { value?: unknown }),
  }).visit(parseSync(file, text).program)
  return found
}

/** The longest zone that holds the file. */
function zoneOf(path: string): string | undefined {
  return Object.keys(zones)
    .filter((zone) => path === zone || path.startsWith(`${zone}/`))
    .sort((a, b) => b.length - a.length)[0]
}

function allowed(file: string, target: string): boolean {
  const zone = zoneOf(file)
  const rule = zone === undefined ? undefined : zones[zone]
  if (rule === undefined) return false
  const own = target.startsWith('src/') || target.startsWith('resources')
  if (!own) return rule.packages.some((pattern) => pattern === '*' || pattern === target || (pattern.endsWith('*') && target.startsWith(pattern.slice(0, -1))))
  if (target.endsWith('.css')) return true
  return zoneOf(target) === zone || rule.zones.some((name) => target === name || target.startsWith(`${name}/`) || `${target}/index` === name)
}
