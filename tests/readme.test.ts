import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { enums } from '../src/domain/enums'
import { modules } from '../src/modules'
import catalogue from '../src/schema/checks/catalogue.json'
import { fieldTypes, rulesOf } from '../src/schema/field-types'
import { commonKeys } from '../src/schema/field-types/common-keys'
import { resourceKeys } from '../src/schema/language/shapes/resource-shape'
import { loadSchemas } from '../src/schema/load/load'
import { demoCompanies } from '../src/server/demo/companies'
import { demoBank, demoMima, demoUsers } from '../src/server/demo/users'
import { readSchemaFiles } from '../src/server/node/schemas/schema-files'
import gallery from '../src/tools/docs/gallery.json'
import { withReference } from '../src/tools/docs/reference'
import { floors } from '../src/tools/metrics/folders'
import { filesBelow } from '../src/tools/metrics/imports'
import { projectFacts } from '../src/tools/portal-schemas'
import { readmeExample } from './support/schemas/fixtures'

const facts = projectFacts(modules)

const documents = [
  'README.md',
  ...['schemas', 'resources', 'src', 'tests'].flatMap(filesBelow).filter((file) => file.endsWith('.md')),
]
const decisionFiles = filesBelow('src/decisions')
  .filter((file) => /\/\d{4}-[\w-]+\.md$/.test(file))
  .sort()
const textOf = (file: string): string => readFileSync(file, 'utf8')
const language = textOf('schemas/README.md')

// Without other pages of the group, because the example may have the same place in the menu as one of them.
const pageless = readSchemaFiles('schemas').filter(({ text }) => /"page":\s*false/.test(text))
const problemsOf = (files: Readonly<Record<string, unknown>>) => {
  const added = Object.entries(files).map(([name, content]) => ({
    file: `schemas/${name}.json`,
    text: JSON.stringify(content),
  }))
  return loadSchemas([...pageless, ...added], facts).problems.filter(({ file }) =>
    added.some((one) => one.file === file),
  )
}

test('README is short', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(181)
})

test('README lists the demo accounts, their roles and their companies', () => {
  const readme = textOf('README.md')
  const users = Object.entries(Object.fromEntries(demoUsers.map(({ userId, role }) => [userId, role])))
  const listed = [...readme.matchAll(/^\| `(\w+)` \| ([^,|]+), `(\w+)` \|/gm)].map(([, userId, text, role]) => [
    userId,
    role,
    text,
  ])
  expect(listed).toEqual(
    users.map(([userId, role]) => [
      userId,
      role,
      Object.entries(enums.PortalRole).find(([code]) => code === role)?.[1],
    ]),
  )
  const companies = [...readme.matchAll(/^\| `(\d{8})` \| ([^,|]+),/gm)].map(([, uniformNo, name]) => ({
    uniformNo,
    name,
  }))
  const byNumber = (one: { uniformNo?: string | undefined }, other: { uniformNo?: string | undefined }) =>
    String(one.uniformNo).localeCompare(String(other.uniformNo))
  expect(companies.sort(byNumber)).toEqual(
    [demoBank, ...demoCompanies.map(({ uniformNo, name }) => ({ uniformNo, name }))].sort(byNumber),
  )
  expect(readme).toContain(`Every password is \`${demoMima}\``)
})

test('README lists the commands for people', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const readme = textOf('README.md')
  expect(
    Object.keys(scripts).filter((name) => !name.startsWith('pre') && !new RegExp(`npm (run )?${name}\\b`).test(readme)),
  ).toEqual([])
})

test('the resource that README shows passes every check', () => {
  expect(problemsOf({ coupon: JSON.parse(readmeExample()) })).toEqual([])
})

test('the file that README shows is formatted as npm run check expects, and its page changes no example of the reference', () => {
  const biome = join('node_modules', '@biomejs', 'biome', 'bin', 'biome')
  expect(
    execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=schemas/coupon.json'], {
      input: readmeExample(),
      encoding: 'utf8',
    }),
  ).toBe(readmeExample())
  expect(
    withReference(language, [...readSchemaFiles('schemas'), { file: 'schemas/coupon.json', text: readmeExample() }]),
  ).toBe(language)
})

