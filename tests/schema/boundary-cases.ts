import { addDays } from '../../src/domain/dates/dates'
import { rulesOf } from '../../src/schema/field-types'
import { optionCodes } from '../../src/schema/field-types/options'
import {
  type EnumField,
  type Field,
  type FileField,
  type FormatField,
  type ImageField,
  isEntered,
  type ListField,
  type PercentField,
  type PlainTextField,
  type RecordValues,
  type TimeField,
} from '../../src/schema/language/types'

/** A value, and whether the field accepts it. */
export type Case = readonly [value: unknown, good: boolean]

/** Values on both sides of every limit that a field sets by itself; none where its type has none. */
export const casesOf = (field: Field, today: string): readonly Case[] => {
  switch (field.type) {
    case 'string':
    case 'text':
      return [...lengths(field), ...lines(field)]
    case 'integer':
    case 'money':
      return sides(field, (value: number, step) => value + step)
    case 'percent':
      return [...sides(field, (value: number, step) => value + step), ...places(field)]
    case 'date':
      return [...sides(dated(field, today), (value: string, step) => addDays(value, step)), ['2026-02-30', false]]
    case 'month':
      return [...sides(dated(field, today.slice(0, 7)), monthsLater), ['2026-13', false]]
    case 'time':
      return [...sides(dated(field, ''), minutesLater), ['24:00', false], ['09:60', false]]
    case 'enum':
      return [...optionCodes(field).map((code) => [code, true] as const), ['NoSuchCode', false]]
    case 'enumList':
      return [...counts(combinableCodes(field), field), [['NoSuchCode'], false], ...exclusiveCases(field)]
    case 'reference':
      return [
        [field.storedAs === 'bigint' ? 7 : 'R7', true],
        [{}, false],
        [field.storedAs === 'bigint' ? 'x' : 'R\u0000', false],
      ]
    case 'referenceList':
      return counts(
        Array.from({ length: field.max + 1 }, (_, index) => (field.storedAs === 'bigint' ? index + 1 : `R${index}`)),
        field,
      )
    case 'rows':
      return rowCounts(field)
    case 'file':
      return files(field)
    case 'image':
      return pictures(field)
    case 'boolean':
      return [
        [true, true],
        [false, true],
        ['perhaps', false],
      ]
    case 'datetime':
      return [
        ['2026-11-20T09:15:30.000000+08:00', true],
        ['2026-11-20T09:15:30', false],
      ]
    case 'computed':
    case 'count':
    case 'json':
      return []
    default:
      return [
        [rulesOf(field.type).sample(field, 3), true],
        ['9'.repeat(field.max + 1), false],
        [wrong[field.type], false],
      ]
  }
}

/** Invalid values of each format that are almost valid. */
const wrong: Readonly<Record<FormatField['type'], string>> = {
  email: 'someone@example',
  mobile: '0812345678',
  landline: '2700123',
  phone: '2700123',
  uniformNo: '90000018',
  idNo: 'A123456788',
  bankAccount: '12345A789012',
  zipCode: '1000',
  url: 'javascript:alert(1)',
  virtualAccount: '7700126000123A',
  bankTime: '240000',
}

const lengths = ({ min, max, pattern }: PlainTextField): readonly Case[] => {
  const letter = ['A', '1', 'a', '測'].find((one) => !pattern || new RegExp(pattern, 'u').test(one.repeat(max)))
  if (letter === undefined) return []
  const long: Case[] = [
    [letter.repeat(max), true],
    [letter.repeat(max + 1), false],
  ]
  return min > 1 ? [...long, [letter.repeat(min), true], [letter.repeat(min - 1), false]] : long
}

const lines = ({ maxLines, max, type }: PlainTextField): readonly Case[] => {
  const text = (count: number) => Array.from({ length: count }, () => '行').join('\n')
  return type === 'string' || maxLines === undefined || maxLines * 2 + 1 > max
    ? []
    : [
        [text(maxLines), true],
        [text(maxLines + 1), false],
      ]
}

