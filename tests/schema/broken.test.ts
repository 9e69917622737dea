import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/schema/checks/catalogue'
import { loadSchemas } from '../../src/schema/load'
import { printProblems } from '../../src/schema/print-problems'
import { nearMisses } from './near-misses'
import { problemsIn, sampleFiles, sampleKnown } from './sample-files'

// A folder for each broken set of files: what differs from the sound ones, and beside it the report that it must give, to the letter.
const folder = join('tests', 'schema', 'broken')
const cases = readdirSync(folder)
const reportOf = (name: string) => readFileSync(join(folder, name, 'report.txt'), 'utf8')
const filesOf = (name: string): Record<string, unknown> => ({
  ...sampleFiles(),
  ...Object.fromEntries(
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(join(folder, name, file), 'utf8')]),
  ),
})

test('the sound files are silent', () => expect(problemsIn(sampleFiles(), sampleKnown)).toEqual([]))

test.each(cases)('%s gives its exact report: file, line, column, sentence, id and hint', (name) => {
  const files = filesOf(name)
  expect(`${printProblems(problemsIn(files, sampleKnown), Object.keys(files).length)}\n`).toBe(reportOf(name))
})

test('every finding says what to do', () => {
  const bare = cases.flatMap((name) => problemsIn(filesOf(name), sampleKnown).filter(({ hint }) => !hint?.trim()))
  expect(bare).toEqual([])
})

test('each check of the catalogue has its broken file, which bears its id, and no report names another one', () => {
  const named = new Set(cases.flatMap((name) => name.match(/^[EW]\d{3}/) ?? []))
  expect([...named].sort()).toEqual(Object.keys(catalogue).sort())
  for (const name of cases.filter((one) => /^[EW]\d/.test(one))) expect(reportOf(name), name).toContain(`(${name.slice(0, 4)})`)
})

test.each(Object.entries(nearMisses))('%s is silent where the file comes near to it and is right', (id, change) => {
  const files = sampleFiles()
  change(files)
  expect(problemsIn(files, sampleKnown).filter((problem) => problem.id === id)).toEqual([])
})

test('a file of any size is refused before it is read', () => {
  const [problem] = problemsIn({ huge: `{ "label": "${'長'.repeat(20_000_000)}" }` })
  expect(problem).toMatchObject({ id: 'E119', line: 1, column: 1, message: 'the file cannot be longer than 262144 characters; it has 20000015.' })
  expect(problemsIn({ deep: '{"a":'.repeat(40_000) })[0]).toMatchObject({ id: 'E119' })
})

test('two files that declare one resource know of each other', () => {
  const text = JSON.stringify(sampleFiles().later)
  const problems = ['a/later.json', 'b/later.json'].map((file) => ({ file, text }))
  expect(
    loadSchemas(problems)
      .problems.filter(({ id }) => id === 'E105')
      .map(({ file }) => file),
  ).toEqual(['a/later.json', 'b/later.json'])
})
