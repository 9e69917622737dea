import { describe, expect, test } from 'vitest'
import { facetsOf, fieldTypes, isFieldType, rulesOf } from '../../src/schema/field-types'
import { computedKinds, type Field } from '../../src/schema/language/types'
import { validateRecord } from '../../src/schema/rules/validate'
import { valueText } from '../../src/schema/text/value-text'
import { everyType } from '../support/schemas/every-type'
import { fixtures } from '../support/schemas/fixtures'
import { fitted } from '../support/schemas/generated-record'
import { testSchemas } from '../support/schemas/schemas'
import { portal } from './portal-files'

const base = {
  name: 'X',
  label: '欄位',
  required: false,
  readOnly: false,
  writeOnce: false,
  detailOnly: false,
  virtual: false,
} as const
const context = { today: '2026-11-20', parseItem: (_: unknown, value: object) => ({ value: { ...value }, errors: {} }) }
const read = (field: Field, value: unknown) => {
  const parsed = rulesOf(field.type).parse(value, field, context)
  return 'value' in parsed ? parsed.value : 'error' in parsed ? new Error(parsed.error) : new Error('rows')
}
const format = (type: Extract<Field, { max: number }>['type'], max: number) => ({ ...base, type, max }) as Field

test('a time of the bank’s files is shown with colons, and an old record’s other text as it is', () => {
  const shown = (value: unknown) => valueText(format('bankTime', 6), { X: value })
  expect(['082129', '', null, '0821'].map(shown)).toEqual(['08:21:29', '', '', '0821'])
})

test('the types that the specification requires exist', () => {
  expect(fieldTypes).toEqual([
    'string',
    'text',
    'integer',
    'money',
    'percent',
    'date',
    'datetime',
    'month',
    'time',
    'boolean',
    'enum',
    'enumList',
    'reference',
    'referenceList',
    'rows',
    'email',
    'mobile',
    'landline',
    'phone',
    'uniformNo',
    'idNo',
    'bankAccount',
    'zipCode',
    'url',
    'virtualAccount',
    'bankTime',
    'file',
    'image',
    'json',
    'computed',
    'count',
  ])
})

describe('formats', () => {
  test.each<[Parameters<typeof format>[0], number, string, string]>([
    ['mobile', 10, ' 0987-654-321', '0987654321'],
    ['mobile', 10, '+886912345678', '0912345678'],
    ['mobile', 10, '０９１２３４５６７８', '0912345678'],
    ['phone', 20, '0900 000 000', '0900000000'],
    ['phone', 20, '02-27001234', '02-27001234'],
    ['landline', 20, '02-27001234#123', '02-27001234#123'],
    ['uniformNo', 8, '04595252', '04595252'],
    ['idNo', 10, 'a123456789', 'A123456789'],
    ['idNo', 10, '90000017', '90000017'],
    ['bankAccount', 16, '123-456 789012', '123456789012'],
    ['zipCode', 6, '100006', '100006'],
    ['email', 80, 'wangdm@example.com', 'wangdm@example.com'],
    ['url', 500, ' https://www.example.com.tw:8443/a?b=c#d', 'https://www.example.com.tw:8443/a?b=c#d'],
    ['virtualAccount', 16, '7700-1260 0012 35', '77001260001235'],
    ['bankTime', 6, '08:21:29', '082129'],
  ])('%s parses %s%s as %s', (type, max, given, wanted) => {
    expect(read(format(type, max), given)).toBe(wanted)
  })

  test.each<[Parameters<typeof format>[0], number, unknown]>([
    ['mobile', 10, '091234567'],
    ['landline', 20, '0912345678'],
    ['phone', 20, '12345'],
    ['uniformNo', 8, '12345678'],
    ['uniformNo', 8, '00000000'],
    ['idNo', 10, 'A123456788'],
    ['bankAccount', 16, '12345'],
    ['bankAccount', 16, '12345678901234567'],
    ['zipCode', 6, '000'],
    ['email', 80, 'a@b'],
    ['email', 80, 'a b@example.com'],
    ['email', 80, `${'a'.repeat(80)}@example.com`],
    ['email', 80, { toString: () => 'a@example.com' }],
    ['mobile', 10, ['0912345678']],
    ['url', 500, 'javascript:alert(1)'],
    ['url', 500, 'https://bank.example.com@evil.example.com'],
    ['url', 500, 'https://例 子'],
    ['url', 500, 'data:text/html,x'],
    ['virtualAccount', 16, '770012600012351'],
    ['virtualAccount', 16, '7700126000123X'],
    ['bankTime', 6, '246060'],
    ['bankTime', 6, '0821'],
  ])('%s rejects %s%j', (type, max, given) => {
    expect(read(format(type, max), given)).toBeInstanceOf(Error)
  })
})