/** A limit and the value one step beyond it. */
const sides = <T>(
  { min, max }: { readonly min?: unknown; readonly max?: unknown },
  later: (value: T, step: number) => T,
): readonly Case[] => [
  ...(isFixed(min)
    ? ([
        [min, true],
        [later(min as T, -1), false],
      ] as const)
    : []),
  ...(isFixed(max)
    ? ([
        [max, true],
        [later(max as T, 1), false],
      ] as const)
    : []),
]

const isFixed = (bound: unknown): boolean => typeof bound === 'number' || typeof bound === 'string'

const dated = ({ min, max }: TimeField, today: string) => ({
  min: min === 'today' ? today : min,
  max: max === 'today' ? today : max,
})

/** The month that many months later. */
export const monthsLater = (month: string, step: number): string => {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + step
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The time that many minutes later, past midnight if necessary. */
export const minutesLater = (time: string, step: number): string => {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + step
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const places = ({ min, decimals }: PercentField): readonly Case[] => {
  const least = typeof min === 'number' ? min : 0
  return [decimals, decimals + 1].map(
    (digits) => [Number((least + 10 ** -digits).toFixed(digits)), digits === decimals] as const,
  )
}

const counts = (
  codes: readonly unknown[],
  { min, max }: { readonly min: number; readonly max: number },
): readonly Case[] => [
  ...(max <= codes.length ? ([[codes.slice(0, max), true]] as const) : []),
  ...(max < codes.length ? ([[codes.slice(0, max + 1), false]] as const) : []),
  ...(min > 1
    ? ([
        [codes.slice(0, min), true],
        [codes.slice(0, min - 1), false],
      ] as const)
    : []),
  [[codes[0], codes[0]], false],
]

/** Returns the codes that can be selected together. */
const combinableCodes = (field: EnumField): readonly string[] =>
  optionCodes(field).filter((code) => !field.exclusive?.includes(code))

/** Returns each exclusive code alone, and with another one. */
const exclusiveCases = (field: EnumField): readonly Case[] =>
  (field.exclusive ?? []).flatMap((code): readonly Case[] => [
    [[code], field.min <= 1],
    [[code, ...combinableCodes(field).slice(0, 1)], false],
  ])

const rowCounts = ({ fields, required, min, max }: ListField): readonly Case[] => {
  const row: RecordValues = Object.fromEntries(
    fields.filter(isEntered).map((field) => [field.name, rulesOf(field.type).sample(field, 2)]),
  )
  const rows = (count: number) => Array.from({ length: count }, () => row)
  return [
    [rows(max), true],
    [rows(max + 1), false],
    ...(required || min > 1
      ? ([
          [rows(min), true],
          [rows(min - 1), false],
        ] as const)
      : []),
    [[{ ...row, NoSuchColumn: 1 }], false],
  ]
}

const files = ({ accept, maxBytes }: FileField): readonly Case[] => [
  ...(accept ?? ['txt', '20261128']).map(
    (ending) => [{ name: `A.${ending.toUpperCase()}`, size: maxBytes }, true] as const,
  ),
  [{ name: `a.${accept?.[0] ?? 'txt'}`, size: maxBytes + 1 }, false],
  [{ name: `a.${accept?.[0] ?? 'txt'}`, size: 0 }, false],
  [{ name: 'a.pdf.exe', size: 1 }, accept === undefined],
]

// The content of an image after its first bytes is not checked.
const pictures = (field: ImageField): readonly Case[] => {
  const start = String(rulesOf('image').sample(field, 0)).slice(0, -4)
  const bytesOf = (address: string) => (address.slice(address.indexOf(',') + 1).length / 4) * 3
  const more = (bytes: number) => start + 'AAAA'.repeat(Math.floor((bytes - bytesOf(start)) / 3))
  return [
    [more(field.maxBytes), true],
    [`${more(field.maxBytes)}AAAA`, false],
    ['data:text/html;base64,AAAA', false],
  ]
}