test('each of the 92 security requirements has tests or a deviation with its reason', () => {
  const [requirements = '', deviations = ''] = textOf('tests/SECURITY.md').split('## Deviations')
  const rows = [...requirements.matchAll(/^\| (\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm)].map(
    ([, number, tests = '']) => ({ number, tests }),
  )
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 92 }, (_, index) => index + 1))
  const files = rows.flatMap(({ tests }) => [...tests.matchAll(/`(tests\/[^`]+)`/g)].map(([, file = '']) => file))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const explained = new Set(
    [...deviations.matchAll(/^\| (\d+)(?:–(\d+))? \|/gm)].flatMap(([, first, last = first]) => [first, last]),
  )
  expect(rows.filter(({ number, tests }) => tests.includes('(#deviations)') && !explained.has(number))).toEqual([])
  expect(rows.filter(({ tests }) => !tests.includes('`tests/') && !tests.includes('(#deviations)'))).toEqual([])
})

test('the reference of the schema language is up to date with npm run docs, with an example for each key', () => {
  expect(withReference(language, readSchemaFiles('schemas'))).toBe(language)
  expect(language.split('\n').filter((line) => line.startsWith('|') && line.endsWith('|  |'))).toEqual([])
})

test('the reference of the schema language lists exactly the checks of the catalogue, with their texts', () => {
  const listed = [...language.matchAll(/^\| `?([SW]\d{3})`? \| (.*?) \|/gm)].map(([, id, text]) => [id, text])
  expect(listed).toEqual(Object.entries(catalogue).map(([id, { mistake }]) => [id, mistake]))
})

test('the reference of the schema language names every type of field and every key', () => {
  const keys = [
    ...Object.keys(resourceKeys),
    ...Object.keys(commonKeys),
    ...fieldTypes,
    ...fieldTypes.flatMap((type) => Object.keys(rulesOf(type).keys)),
  ]
  const named = new Set(language.match(/[$\w]+/g))
  expect(keys.filter((key) => !named.has(key))).toEqual([])
})

test('every key of the language is used by a file of the portal or by the gallery', () => {
  const [, reference = ''] = withReference(
    language.replaceAll(/```json\n[\s\S]*?```\n/g, ''),
    readSchemaFiles('schemas'),
  ).split('<!-- npm run docs: begin -->')
  expect(reference).toContain('| `label` |')
  expect(reference.split('\n').filter((line) => line.startsWith('|') && line.endsWith('|  |'))).toEqual([])
})

test('the gallery passes every check together with the files of the portal', () => {
  const added = Object.entries(gallery).map(([name, content]) => ({
    file: `gallery/${name}.json`,
    text: JSON.stringify(content),
  }))
  expect(loadSchemas([...readSchemaFiles('schemas'), ...added], facts).problems).toEqual([])
})