test('a file is an id, or an object with an allowed name and a size within limits', () => {
  const field: Field = { ...base, type: 'file', accept: ['xlsx', 'csv'], maxBytes: 1024 * 1024 }
  expect(read(field, 'f-1')).toBe('f-1')
  expect(read(field, { name: 'Bills.XLSX', size: 5 })).toEqual({ name: 'Bills.XLSX', size: 5 })
  expect(read(field, { name: 'bills.exe', size: 5 })).toEqual(new Error('欄位只接受 xlsx、csv 檔。'))
  expect(read(field, { name: 'xlsx', size: 5 })).toBeInstanceOf(Error)
  expect(read(field, { name: 'a.csv', size: 0 })).toEqual(new Error('欄位是空的檔案，請確認內容後重新選擇。'))
  expect(read(field, { name: 'a.csv', size: 1024 * 1024 + 1 })).toEqual(
    new Error('欄位最大 1 MB，請縮小或分成數個檔案。'),
  )
  expect(read(field, '../etc/passwd')).toBeInstanceOf(Error)
  expect(read({ ...base, type: 'file', maxBytes: 10 }, { name: 'MART.20261128', size: 5 })).toEqual({
    name: 'MART.20261128',
    size: 5,
  })
})

describe('days, months and times of day', () => {
  const typed = (type: 'date' | 'month' | 'time', bounds: object = {}): Field => ({ ...base, type, ...bounds })
  test.each<['date' | 'month' | 'time', string, string]>([
    ['date', '115/11/30', '2026-11-30'],
    ['date', '1151130', '2026-11-30'],
    ['date', '2026/11/30', '2026-11-30'],
    ['month', '2026-11', '2026-11'],
    ['month', '2026/1', '2026-01'],
    ['month', '202611', '2026-11'],
    ['month', '115/11', '2026-11'],
    ['month', '11511', '2026-11'],
    ['month', '１１５／１１', '2026-11'],
    ['month', '民國115年11月', '2026-11'],
    ['time', '9:05', '09:05'],
    ['time', '0930', '09:30'],
    ['time', '２３：５９', '23:59'],
  ])('%s parses %s as %s', (type, given, wanted) => expect(read(typed(type), given)).toBe(wanted))

  test.each<['month' | 'time', unknown]>([
    ['month', '2026-13'],
    ['month', '0001'],
    ['month', '2026'],
    ['month', 202611],
    ['time', '24:00'],
    ['time', '9:60'],
    ['time', '9'],
    ['time', '9:5'],
  ])('%s rejects %s', (type, given) => expect(read(typed(type), given)).toBeInstanceOf(Error))

  test('limits are reported with the words of the type', () => {
    expect(read(typed('month', { min: 'today' }), '2026-10')).toEqual(new Error('欄位不可早於 2026/11。'))
    expect(read(typed('time', { max: '17:30' }), '17:31')).toEqual(new Error('欄位不可晚於 17:30。'))
  })

  test.each<['date' | 'month', string, string | null]>([
    [
      'date',
      '26/12/01',
      '欄位不可早於 2000/01/01。目前讀為 1937/12/01（民國 26 年）；若是 2026/12/01（民國 115 年）或 2037/12/01（民國 126 年），請填寫完整的年份。',
    ],
    [
      'date',
      '15/12/01',
      '欄位不可早於 2000/01/01。目前讀為 1926/12/01（民國 15 年）；若是 2026/12/01（民國 115 年）或 2015/12/01（民國 104 年），請填寫完整的年份。',
    ],
    [
      'date',
      '0115/12/01',
      '欄位不可早於 2000/01/01。目前讀為 0115/12/01；若是 2026/12/01（民國 115 年），請填寫完整的年份。',
    ],
    [
      'date',
      '0026/12/01',
      '欄位不可早於 2000/01/01。目前讀為 0026/12/01；若是 2026/12/01（民國 115 年），請填寫完整的年份。',
    ],
    [
      'date',
      '3026/12/01',
      '欄位不可晚於 2099/12/31。目前讀為 3026/12/01（民國 1115 年）；若是 2026/12/01（民國 115 年），請填寫完整的年份。',
    ],
    ['date', '24/02/30', '欄位不是正確的日期，請輸入如 2026/11/30 或 115/11/30。'],
    ['date', '1954/01/01', '欄位不可早於 2000/01/01。'],
    ['date', '9999/12/31', '欄位不可晚於 2099/12/31。'],
    ['date', '99/12/31', null],
    ['date', '2000/01/01', null],
    ['date', '2099/12/31', null],
    [
      'month',
      '26/12',
      '欄位不可早於 2000/01。目前讀為 1937/12（民國 26 年）；若是 2026/12（民國 115 年）或 2037/12（民國 126 年），請填寫完整的年份。',
    ],
    ['month', '2099/12', null],
  ])('%s %s: an impossible year is refused with the days that may be meant', (type, given, message) => {
    const result = read(typed(type), given)
    if (message === null) expect(result).not.toBeInstanceOf(Error)
    else expect(result).toEqual(new Error(message))
  })

  test('the days that may be meant are within the bounds of the field, which may also admit earlier days', () => {
    const message =
      '欄位不可早於 2000/01/01。目前讀為 1937/11/01（民國 26 年）；若是 2026/11/01（民國 115 年），請填寫完整的年份。'
    expect(read(typed('date', { max: 'today' }), '26/11/01')).toEqual(new Error(message))
    expect(read(typed('date', { min: '1900-01-01' }), '26/11/01')).toBe('1937-11-01')
    expect(read({ ...base, type: 'datetime' }, '1937-11-01T08:00:00+08:00')).toBeInstanceOf(Error)
  })

  test('a limit can be another field of the same type', () => {
    const fields: Field[] = [
      { ...base, type: 'time', name: 'From', label: '開始' },
      { ...base, type: 'time', name: 'To', label: '結束', min: { field: 'From' } },
    ]
    const validate = (row: object) =>
      validateRecord({ fields }, { ...row }, { mode: 'create', today: '2026-11-20', role: '' }).errors
    expect(validate({ From: '09:00', To: '08:59' })).toEqual({ To: '結束不可早於開始（09:00）。' })
    expect(validate({ From: '09:00', To: '0900' })).toEqual({})
  })
})

