import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../src/domain/dates/dates'
import { Refusal } from '../../src/domain/refusal'
import type { Layout, LayoutField, LayoutLine } from '../../src/schema/layouts/layout'
import { BankFileRefusal, type LineValue, type LineValues } from '../../src/server/payments/files/bank-file'
import { inChunks, type LayoutName, layouts, readAll, writeAll } from '../support/payments/bank-files'
import { sampled } from '../support/sample'

const numRuns = sampled(200, 50)

const characters = [...'ABZ019 -+.許功蓋臺灣銀行繳費帳單轉提款']
const bytes = (text: string) =>
  Array.from(text, (character) => (character > '~' ? 2 : 1)).reduce<number>((sum, size) => sum + size, 0)
const day = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('1912-01-01', days))

/** Returns values that a field can have. */
const fieldValue = ({ type, length, padding, decimals = 0 }: LayoutField): fc.Arbitrary<LineValue> => {
  if (type === 'number') return fc.integer({ min: 0, max: 10 ** Math.min(length - decimals, 12) - 1 })
  if (type === 'digits') return fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
  if (type === 'sign') return fc.constantFrom('Plus', 'Minus')
  if (type === 'date' || type === 'rocDate') return day
  if (type === 'time') return fc.stringMatching(/^([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]$/)
  if (padding === 'zeros') return fc.stringMatching(new RegExp(`^([1-9A-Z][0-9]{0,${length - 1}})?$`))
  return fc
    .array(fc.constantFrom(...characters), { maxLength: length })
    .map((some) => some.join('').trimEnd())
    .filter((text) => bytes(text) <= length)
}

/** Returns texts of a field with parts: each part is a number or a text of digits. */
const wholeOf = ({ length, offset }: LayoutField, parts: readonly LayoutField[]): fc.Arbitrary<LineValue> =>
  fc
    .stringMatching(new RegExp(`^[0-9]{${Math.max(...parts.map((part) => part.offset + part.length)) - offset}}$`))
    .map((text) => text.slice(0, length))

const valuesOf = ({ fields }: LayoutLine): fc.Arbitrary<LineValues> => {
  const partsOf = (name: string) => Object.values(fields).filter(({ within }) => within === name)
  const given = Object.entries(fields).filter(
    ([, { type, value, within }]) => type !== 'filler' && value === undefined && within === undefined,
  )
  return fc.record(
    Object.fromEntries(
      given.map(([name, field]) => [
        name,
        partsOf(name).length > 0 ? wholeOf(field, partsOf(name)) : fieldValue(field),
      ]),
    ),
  )
}

const contentOf = ({ header, details }: Layout) =>
  fc.record({
    ...(header ? { header: valuesOf(header) } : {}),
    details: fc.array(
      fc.oneof(...Object.entries(details).map(([kind, line]) => valuesOf(line).map((values) => ({ kind, values })))),
      {
        minLength: header ? 0 : 1,
        maxLength: 20,
      },
    ),
  })

test.each(Object.keys(layouts) as LayoutName[])(
  'random files of %s are read as they were written, in chunks of any size',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(contentOf(layouts[name]), fc.integer({ min: 1, max: 500 }), async (content, size) => {
        const { lines, summary } = await readAll(name, inChunks(writeAll(name, content), size))
        const read = lines.filter(({ part }) => part === 'detail')
        expect(read).toMatchObject(content.details)
        if (content.header) expect(summary.header).toMatchObject(content.header)
        const sum = read.reduce(
          (total, { values }) => total + Number(values.Amount ?? 0) * (values.AmountSign === 'Minus' ? -1 : 1),
          0,
        )
        expect(summary).toMatchObject({ count: content.details.length, sum })
      }),
      { numRuns },
    )
  },
)

test('a store file that is cut anywhere before its last line break is refused', async () => {
  const content = fc.sample(contentOf(layouts.store), { numRuns: 50 }).find(({ details }) => details.length > 3)
  const file = writeAll('store', content ?? { details: [] })
  for (let length = 0; length < file.length - 2; length++)
    await expect(
      readAll('store', inChunks(file.subarray(0, length), 64)),
      `${length} of ${file.length} bytes`,
    ).rejects.toBeInstanceOf(Refusal)
  const { summary } = await readAll('store', [file.subarray(0, -2)])
  expect(summary.count).toBe(content?.details.length)
  expect(summary.count).toBeGreaterThan(3)
})

test.each(Object.keys(layouts) as LayoutName[])(
  'a file of %s with a changed byte is read, or refused with a line that it has',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(contentOf(layouts[name]), fc.nat(), fc.nat(255), async (content, at, byte) => {
        const file = writeAll(name, content)
        file[at % file.length] = byte
        const result = await readAll(name, [file]).catch((error: unknown) => error)
        if (!(result instanceof BankFileRefusal)) {
          expect(result).toHaveProperty('summary')
          return
        }
        expect(result.lineNo).toBeLessThanOrEqual(content.details.length + 3)
        expect(result.column).toBeLessThanOrEqual(layouts[name].length + 1)
        expect(result.message).toMatch(/^第 \d+ 列|^檔案在第 \d+ 列結束/)
      }),
      { numRuns },
    )
  },
)
