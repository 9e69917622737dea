import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextFreeTerm, nextPeriod, nextTerm, nextTermDates } from '../../../src/domain/bills/next-term'
import { addDays, addMonths, firstAndLastDay } from '../../../src/domain/dates/dates'

const november = {
  BillTermId: '2026-11',
  BillTermName: '115年11月管理費',
  BillTermNo: '26',
  BillChineseName: '社區管理費繳款單',
  PaymentStartDate: '2026-11-01',
  PaymentEndDate: '2026-11-30',
  MarketEndDate: '2026-12-05',
}

test('a monthly term is followed by that of the next month', () => {
  expect(nextTerm(november)).toEqual({
    values: {
      BillTermId: '2026-12',
      BillTermName: '115年12月管理費',
      BillTermNo: '27',
      BillChineseName: '社區管理費繳款單',
      PaymentStartDate: '2026-12-01',
      PaymentEndDate: '2026-12-31',
      MarketEndDate: '2027-01-05',
    },
    unchanged: [],
  })
})

test('a term of half a year is followed by that of the other half, six months later', () => {
  const term = {
    ...november,
    BillTermId: '1151',
    BillTermName: '115學年度第1學期學費',
    BillTermNo: null,
    MarketEndDate: null,
  }
  expect(nextTerm(term)).toMatchObject({
    values: {
      BillTermId: '1152',
      BillTermName: '115學年度第2學期學費',
      BillTermNo: null,
      PaymentStartDate: '2027-05-01',
      PaymentEndDate: '2027-05-31',
    },
    unchanged: [],
  })
})

test('texts without a period are kept and reported, and the dates move by a month', () => {
  const term = { ...november, BillTermId: 'SPRING', BillTermName: '裝修保證金', BillTermNo: '99' }
  expect(nextTerm(term)).toMatchObject({
    values: { BillTermId: 'SPRING', BillTermName: '裝修保證金', BillTermNo: '99', PaymentEndDate: '2026-12-31' },
    unchanged: ['BillTermId', 'BillTermName', 'BillTermNo'],
  })
})

const used = (ids: readonly string[], numbers: readonly string[] = []) => ({
  ids: new Set(ids),
  numbers: new Set(numbers),
})

test('the first free term is the next one whose id no term has; its texts, dates and number move with it', () => {
  expect(nextFreeTerm(november, used(['2026-11', '2026-12', '2027-01', '2027-03'], ['27', '28']))).toMatchObject({
    values: {
      BillTermId: '2027-02',
      BillTermName: '116年2月管理費',
      BillTermNo: '29',
      PaymentStartDate: '2027-02-01',
      PaymentEndDate: '2027-02-28',
    },
    unchanged: [],
  })
})

test('a free term whose number a live term has gets the next free number', () => {
  expect(nextFreeTerm(november, used(['2026-11'], ['26', '27', '28']))).toMatchObject({
    values: { BillTermId: '2026-12', BillTermNo: '29' },
    unchanged: [],
  })
})

test('if no number is free, the form asks for one', () => {
  const { values, unchanged } = nextFreeTerm({ ...november, BillTermNo: '97' }, used(['2026-11'], ['97', '98', '99']))
  expect(values.BillTermNo).toBe('98')
  expect(unchanged).toEqual(['BillTermNo'])
})

test('a term without a period in its id is proposed once, although its id is used', () => {
  expect(nextFreeTerm({ ...november, BillTermId: 'SPRING' }, used(['SPRING']))).toMatchObject({
    values: { BillTermId: 'SPRING' },
    unchanged: ['BillTermId'],
  })
})

test('the name determines the dates where the id contains no period', () => {
  expect(nextTermDates({ ...november, BillTermId: 'A', BillTermName: '115年第一季' }).PaymentEndDate).toBe('2027-02-28')
})

describe('the next period of a text', () => {
  test.each([
    ['2026-11', '2026-12', 1],
    ['2026-12', '2027-01', 1],
    ['202612', '202701', 1],
    ['11511', '11512', 1],
    ['11512', '11601', 1],
    ['115-12', '116-01', 1],
    ['MGT-2026-09', 'MGT-2026-10', 1],
    ['115年9月管理費', '115年10月管理費', 1],
    ['115年09月管理費', '115年10月管理費', 1],
    ['民國115年12月管理費', '民國116年1月管理費', 1],
    ['2026年12月 B1車位', '2027年1月 B1車位', 1],
    ['2026Q4', '2027Q1', 3],
    ['115年第3季', '115年第4季', 3],
    ['115年第四季', '116年第一季', 3],
    ['1151', '1152', 6],
    ['1152', '1161', 6],
    ['115-2', '116-1', 6],
    ['2026H2', '2027H1', 6],
    ['115年上半年', '115年下半年', 6],
    ['115學年度下學期', '116學年度上學期', 6],
    ['115年度會費', '116年度會費', 12],
    ['2026-PARK', '2027-PARK', 12],
  ])('%s is followed by %s', (text, next, months) => expect(nextPeriod(text)).toEqual({ text: next, months }))

  test.each([
    '',
    'SPRING',
    'SCALE-05',
    '115年11月至12月',
    '115年11、12月',
    '115年度第1期',
    '2026-11-30',
    '20261130',
    '2026-13',
    '115/11/30',
  ])('"%s" contains no period, or more than one', (text) => expect(nextPeriod(text)).toBeUndefined())
})

describe('the number of the next term', () => {
  test.each([
    ['26', '2026-11-01', '27'],
    ['12', '2026-12-01', '01'],
    ['612', '2026-12-01', '701'],
    ['912', '2026-12-01', '001'],
    ['011', '2026-11-01', '012'],
    ['13', '2026-12-01', '14'],
  ])('%s of the term from %s is followed by %s', (BillTermNo, PaymentStartDate, next) =>
    expect(nextTerm({ ...november, BillTermNo, PaymentStartDate }).values.BillTermNo).toBe(next),
  )
})

describe('months later', () => {
  test.each([
    ['2026-11-30', 1, '2026-12-31'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-01-30', 1, '2027-02-28'],
    ['2027-02-28', 12, '2028-02-29'],
    ['2026-11-15', 1, '2026-12-15'],
    ['2026-11-30', -1, '2026-10-31'],
  ])('%s, %i: %s', (date, months, later) => expect(addMonths(date, months)).toBe(later))

  test('the order of two days is kept, and month ends stay month ends', () => {
    const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1950-01-01', days))
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 24 }), (one, other, months) => {
        const [first = '', second = ''] = [one, other].sort()
        expect(addMonths(first, months) <= addMonths(second, months)).toBe(true)
        const [, last] = firstAndLastDay(one.slice(0, 7))
        const end = addMonths(last, months)
        expect(end).toBe(firstAndLastDay(end.slice(0, 7))[1])
      }),
    )
  })
})