describe('a percentage', () => {
  const field: Field = { ...base, type: 'percent', min: 0, max: 100, decimals: 2 }
  test.each<[unknown, number]>([
    ['1.5', 1.5],
    ['1.50 %', 1.5],
    ['１．２５％', 1.25],
    [0, 0],
    ['100', 100],
  ])('is parsed: %s as %s', (given, wanted) => expect(read(field, given)).toBe(wanted))
  test.each<[unknown, string]>([
    ['1.555', '欄位最多到小數點後 2 位。'],
    ['-1', '欄位不可小於 0%。'],
    ['100.01', '欄位不可大於 100%。'],
    ['1,5', '欄位應為百分比，例如 1.5。'],
    [Number.NaN, '欄位應為百分比，例如 1.5。'],
  ])('is rejected: %s', (given, sentence) => expect(read(field, given)).toEqual(new Error(sentence)))
})

describe('an image', () => {
  const field: Field = { ...base, type: 'image', maxBytes: 100 }
  const dot = String(rulesOf('image').sample(field, 1))
  test('is a small PNG, JPEG or WebP inside the record', () => {
    expect(read(field, dot)).toBe(dot)
    expect(read({ ...field, maxBytes: 10 }, dot)).toEqual(new Error('欄位最大 0 KB，請縮小圖片後重新選擇。'))
  })
  test.each([
    'data:image/svg+xml;base64,PHN2Zy8+',
    dot.replace('image/png', 'image/jpeg'),
    dot.replace('iVBOR', 'PHN2Z'),
    'https://example.com/logo.png',
    `${dot}"><script>`,
    7,
  ])('is not %s', (given) => expect(read(field, given)).toBeInstanceOf(Error))
})

test('a datetime needs its offset', () => {
  const field: Field = { ...base, type: 'datetime' }
  expect(read(field, '2026-11-20T09:15:30.123456+08:00')).toBe('2026-11-20T09:15:30.123456+08:00')
  expect(read(field, '2026-11-20T09:15:30')).toBeInstanceOf(Error)
  expect(read(field, '2026-13-20T09:15:30Z')).toBeInstanceOf(Error)
})

