import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSchemas } from '../../src/schema/load/load'
import { readSchemaFiles } from '../../src/server/node/schemas/schema-files'
import { problemsIn, sampleFiles } from './sample-files'

const bills = readFileSync('schemas/bills.json', 'utf8')

/** Bytes as in an image, the same in every run. */
const picture = (length: number): Buffer => {
  let state = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.from(
      Uint8Array.from({ length }, () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state >> 16
      }),
    ),
  ])
}

const big5 = Buffer.concat([Buffer.from('{\n  "label": "'), Buffer.from([0xb1, 0x62, 0xb3, 0xe6]), Buffer.from('"\n}')])

const unlikeText =
  'The file looks like UTF-16 or like a binary file. Save it as UTF-8 without BOM, or remove it from the folder.'

test.each<[string, Buffer, object]>([
  ['UTF-16', Buffer.from(`\ufeff${bills}`, 'utf16le'), { id: 'S101', line: 1, column: 1, hint: unlikeText }],
  ['UTF-16 without a mark', Buffer.from(bills, 'utf16le'), { id: 'S101', line: 1, column: 2, hint: unlikeText }],
  [
    'UTF-16, high bytes first',
    Buffer.from(`\ufeff${bills}`, 'utf16le').swap16(),
    { id: 'S101', line: 1, column: 1, hint: unlikeText },
  ],
  ['a picture', picture(200_000), { id: 'S101', line: 1, column: 1, hint: unlikeText }],
  ['a large picture', picture(5_000_000), { id: 'S119', line: 1, column: 1 }],
  ['Big5', big5, { id: 'S101', line: 2, column: 13, hint: expect.stringContaining('such as Big5') }],
])('a file in %s is refused with one message', (_, bytes, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'unreadable-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'x.json'), bytes)
  expect(loadSchemas(readSchemaFiles(folder)).problems).toEqual([
    expect.objectContaining({ file: 'schemas/x.json', ...expected }),
  ])
})

test('a file with very many mistakes shows the first ones and their number', () => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`Field${index}`, 1]))
  for (const [text, ids] of [
    [JSON.stringify({ label: '試', page: false, fields }, null, 2), ['S102']],
    [`{${'"a": 1,\n'.repeat(20_000)}"b": 1}`, ['S120']],
    [`{${'// a comment\n'.repeat(10_000)}}`, ['S101']],
  ] as const) {
    const problems = problemsIn({ ...sampleFiles(), thing: text }).filter(({ file }) => file === 'schemas/thing.json')
    expect(problems).toHaveLength(101)
    expect([...new Set(problems.map(({ id }) => id))]).toEqual(ids)
    expect(problems.at(-1)?.message).toMatch(/ \d+ more mistakes follow\.$/)
  }
})
