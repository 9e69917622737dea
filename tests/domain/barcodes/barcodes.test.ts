import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code39Modules } from '../../../src/domain/barcodes/code39'
import {
  accountOfSegment2,
  type Barcodes,
  isMarketBarcodes,
  marketBarcodes,
  type Segment3Date,
} from '../../../src/domain/barcodes/market-barcode'
import { isPostBarcodes, postBarcodes } from '../../../src/domain/barcodes/post-barcode'
import { addDays, isIsoDate } from '../../../src/domain/dates/dates'
import { formatRoc6, formatRoc7, parseDate, parseRoc6 } from '../../../src/domain/dates/roc-date'
import code39 from '../vectors/code39.json'
import cvs from '../vectors/cvs-barcode.json'
import post from '../vectors/post-barcode.json'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const day = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2024-01-01', days))
/** Any day that a record can contain, most of them close to today. */
const anyDay = fc
  .oneof(
    day,
    fc.integer({ min: -400_000, max: 2_900_000 }).map((days) => addDays('2024-01-01', days)),
  )
  .filter(isIsoDate)
const today = fc.integer({ min: 0, max: 10_000 }).map((days) => addDays('2020-01-01', days))

describe('store barcodes', () => {
  test.each(cvs.valid)('$barcode1 $barcode2 $barcode3', (vector) => {
    const barcodes = marketBarcodes({
      deadline: vector.dueDate,
      dueDate: vector.dueDate,
      itemCode: vector.agencyCode,
      account: vector.account,
      amount: vector.amount,
      segment3Date: vector.seg3Date as Segment3Date,
      today: vector.dueDate,
    })
    expect(barcodes).toEqual([vector.barcode1, vector.barcode2, vector.barcode3])
    expect(isMarketBarcodes(barcodes)).toBe(true)
  })
  test.each([
    ['Left', '77001260001235'],
    ['Right', '77001260001235'],
    ['Right', '77001260001230'],
    ['Left', '7700126000123452'],
    ['Right', '7700126000123452'],
  ] as const)('an account that is filled on the side %s is found again: %s', (padding, account) => {
    const [, second] = marketBarcodes({
      deadline: '2026-11-30',
      dueDate: '2026-11-30',
      itemCode: '7A1',
      account,
      amount: 1000,
      padding,
      today: '2026-11-20',
    })
    expect(accountOfSegment2(second, { padding, length: account.length })).toBe(account)
  })
  test.each(cvs.invalid)('refuses $barcode3: $why', ({ barcode1, barcode2, barcode3 }) =>
    expect(isMarketBarcodes([barcode1, barcode2, barcode3])).toBe(false),
  )
  test.each(cvs.scanned)('accepts letters in the account (%s)', (...barcodes) =>
    expect(isMarketBarcodes(barcodes as unknown as Barcodes)).toBe(true),
  )

  test('the deadline of the stores may be later than the printed due date', () => {
    const data = {
      deadline: '2026-12-05',
      dueDate: '2026-11-30',
      itemCode: '7A1',
      account: '77001260001235',
      amount: 1000,
      today: '2026-11-20',
    }
    const [first, , third] = marketBarcodes(data)
    expect(first).toBe('1512057A1')
    expect(third.slice(0, 4)).toBe('1130')
  })
  const good = {
    deadline: '2026-11-30',
    dueDate: '2026-11-30',
    itemCode: '7A1',
    account: '77001260001235',
    amount: 1000,
    today: '2026-11-20',
  }
  test('every accepted day is read back as the same day, and every other day is refused', () => {
    fc.assert(
      fc.property(anyDay, today, fc.boolean(), (date, today, isDue) => {
        const print = () =>
          marketBarcodes({
            ...good,
            deadline: isDue ? today : date,
            dueDate: isDue ? date : today,
            today,
            segment3Date: 'YYMM',
          })
        if (parseRoc6(formatRoc6(date), today) !== date) {
          expect(print).toThrow(expect.objectContaining({ name: 'Refusal', code: '2002' }))
          return
        }
        const [first, , third] = print()
        expect(parseRoc6(first.slice(0, 6), today)).toBe(isDue ? today : date)
        expect(third.slice(0, 4)).toBe(formatRoc6(isDue ? date : today).slice(0, 4))
        expect([first.length, third.length]).toEqual([9, 15])
      }),
    )
  })
  test.each([
    { deadline: '9999-12-31' },
    { dueDate: '9999-12-31' },
    { deadline: '2126-11-22' },
    { deadline: '1911-12-31' },
  ])('refuses %o', (wrong) =>
    expect(() => marketBarcodes({ ...good, ...wrong })).toThrow(
      expect.objectContaining({ name: 'Refusal', code: '2002' }),
    ),
  )
  test('every misread digit is detected', () => {
    const wrong = fc.record({ segment: fc.constantFrom(0, 1, 2), at: fc.nat(15), step: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(
        digits(14),
        fc.integer({ min: 1, max: 60_000 }),
        day,
        wrong,
        (account, amount, deadline, { segment, at, step }) => {
          const barcodes = [
            ...marketBarcodes({ deadline, dueDate: deadline, itemCode: '7A1', account, amount, today: deadline }),
          ] as [string, string, string]
          const text = barcodes[segment] ?? ''
          fc.pre(/\d/.test(text[at] ?? ''))
          barcodes[segment] = text.slice(0, at) + ((Number(text[at]) + step) % 10) + text.slice(at + 1)
          expect(isMarketBarcodes(barcodes)).toBe(false)
        },
      ),
    )
  })
  test.each([
    ['an item code of two characters', { itemCode: '7A' }],
    ['a lower-case item code', { itemCode: '7a1' }],
    ['an account of 17 digits', { account: '12345678901234567' }],
    ['a negative amount', { amount: -1 }],
    ['half a dollar', { amount: 0.5 }],
    ['ten digits of amount', { amount: 1_000_000_000 }],
  ])('refuses %s', (_, wrong) => {
    const data = { ...good, ...wrong }
    expect(() => marketBarcodes(data)).toThrow(expect.objectContaining({ name: 'Refusal', code: '2002' }))
  })
})

describe('post office barcodes', () => {
  test.each(post.valid)(
    '$barcode1 $barcode2 $barcode3',
    ({ giroAccount, dueDate, account, amount, barcode1, barcode2, barcode3 }) => {
      const barcodes = postBarcodes({ giroAccount, deadline: dueDate, account, amount })
      expect(barcodes).toEqual([barcode1, barcode2, barcode3])
      expect(isPostBarcodes(barcodes)).toBe(true)
      const [first, second, third] = barcodes
      expect(isPostBarcodes([first, second.slice(0, 23) + ((Number(second[23]) + 1) % 10), third])).toBe(false)
      expect(isPostBarcodes([first, second, `9${third}`])).toBe(false)
    },
  )
  test('every accepted day is read back as the same day, and every other day is refused', () => {
    fc.assert(
      fc.property(anyDay, (deadline) => {
        const print = () => postBarcodes({ giroAccount: '50012345', deadline, account: '77001260001235', amount: 1000 })
        if (parseDate(formatRoc7(deadline)) !== deadline) {
          expect(print).toThrow(expect.objectContaining({ name: 'Refusal', code: '2002' }))
          return
        }
        const barcodes = print()
        expect(parseDate(barcodes[1].slice(0, 7))).toBe(deadline)
        expect(isPostBarcodes(barcodes)).toBe(true)
      }),
    )
  })
  test.each([
    { deadline: '9999-12-31' },
    { deadline: '2911-01-01' },
    { deadline: '1911-12-31' },
    { giroAccount: '5001234' },
    { account: 'ABC' },
    { amount: 100_000_000 },
    { amount: 0 },
  ])('refuses %o', (wrong) => {
    const data = { giroAccount: '50012345', deadline: '2026-11-30', account: '77001260001235', amount: 1000, ...wrong }
    expect(() => postBarcodes(data)).toThrow(expect.objectContaining({ name: 'Refusal' }))
  })
})

describe('Code 39', () => {
  test.each(code39.vectors)('$text', ({ text, modules }) => expect(code39Modules(text)).toBe(modules))
  test('accepts its 43 characters and no others', () => {
    expect(() => code39Modules('0AZ-. $/+%')).not.toThrow()
    for (const text of ['a', '王']) expect(() => code39Modules(text)).toThrow(`Code 39 has no character "${text}"`)
  })
  test('every character is sixteen narrow widths wide, gap included, and begins and ends with a bar', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z\-. $/+%]{1,24}$/), (text) => {
        const modules = code39Modules(text)
        expect(modules).toHaveLength((text.length + 2) * 16 - 1)
        expect(modules[0]).toBe('1')
        expect(modules.at(-1)).toBe('1')
      }),
    )
  })
})