test('a reference stores a number where the referenced field is one, and a code otherwise', () => {
  const by = (name: string): Field => ({
    ...base,
    type: 'reference',
    to: 'fee',
    by: name,
    storedAs: name === 'FeeCode' ? 'text' : 'bigint',
    same: [],
    min: 0,
    max: 1,
  })
  expect(read(by('SerialId'), '12')).toBe(12)
  expect(read(by('SerialId'), "1' or '1'='1")).toBeInstanceOf(Error)
  expect(read(by('SortNo'), '-3')).toBe(-3)
  expect(read(by('FeeCode'), ' F01 ')).toBe('F01')
  expect(read(by('FeeCode'), { FeeCode: 'F01' })).toBeInstanceOf(Error)
})

test('a reference by a date stores a date', () => {
  const field: Field = {
    ...base,
    type: 'reference',
    to: 'holiday',
    by: 'HolidayDate',
    storedAs: 'date',
    same: [],
    min: 0,
    max: 1,
  }
  expect(read(field, '2026-11-20')).toBe('2026-11-20')
  expect(read(field, '2026-11-31')).toBeInstanceOf(Error)
  expect(rulesOf(field.type).columnType(field)).toBe('date')
})

test('columns have the type of their values; a count has no column', () => {
  const column = (resource: string, name: string) => {
    const field = portal.get(resource).fields.find((one) => one.name === name)
    return field && rulesOf(field.type).columnType(field)
  }
  expect([
    column('fee', 'SerialId'),
    column('fee', 'DefaultAmount'),
    column('fee', 'FeeName'),
    column('fee', 'BillCategoryCode'),
  ]).toEqual(['bigint', 'bigint', 'text', 'text'])
  expect([
    column('billTerm', 'PaymentEndDate'),
    column('billTerm', 'FeeItems'),
    column('billTerm', 'BillCount'),
    column('fee', 'UpdateTime'),
  ]).toEqual(['date', 'jsonb', null, 'timestamptz'])
})

// Generated tests of the API are built from samples, so each must pass its own rules.
describe.each(testSchemas(fixtures()).resources.map((resource) => [resource.name, resource] as const))(
  'samples of %s',
  (_, resource) => {
    test.each([1, 2, 7, 100])('are valid (seed %i)', (seed) => {
      const fields = resource.fields.filter(
        (field) => !field.virtual && rulesOf(field.type).canBeEntered !== false && field.type !== 'rows',
      )
      for (const field of fields)
        expect(read(field, rulesOf(field.type).sample(field, seed)), field.name).not.toBeInstanceOf(Error)
      const samples = Object.fromEntries(fields.map((field) => [field.name, rulesOf(field.type).sample(field, seed)]))
      const { errors } = validateRecord({ fields }, fitted(fields, samples, seed), {
        mode: 'create',
        role: '',
        today: '2026-11-20',
      })
      expect(errors).toEqual({})
    })
  },
)

test('the resource that every screen is tested with has a field of each type that users see in a form or on a detail page', () => {
  const used: readonly string[] = Object.values(everyType.fields).map(({ type }) => type)
  // Datetimes are part of every record, counts and files part of the portal's own resources.
  expect(fieldTypes.filter((type) => !used.includes(type))).toEqual(['file', 'count'])
})

test.each(computedKinds.flatMap((as) => (isFieldType(as) ? [as] : [])))(
  'a value computed as %s is counted, compared and formatted like a field of that type',
  (as) => {
    const { comparedAs, numberKind, literal, display } = rulesOf(as)
    const {
      column: _,
      jsonSchema: __,
      ...facets
    } = { column: '', jsonSchema: {}, ...facetsOf({ type: 'computed', as }) }
    expect(facets).toEqual(
      Object.fromEntries(
        Object.entries({ comparedAs, numberKind, literal, display }).filter(([, facet]) => facet !== undefined),
      ),
    )
  },
)

test('numbers are the types that can be calculated with; percentages are not whole', () => {
  const numbers = fieldTypes.filter((type) => rulesOf(type).numberKind)
  expect(numbers).toEqual(['integer', 'money', 'percent', 'count'])
  expect(numbers.filter((type) => !rulesOf(type).numberKind?.isWhole)).toEqual(['percent'])
  expect(fieldTypes.filter((type) => rulesOf(type).group === 'number')).toEqual(numbers)
})
