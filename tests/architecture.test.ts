import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutualFolders, upwardImports } from '../src/tools/metrics/folders'
import { filesBelow, importCycles, importsOf, sourceFiles, specifiersOf } from '../src/tools/metrics/imports'

const front = ['react', 'react-dom', 'react-dom/*', '@mui/*', '@emotion/*']

/** Who may import whom; type imports count. A zone may always import itself. */
const zones: Record<string, { zones: string[]; packages: string[] }> = {
  'src/domain': { zones: [], packages: ['taiwan-id-validator'] },
  'src/schema': { zones: ['src/domain'], packages: ['jsonc-parser'] },
  'src/contract': { zones: ['src/domain', 'src/schema'], packages: [] },
  'src/browser': { zones: ['src/contract', 'src/domain'], packages: [...front, 'query-string', 'uqr'] },
  'src/site': { zones: ['src/browser', 'src/contract', 'src/domain'], packages: [...front, 'react-router-dom'] },
  'src/admin': {
    zones: ['src/browser', 'src/contract', 'src/schema', 'src/domain'],
    packages: [
      ...front,
      'react-admin',
      'react-hook-form',
      'react-router-dom',
      '@tanstack/react-query',
      'ra-*',
      'hucre',
      'hucre/*',
    ],
  },
  resources: {
    zones: ['src/admin/index', 'src/browser', 'src/contract', 'src/domain'],
    packages: [...front, 'react-admin'],
  },
  'resources/*/server.ts': {
    zones: ['src/server/index', 'src/contract', 'src/schema', 'src/domain'],
    packages: [],
  },
  'src/server/node': {
    zones: ['src/modules', 'src/server', 'src/contract', 'src/schema', 'src/domain'],
    packages: ['*'],
  },
  'src/server': {
    zones: ['src/contract', 'src/schema', 'src/domain'],
    packages: ['hono', 'hono/*', 'kysely', 'jose', 'lru-cache'],
  },
  'src/tools': {
    zones: ['src/server/node', 'src/modules', 'src/server', 'src/contract', 'src/schema', 'src/domain'],
    packages: ['*'],
  },
  'src/tools/bench/page': {
    zones: ['src/admin', 'src/browser', 'src/contract', 'src/schema'],
    packages: [...front, 'react-admin', 'react-router-dom'],
  },
  'src/tools/look': {
    zones: ['src/admin', 'src/browser', 'src/schema', 'src/domain'],
    packages: [...front],
  },
  'src/main.tsx': {
    zones: ['src/site', 'src/admin', 'src/screens', 'src/browser', 'src/contract'],
    packages: [...front, 'react-router', 'react-router-dom', 'virtual:schemas'],
  },
  'src/screens.ts': { zones: ['src/admin', 'resources'], packages: [] },
  'src/modules.ts': { zones: ['src/server'], packages: [] },
}

const files = sourceFiles()