const examples = [...language.matchAll(/## ([^\n]+)\n\n```json\n([\s\S]*?)```/g)].map(
  ([, title = '', text = '']) => [title, JSON.parse(text)] as const,
)

test('the reference of the schema language has an example in each section that describes a part of a file', () => {
  expect(examples.map(([title]) => title)).toEqual([
    'List and form',
    'Detail page',
    'Default values',
    'Conditions',
    'Computed fields',
    'Lists inside a record',
    'Rules',
    'Personal data',
    'Actions',
    'Permissions',
    'Import',
    'Reports',
  ])
})

test.each(examples)('the example under "%s" is accepted together with the resource that README shows', (_, example) => {
  const coupon = JSON.parse(readmeExample())
  const changed = { ...coupon, ...example, fields: { ...coupon.fields, ...example.fields } }
  expect(problemsOf(example.kind === 'report' ? { coupon, couponReport: example } : { coupon: changed })).toEqual([])
})

test.each(documents)('every npm script that %s names exists', (file) => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const named = [...textOf(file).matchAll(/`npm (?:run )?([a-z:-]+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !['ci', 'i'].includes(name))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(documents)('every link of %s leads to an existing file, and to a heading in it', (file) => {
  const links = [...withoutCode(textOf(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
  expect(links.filter((link) => !exists(link, file))).toEqual([])
})

test.each(documents)('every path of the repository that %s names in code exists', (file) => {
  const named = [...textOf(file).matchAll(/`((?:src|tests|schemas|resources)\/[\w./-]*\w\/?)`/g)].map(
    ([, path = '']) => path,
  )
  // The example of README is a file that a reader would add.
  expect(named.filter((path) => path !== 'schemas/coupon.json' && !existsSync(path))).toEqual([])
})

test('the architecture describes a request in ten lines, and each names functions that its file has', () => {
  const [, section = ''] = /## A request through the server\n([\s\S]*?)\n## /.exec(textOf('src/README.md')) ?? []
  const lines = [...section.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, text = '']) => ({ number, text }))
  expect(lines.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const { text } of lines) {
    const [file = '', ...names] = [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    const code = textOf(join('src', file))
    expect({ file, missing: names.filter((name) => /^[a-z]+[A-Z]\w*$/.test(name) && !code.includes(name)) }).toEqual({
      file,
      missing: [],
    })
  }
})

test('the worked example of resources/README.md shows the files that the tests run', () => {
  const shown = [...textOf('resources/README.md').matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code]) => code)
  for (const file of ['example/giftCard.json', 'example/server.ts', 'example/index.tsx', 'server/example.test.ts'])
    expect(shown).toContain(textOf(`tests/${file}`))
})

test('src/README.md draws the folders of the server in the order that the metrics check', () => {
  const [, table = ''] = /^## Folders of the server$(.*?)^## /ms.exec(textOf('src/README.md')) ?? []
  const folders = readdirSync('src/server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect([...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, folder]) => folder)).toEqual([...floors])
  expect(folders.map(({ name }) => name).sort()).toEqual([...floors].sort())
})

test('the table of decisions lists exactly the files, with their titles and dates', () => {
  const listed = [...textOf('src/decisions/README.md').matchAll(/^\| \[(\d{4})\]\((.*?)\) \| (.*) \| (.*) \|$/gm)].map(
    ([, number, file, title, date]) => ({
      number,
      file: `src/decisions/${file}`,
      title,
      date,
    }),
  )
  const ofFiles = decisionFiles.map((file) => ({
    number: /\d{4}/.exec(file)?.[0],
    file,
    title: /^# (.*)$/m.exec(textOf(file))?.[1],
    date: /^Status: accepted, (\d{4}-\d\d-\d\d)/m.exec(textOf(file))?.[1],
  }))
  expect(listed).toEqual(ofFiles)
})

test('every decision that a document, the code or a test cites exists', () => {
  const numbers = decisionFiles.map((file) => /\d{4}/.exec(file)?.[0])
  const code = ['src', 'resources', 'tests'].flatMap(filesBelow).filter((file) => /\.(tsx?|mjs)$/.test(file))
  const cited = [...documents, ...code].flatMap((file) =>
    [...textOf(file).matchAll(/\bdecisions?[ /]\[?\d{4}\b(?:(?:\]\([^)]*\))?(?:, | and |–)\[?\d{4}\b)*/gi)].flatMap(
      ([citation]) => [...citation.matchAll(/\b\d{4}\b/g)].map(([number]) => ({ file, number })),
    ),
  )
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([])
})

/** Whether a relative link of a document leads to a file, and its anchor to a heading there. */
function exists(link: string, from: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : join(dirname(from), path)
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor))
}

/** The anchors of a document's headings, as GitHub generates them. */
function anchorsOf(file: string): readonly string[] {
  return [...withoutCode(textOf(file)).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```/g, '')
}
