import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PatternPart, parsePattern } from '../../src/schema/patterns/parse-pattern'
import { maxSteps } from '../../src/schema/patterns/slow-patterns'
import { withReport } from './broken/changed-files'
import { problemsIn, sampleFacts, sampleFiles } from './sample-files'

// biome-ignore lint/suspicious/noExplicitAny: tests change files in ways that no type allows.
type Changed = any

const idsOf = (pattern: string, max: number): readonly string[] => {
  const files: Changed = sampleFiles()
  // A value that would be matched against the pattern if the pattern were accepted.
  files.club.fields.ClubName = { type: 'string', label: '社團名稱', max, pattern, patternText: '請輸入名稱', default: 'a1'.repeat(Math.min(max, 50) / 2) }
  return problemsIn(files, sampleFacts).flatMap(({ id }) => (id === 'S124' ? [id] : []))
}

test.each([
  ['^(a+)+$', 10],
  ['^([A-Za-z0-9]+)+-$', 40],
  ['^(a|a)*$', 30],
  ['^(a|aa)+$', 30],
  ['^(?:.|\\s)*x$', 30],
  ['^(\\w+\\s?)*$', 60],
  ['^(?:[a-z]+\\.?)+$', 60],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 60],
  ['^([\\p{Script=Han}A-Z]+|甲)+$', 20],
  ['^([\\u6c5f-\\u6c70]+|[\\u6c60-\\u6cff])+$', 20],
  ['^(?:\\uD83D\\uDE00|😀)+$', 20],
  ['^(?=(a+)+$).*$', 60],
  ['^(.)\\1*(a+)+$', 60],
  ['(x+x+)+y', 60],
  ['(.*a){20}', 60],
  ['a*a*a*a*a*b', 60],
  ['^(a?){30}a{30}$', 60],
  ['^(a{1,50}){1,50}$', 60],
  ['^((a{1,20}){1,20}){1,20}$', 60],
  ['^\\d+\\d+$', 4000],
  ['\\s+$', 4000],
  ['(?<!(a+)+)b', 20],
  ['^(a+)b\\1$', 20],
])('%s, which may take too long for %i characters, is an error', (pattern, max) => expect(idsOf(pattern, max)).toEqual(['S124']))

test.each([
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
  ['^[A-Z]{0,1900}$', 4000],
  ['(?<=a)b', 50],
])('%s, which fails fast for %i characters, is accepted', (pattern, max) => expect(idsOf(pattern, max)).toEqual([]))

test('patterns are checked wherever a field is declared: in list items, inputs of actions and parameters of reports', () => {
  const files: Changed = structuredClone(withReport.content)
  const slow = { type: 'string', label: '碼', max: 9, pattern: '^(a+)+$', patternText: '請輸入 a' }
  files.club.fields.Lines.fields.Code = slow
  files.club.actions.Close.inputs.Code = slow
  files.clubReport.parameters.Code = slow
  expect(problemsIn(files, sampleFacts).flatMap(({ id, message }) => (id === 'S124' ? [message.split(' ')[0]] : []))).toEqual([
    'fields.Lines.fields.Code.pattern',
    'actions.Close.inputs.Code.pattern',
    'parameters.Code.pattern',
  ])
})

test('a pattern that does not compile is reported once, even if a default would be matched against it', () => {
  const files: Changed = sampleFiles()
  Object.assign(files.club.fields.ClubName, { pattern: '^[A-Z', default: 'X' })
  expect(problemsIn(files, sampleFacts).map(({ id }) => id)).toEqual(['S111'])
})

/** Patterns of a few letters with every kind of repetition and alternative. */
const { pattern: patterns } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', '[ab]', '.'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
  ),
  pattern: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', '[ab]', '.'),
    fc.tuple(tie('atom'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}', '+?')).map(([one, times]) => `${one}${times}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?=${one})${other}`),
  ),
}))

/** The number of characters and ends that an engine tries before it rejects a text, by the algorithm of ECMAScript. */
const triedOn = (root: PatternPart, text: string): number => {
  let tried = 0
  const sequence = (parts: readonly PatternPart[], at: number, end: (at: number) => boolean): boolean => {
    const [one, ...rest] = parts
    return one ? match(one, at, (next) => sequence(rest, next, end)) : end(at)
  }
  const match = (part: PatternPart, at: number, end: (at: number) => boolean): boolean => {
    if ('character' in part) {
      tried++
      return at < text.length && new RegExp(`^${part.character}$`, 'u').test(text[at] ?? '') && end(at + 1)
    }
    if ('alternatives' in part) {
      if (part.lookaround) return part.alternatives.some((parts) => sequence(parts, at, () => true)) && end(at)
      return part.alternatives.some((parts) => sequence(parts, at, end))
    }
    if (!('repeated' in part)) return end(at)
    const repeat = (count: number, from: number): boolean =>
      (count < part.max && match(part.repeated, from, (next) => (count >= part.min && next === from ? false : repeat(count + 1, next)))) ||
      (count >= part.min && end(from))
    return repeat(0, at)
  }
  match(root, 0, () => {
    tried++
    return false
  })
  return tried
}

test('no value takes more steps than the check estimated', () => {
  const texts = ['']
  for (let index = 0; (texts[index]?.length ?? 5) < 5; index++) texts.push(...['a', 'b', 'x'].map((letter) => `${texts[index]}${letter}`))
  fc.assert(
    fc.property(patterns, (pattern) => {
      const root = parsePattern(pattern)?.root
      if (!root) throw new Error(pattern)
      const most = maxSteps(`^(?:${pattern})$`, 5, Number.MAX_SAFE_INTEGER) ?? 0
      fc.pre(most < 20_000)
      expect(Math.max(...texts.map((text) => triedOn(root, text)))).toBeLessThanOrEqual(most)
    }),
    { numRuns: 200, seed: 1 },
  )
})
