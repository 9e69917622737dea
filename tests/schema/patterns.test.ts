import { expect, test } from 'vitest'
import { slowPatternProblems } from '../../src/tools/check/slow-patterns'
import { withComputedReport } from './broken/changed-files'
import { problemsIn, sampleFacts, sampleFiles } from './sample-files'

// biome-ignore lint/suspicious/noExplicitAny: tests change files in ways that no type allows.
type Changed = any

const filesWith = (pattern: string, max: number) => {
  const files: Changed = sampleFiles()
  files.club.fields.ClubName = {
    type: 'string',
    label: '社團名稱',
    max,
    pattern,
    patternText: '請輸入名稱',
    examples: ['甲'],
  }
  return files
}

const idsOf = (pattern: string, max: number): readonly string[] =>
  problemsIn(filesWith(pattern, max), sampleFacts).flatMap(({ id }) => (id === 'S124' ? [id] : []))

/** The problems that the command `check` finds by timing the patterns. */
const timedProblems = (pattern: string, max: number) =>
  slowPatternProblems([{ file: 'schemas/club.json', text: JSON.stringify(filesWith(pattern, max).club, null, 2) }])

test.each([
  '^(a+)+$',
  '^([A-Za-z0-9]+)+-$',
  '^(\\w+\\s?)*$',
  '^(?:[a-z]+\\.?)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([\\p{Script=Han}A-Z]+|甲)+$',
  '^([\\u6c5f-\\u6c70]+|[\\u6c60-\\u6cff])+$',
  '^(?=(a+)+$).*$',
  '^(.)\\1*(a+)+$',
  '(x+x+)+y',
  '(.*a){20}',
  '^(a{1,50}){1,50}$',
  '^((a{1,20}){1,20}){1,20}$',
  '(?<!(a+)+)b',
  '^(-[a-z-]+)+$',
  '^(?:,a*|b)*$',
])('%s, which has nested quantifiers, is an error', (pattern) => expect(idsOf(pattern, 50)).toEqual(['S124']))

const goodPatterns: readonly [string, number][] = [
  ['^[0-9]+$', 100_000],
  ['^\\d+\\d+$', 200],
  ['\\s+$', 200],
  ['^([0-9]{14}|[0-9]{16})$', 16],
  ['^(?=.*[0-9])[A-Za-z][A-Za-z0-9]+$', 4000],
  ['^(?=.{8,}$)(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).+$', 1000],
  ['^https://[^\\s<>"]+$', 2000],
  ['^(?!CHESS)(?:[A-Z]{2}-?){2}\\d{2,3}$', 10],
  ['^(?!.*(.)\\1)[a-z]+$', 20],
  ['^(?<year>\\d{4})-\\k<year>$', 9],
  ['^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$', 254],
  ['^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$', 15],
  ['^09\\d{8}(,09\\d{8})*$', 500],
  ['^\\p{L}+(?: \\p{L}+)*$', 60],
  ['^(?:[a-z]+\\.)*[a-z]+$', 60],
  ['^[A-Z]{0,1900}$', 4000],
  ['(?<=a)b', 50],
  ['^(a+)b\\1$', 20],
]

test.each(goodPatterns)('%s, which fails fast for %i characters, is accepted', (pattern, max) => {
  expect(idsOf(pattern, max)).toEqual([])
  expect(timedProblems(pattern, max)).toEqual([])
})

test.each([
  ['^(a|a)*$', 50],
  ['^(a|aa)+$', 60],
  ['^(b|a|ab)*$', 100],
  ['^x(?:.|\\s)*x$', 50],
  ['^(?:\\uD83D\\uDE00|😀)+$', 80],
  ['a*a*a*a*a*b', 100],
  ['^(a?){30}a{30}$', 60],
  ['^\\d+\\d+$', 50_000],
  ['\\s+$', 50_000],
])('%s, which has no nested quantifiers but takes too long for %i characters, is found by timing', (pattern, max) => {
  expect(idsOf(pattern, max)).toEqual([])
  expect(timedProblems(pattern, max)).toEqual([
    {
      id: 'S124',
      file: 'schemas/club.json',
      line: expect.any(Number),
      column: expect.any(Number),
      message: `fields.ClubName.pattern cannot be used: it takes too long to reject a value of ${max} characters.`,
      hint: expect.stringMatching('ambiguous repetitions'),
    },
  ])
})

test('patterns are checked wherever a field is declared: in list items, inputs of actions and parameters of reports', () => {
  const files: Changed = structuredClone(withComputedReport.content)
  const slow = { type: 'string', label: '碼', max: 9, pattern: '^(a+)+$', patternText: '請輸入 a' }
  files.club.fields.Lines.fields.Code = slow
  files.club.actions.Close.inputs.Code = slow
  files.clubSums.parameters.Code = slow
  expect(
    problemsIn(files, sampleFacts).flatMap(({ id, message }) => (id === 'S124' ? [message.split(' ')[0]] : [])),
  ).toEqual(['fields.Lines.fields.Code.pattern', 'actions.Close.inputs.Code.pattern', 'parameters.Code.pattern'])
})

test('a pattern that does not compile is reported once, even if a default would be matched against it', () => {
  const files: Changed = sampleFiles()
  Object.assign(files.club.fields.ClubName, { pattern: '^[A-Z', default: 'X' })
  expect(problemsIn(files, sampleFacts).map(({ id }) => id)).toEqual(['S111'])
})