test('no zone imports anything that its line in the table does not name', () => {
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

test('a forbidden import is found, type imports included', () => {
  expect(allowed('src/domain/bills/bill.ts', 'src/schema/language/types')).toBe(false)
  expect(allowed('src/site/News.tsx', 'react-admin')).toBe(false)
  expect(allowed('resources/portalUser/index.tsx', 'src/admin/data-provider/index')).toBe(false)
  expect(allowed('src/server/http/app.ts', 'node:fs')).toBe(false)
  expect(allowed('resources/whiteList/server.ts', 'src/server/index')).toBe(true)
  expect(allowed('resources/whiteList/server.ts', 'src/server/database/tables')).toBe(false)
  expect(allowed('resources/portalUser/index.tsx', 'resources/portalUser/server')).toBe(false)
  expect(allowed('src/server/node/main.ts', 'node:fs')).toBe(true)
  expect(
    specifiersOf(
      'a.ts',
      "import type { A } from './x'; type B = import('./y').B; export * from './z'; const c = () => import('./w')",
    ),
  ).toEqual(['./x', './y', './z', './w'])
})

test('no modules import each other, not even types', () => {
  expect(importCycles(files)).toEqual([])
})

test('an import cycle is found with all its modules', () => {
  const targets: Record<string, string[]> = {
    'a.ts': ['b', 'react'],
    'b.ts': ['c/index'],
    'c/index.tsx': ['b', 'd'],
    'd.ts': [],
    'e.ts': ['a', 'e'],
  }
  expect(importCycles(Object.keys(targets), (file) => targets[file] ?? [])).toEqual([['b.ts', 'c/index.tsx'], ['e.ts']])
})

test('in the server, only src/server/access decides what a schema lets a role do or see, and masks', () => {
  const asking = files.filter(
    (file) =>
      file.startsWith('src/server/') &&
      importsOf(file).some((target) => target.startsWith('src/schema/access/') || target === 'src/domain/access/mask'),
  )
  expect(asking.filter((file) => !file.startsWith('src/server/access/'))).toEqual([])
  expect(asking.length).toBeGreaterThan(2)
})

test('modules of resources write no SQL: the functions that they wire do, with the guard of the tenant', () => {
  const moduleFiles = files.filter((file) => zoneOf(file) === 'resources/*/server.ts')
  expect(moduleFiles.filter((file) => /\b(db|backgroundDb)\s*\.|\bsql`/.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(moduleFiles.length).toBeGreaterThan(8)
})

test('folders of the server import downwards only', () => {
  expect(upwardImports(files)).toEqual([])
  expect(mutualFolders(files).length).toBeLessThanOrEqual(1)
})

test('the browser neither checks nor compiles schemas: it gets them compiled from the server', () => {
  const isBrowser = (file: string) => /^(src\/(browser|site|admin)\/|resources\/|src\/(main|screens)\.)/.test(file)
  const compilers = /^src\/schema\/(checks\/|load\/(compile-|load$|read-json$|schema-file$))/
  const browserFiles = files.filter(isBrowser)
  expect(browserFiles.filter((file) => importsOf(file).some((target) => compilers.test(target)))).toEqual([])
  expect(browserFiles.length).toBeGreaterThan(150)
})

test('generic code of the admin area names no page: the first page and the sign-ins are subjects of their own', () => {
  const pages = filesBelow('schemas')
    .filter((file) => /^schemas\/\w+\.json$/.test(file))
    .map((file) => file.slice('schemas/'.length, -'.json'.length))
    // The owner of records and the calendar of the bank, which the server, too, knows by name.
    .filter((name) => !['Agreement', 'Holiday'].includes(name))
  const named = new RegExp(`['"/\`](${pages.join('|')})['"/\`]`)
  const naming = files
    .filter((file) => file.startsWith('src/admin/'))
    .filter((file) => named.test(readFileSync(file, 'utf8').replace(/^import .*$|^} from .*$/gm, '')))
    .filter((file) => !/^src\/admin\/(overview|sign-ins)\//.test(file))
  expect(pages.length).toBeGreaterThan(20)
  expect(naming).toEqual([])
})

test('neither the build nor the dev server nor anything they load comes from the tests', () => {
  expect(
    [...files, ...filesBelow('src/tools').filter((file) => file.endsWith('.mjs')), 'vite.config.ts'].filter((file) =>
      importsOf(file).some(isTest),
    ),
  ).toEqual([])
  expect(importsOf('vitest.config.ts').some(isTest)).toBe(true)
})

test('no text is evaluated as code or markup, and the server starts no program', () => {
  const code = files.filter((file) => !file.startsWith('src/tools/'))
  const containing = (pattern: RegExp) => code.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  expect(containing(/\beval\(|\bnew Function\(|\bexecScript\b/)).toEqual([])
  expect(containing(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/)).toEqual([])
  expect(
    code.filter((file) => importsOf(file).some((target) => /^(node:)?(child_process|vm|cluster|repl)$/.test(target))),
  ).toEqual([])
  expect(code.length).toBeGreaterThan(300)
})

test('nothing in the project refers to folders outside it', () => {
  const words = ['../sha' + 'red', '/work' + '/', 'farm-' + 'studio', '.lib' + 'rary']
  const texts = [
    'src',
    'resources',
    'schemas',
    'tests',
    '.ci',
    'README.md',
    'package.json',
    'vite.config.ts',
    'vitest.config.ts',
    'index.html',
  ]
    .flatMap(filesBelow)
    .filter((file) => /\.(ts|tsx|json|md|mjs|html)$|run$/.test(file))
  expect(texts.length).toBeGreaterThan(150)
  expect(texts.filter((file) => words.some((word) => readFileSync(file, 'utf8').includes(word)))).toEqual([])
})

const isTest = (target: string): boolean => target.startsWith('tests/') || target.startsWith('vitest')

/** The longest zone that contains the file. */
function zoneOf(path: string): string | undefined {
  if (/^resources\/\w+\/server(\.ts)?$/.test(path)) return 'resources/*/server.ts'
  return Object.keys(zones)
    .filter((zone) => path === zone || path.startsWith(`${zone}/`))
    .sort((a, b) => b.length - a.length)[0]
}

function allowed(file: string, target: string): boolean {
  const zone = zoneOf(file)
  const rule = zone === undefined ? undefined : zones[zone]
  if (rule === undefined) return false
  const own = target.startsWith('src/') || target.startsWith('resources')
  if (!own)
    return rule.packages.some(
      (pattern) =>
        pattern === '*' || pattern === target || (pattern.endsWith('*') && target.startsWith(pattern.slice(0, -1))),
    )
  if (target.endsWith('.css')) return true
  return (
    zoneOf(target) === zone ||
    rule.zones.some((name) => target === name || target.startsWith(`${name}/`) || `${target}/index` === name)
  )
}

test('the sizes of text in the admin area are those of the type scale', () => {
  const files = sourceFiles().filter((file) => file.startsWith('src/admin/') || file.startsWith('resources/'))
  expect(files.length).toBeGreaterThan(300)
  const sizes = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/fontSize: [^,]*\drem/g)].map(([size]) => `${file}: ${size}`),
  )
  expect(sizes).toEqual([])
})
