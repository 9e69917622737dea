import { expect, test } from 'vitest'
import { problemsIn, sampleFacts, sampleFiles } from './sample-files'

// biome-ignore lint/suspicious/noExplicitAny: tests spoil files in ways that no type allows.
type Spoiled = any

test('all mistakes are reported together, each with its line and column', () => {
  const files: Spoiled = sampleFiles()
  files.club.menu.group = 'basics'
  files.club.list.columns[1] = 'ClubNaem'
  files.member.fields.ClubCode.to = 'clubs'
  const problems = problemsIn(files)
  expect(problems.map(({ id, file }) => `${id} ${file}`)).toEqual([
    'S102 schemas/club.json',
    'S201 schemas/club.json',
    'S301 schemas/member.json',
  ])
  const lines = JSON.stringify(files.club, null, 2).split('\n')
  const place = problems[1]
  expect(lines[(place?.line ?? 0) - 1]?.slice((place?.column ?? 0) - 1)).toBe('"ClubNaem",')
})

test('one mistake in a file does not hide another one of the same file', () => {
  const files: Spoiled = sampleFiles()
  files.club.fields.ClubName.typ = 'x'
  files.club.list.sort = 'Nope'
  expect(problemsIn(files).map(({ id }) => id)).toEqual(['S103', 'S204'])
})

test('a missing key is reported at the object that lacks it', () => {
  const files: Spoiled = sampleFiles()
  delete files.club.fields.ClubName.label
  const [problem] = problemsIn(files)
  expect(JSON.stringify(files.club, null, 2).split('\n')[(problem?.line ?? 0) - 1]).toContain('"ClubName": {')
})

test('files that are empty, malicious or not objects are reported and never throw', () => {
  for (const text of [
    '',
    '[]',
    '"x"',
    'null',
    '{"fields": null}',
    '{"fields": {"A": null}, "list": [], "form": {}, "menu": 1, "endpoints": []}',
    '{"key": 7, "accepted": []}',
    '{"__proto__": {"label": "x"}}',
  ])
    expect(problemsIn({ thing: text }).length, text).toBeGreaterThan(0)
})

test('a list hides columns by default, and can hide only columns that it has', () => {
  const club = (hidden: string[]) => {
    const files: Spoiled = sampleFiles()
    files.club.list.hidden = hidden
    return files
  }
  expect(problemsIn(club(['State']))).toEqual([])
  expect(problemsIn(club(['ClubNo'])).map(({ id }) => id)).toContain('S201')
})

test('tables without a file are reported once, at the folder, with their number of records', () => {
  const tables = [
    { table: 'locker', recordCount: 12 },
    { table: 'shelf', recordCount: 1 },
  ]
  const problems = problemsIn(sampleFiles(), { ...sampleFacts, tables })
  expect(problems.map(({ id, file, message }) => `${id} ${file} ${message}`)).toEqual([
    "W502 schemas no file has the table 'locker', which contains 12 records.",
    "W502 schemas no file has the table 'shelf', which contains 1 record.",
  ])
  const files: Spoiled = sampleFiles()
  files.member.table = 'locker'
  files.Deal.was = 'Shelf'
  expect(problemsIn(files, { ...sampleFacts, tables, droppedIndexes: [] })).toEqual([])
  expect(
    problemsIn({ ...sampleFiles(), shelf: '{ "fields": 1 }' }, { ...sampleFacts, tables }).filter(
      ({ id }) => id === 'W502',
    ),
  ).toHaveLength(1)
})

test('an action with a hand-written dialog needs neither a question nor inputs', () => {
  const files: Spoiled = sampleFiles()
  delete files.club.actions.Remind.confirm
  const idsWith = (club: object) =>
    problemsIn(files, { ...sampleFacts, screens: { ...sampleFacts.screens, club } }).map(({ id }) => id)
  expect(idsWith({})).toEqual(['W920'])
  expect(idsWith({ ActionDialogs: ['Remind'] })).toEqual([])
})
