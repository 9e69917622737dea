import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import catalogue from '../../src/schema/checks/catalogue.json'
import { formatProblems, type Problem } from '../../src/schema/checks/problem'
import { loadSchemas } from '../../src/schema/load/load'
import { tables } from './broken'
import { validFiles, withComputedReport, withImport, withReport } from './broken/changed-files'
import { reportLines } from './broken/report-lines'
import { problemsIn, sampleFacts, sampleFiles } from './sample-files'

const cases = tables.flatMap((table) =>
  Object.entries(table).flatMap(([id, files]) =>
    Object.entries(files).map(([title, { content, report }]) => [`${id} ${title}`, { id, content, report }] as const),
  ),
)
const mistakes = cases.filter(([, { report }]) => report)
const nearMisses = cases.filter(([, { report }]) => !report)

// Mistakes in bytes are files: a folder for each case, with the files that differ and the printed report.
const folder = join('tests', 'schema', 'broken', 'files')
const folders = readdirSync(folder)
const read = (name: string, file: string) => readFileSync(join(folder, name, file), 'utf8')
const filesOf = (name: string): Record<string, unknown> => ({
  ...sampleFiles(),
  ...Object.fromEntries(
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), read(name, file)]),
  ),
})

const withoutHint = (problems: readonly Problem[]) => problems.filter(({ hint }) => !hint?.trim())

test.each(Object.entries({ validFiles, withImport, withReport, withComputedReport }))(
  'the valid files that mistakes are made in have no findings: %s',
  (_, { content }) => expect(problemsIn(content, sampleFacts)).toEqual([]),
)

test.each(mistakes)('%s has its exact report: file, place, message and hint', (_, { id, content, report }) => {
  const problems = problemsIn(content, sampleFacts)
  expect(reportLines(problems, content)).toEqual(report)
  expect(problems.map((problem) => problem.id)).toContain(id)
  expect(withoutHint(problems)).toEqual([])
})

test.each(folders)('%s has its exact report: file, line, column, message, id and hint', (name) => {
  const files = filesOf(name)
  const problems = problemsIn(files, sampleFacts)
  expect(`${formatProblems(problems, Object.keys(files).length)}\n`).toBe(read(name, 'report.txt'))
  if (/^[SW]\d/.test(name)) expect(problems.map((problem) => problem.id)).toContain(name.slice(0, 4))
  expect(withoutHint(problems)).toEqual([])
})

test.each(nearMisses)('%s is not reported where the files are close to the mistake but correct', (_, { id, content }) =>
  expect(problemsIn(content, sampleFacts).filter((problem) => problem.id === id)).toEqual([]),
)

test('each check of the catalogue has a mistake and a near miss, in one table only', () => {
  expect(tables.flatMap((table) => Object.keys(table)).sort()).toEqual(Object.keys(catalogue).sort())
  const named = new Set([
    ...mistakes.map(([, { id }]) => id),
    ...folders.flatMap((name) => name.match(/^[SW]\d{3}/) ?? []),
  ])
  expect([...named].sort()).toEqual(Object.keys(catalogue).sort())
  expect(new Set(nearMisses.map(([, { id }]) => id)).size).toBe(Object.keys(catalogue).length)
})

test('a mistake in a layout has its line and column', () => {
  const text = readFileSync('schemas/layouts/store.json', 'utf8').replace(
    '"offset": 30, "length": 91',
    '"offset": 29, "length": 92',
  )
  const problems = problemsIn({ ...sampleFiles(), 'layouts/store': text }, sampleFacts)
  expect(problems).toMatchObject([{ file: 'schemas/layouts/store.json', line: 15, column: 7, id: 'S902' }])
})

test('a file that is too large is refused before it is parsed', () => {
  const [problem] = problemsIn({ huge: `{ "label": "${'長'.repeat(20_000_000)}" }` })
  expect(problem).toMatchObject({
    id: 'S119',
    line: 1,
    column: 1,
    message: 'the file cannot be longer than 262144 characters; it has 20000015.',
  })
  expect(problemsIn({ deep: '{"a":'.repeat(40_000) })[0]).toMatchObject({ id: 'S119' })
})

test('if two files declare one resource, the later one is reported', () => {
  const text = JSON.stringify(sampleFiles().later)
  const problems = ['a/later.json', 'b/later.json'].map((file) => ({ file, text }))
  expect(
    loadSchemas(problems)
      .problems.filter(({ id }) => id === 'S105')
      .map(({ file }) => file),
  ).toEqual(['b/later.json'])
})
