import { expect, test } from 'vitest'
import { problemsIn, sampleFiles, sampleKnown } from './sample-files'

// biome-ignore lint/suspicious/noExplicitAny: tests spoil files in ways that no type allows.
type Spoiled = any

test('all mistakes are reported together, each with its line and column', () => {
  const files: Spoiled = sampleFiles()
  files.club.menu.group = 'basics'
  files.club.list.columns[1] = 'ClubNaem'
  files.member.fields.ClubCode.to = 'clubs'
  const problems = problemsIn(files)
  expect(problems.map(({ id, file }) => `${id} ${file}`)).toEqual(['S102 schemas/club.json', 'S201 schemas/club.json', 'S301 schemas/member.json'])
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

test('a missing key is shown at the object that lacks it', () => {
  const files: Spoiled = sampleFiles()
  delete files.club.fields.ClubName.label
  const [problem] = problemsIn(files)
  expect(JSON.stringify(files.club, null, 2).split('\n')[(problem?.line ?? 0) - 1]).toContain('"ClubName": {')
})

test('files that are no objects, empty or hostile are refused, never thrown at', () => {
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

test('a list hides columns at first, and nothing that is none', () => {
  const club = (hidden: string[]) => {
    const files: Spoiled = sampleFiles()
    files.club.list.hidden = hidden
    return files
  }
  expect(problemsIn(club(['State']))).toEqual([])
  expect(problemsIn(club(['ClubNo'])).map(({ id }) => id)).toContain('S201')
})

test('stored values that break the rules of a field are reported with their number', () => {
  const column = { type: 'text', filled: 9, longest: 4, codes: null }
  const database = {
    club: {
      club_code: { ...column, refused: { count: 2, why: '社團代碼格式不正確，請輸入大寫字母。' }, repeated: 1 },
      club_name: { ...column, empty: 3 },
    },
  }
  expect(problemsIn(sampleFiles(), { ...sampleKnown, database }).map(({ id, message, hint }) => [id, message, hint])).toEqual([
    [
      'S503',
      'fields.ClubCode cannot have these rules: they reject 2 values in the database.',
      'Correct those records first. 社團代碼格式不正確，請輸入大寫字母。',
    ],
    ['S503', 'fields.ClubCode.unique cannot be set: several records in the database share 1 value.', 'Correct those records first.'],
    ['S503', 'fields.ClubName.required cannot be true: 3 records in the database have no value.', 'Correct those records first.'],
  ])
})
