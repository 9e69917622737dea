import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeCheckDigits, type VACCheckScheme } from '../../../src/domain/accounts/check-digits'
import {
  accountLengthProblems,
  applyCodeOf,
  composeAccount,
  isAccount,
  plainAccount,
  type VACCheckType,
} from '../../../src/domain/accounts/virtual-account'
import vectors from '../vectors/virtual-account.json'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const base = {
  applyCode: '77001',
  checkType: 'Account',
  scheme: 'W371',
  length: 14,
  termNo: '26',
  payerNo: '000123',
  amount: null,
  dueDate: null,
} as const

describe('scheme W371', () => {
  test.each(vectors.valid)('$vacAccount', ({ checkType, applyCode, body, amount, dueDate, vacAccount }) => {
    const type = checkType as VACCheckType
    const serial = body.slice(applyCode.length + (dueDate ? 4 : 0))
    const parts = {
      applyCode,
      checkType: type,
      scheme: 'W371',
      length: vacAccount.length,
      termNo: '',
      payerNo: serial,
      amount,
      dueDate,
    } as const
    expect(composeAccount(parts)).toBe(vacAccount)
    expect(isAccount(vacAccount, parts)).toBe(true)
  })
  test.each(vectors.invalid)('refuses $vacAccount: $why', ({ vacAccount, amount }) => {
    const withAmount = amount !== undefined
    const rule = {
      ...base,
      checkType: withAmount ? 'AccountAmount' : 'Account',
      length: withAmount ? 16 : 14,
      amount: amount ?? null,
    } as const
    expect(isAccount(vacAccount, rule)).toBe(false)
  })
  test('the term and payer numbers are placed between ApplyCode and check digit', () =>
    expect(composeAccount(base)).toBe('77001260001235'))

  test('every single wrong digit is detected', () => {
    fc.assert(
      fc.property(digits(8), fc.nat(13), fc.integer({ min: 1, max: 9 }), (serial, at, step) => {
        const account = composeAccount({ ...base, termNo: '', payerNo: serial })
        const wrong = account.slice(0, at) + ((Number(account[at]) + step) % 10) + account.slice(at + 1)
        expect(isAccount(wrong, { ...base, applyCode: wrong.slice(0, 5) })).toBe(false)
      }),
    )
  })
  test('every single wrong digit of the amount is detected', () => {
    fc.assert(
      fc.property(
        digits(10),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.nat(7),
        fc.integer({ min: 1, max: 9 }),
        (serial, amount, place, step) => {
          const rule = { ...base, checkType: 'AccountAmount', length: 16 } as const
          const account = composeAccount({ ...rule, termNo: '', payerNo: serial, amount })
          const digit = Math.floor(amount / 10 ** place) % 10
          const wrong = amount + (((digit + step) % 10) - digit) * 10 ** place
          expect(isAccount(account, { ...rule, amount: wrong })).toBe(false)
          expect(isAccount(account, { ...rule, amount })).toBe(true)
        },
      ),
    )
  })
  test('swapped neighbouring digits are undetected only if they differ by 5', () => {
    fc.assert(
      fc.property(digits(8), fc.integer({ min: 5, max: 11 }), (serial, at) => {
        const account = composeAccount({ ...base, termNo: '', payerNo: serial })
        const [one, other] = [Number(account[at]), Number(account[at + 1])]
        const swapped = account.slice(0, at) + other + one + account.slice(at + 2)
        expect(isAccount(swapped, base)).toBe(one === other || Math.abs(one - other) === 5)
      }),
    )
  })
})

describe('other schemes', () => {
  test.each(vectors.variants)('$scheme of $body with amount $amount is $check', ({ scheme, body, amount, check }) =>
    expect(computeCheckDigits(scheme as VACCheckScheme, body, amount)).toBe(check),
  )
  test('composed accounts are recognized, in every scheme and check type', () => {
    const scheme = fc.constantFrom(
      ['W371', 14],
      ['W371', 16],
      ['E15W1', 16],
      ['E14W2', 16],
      ['T13', 14],
      ['W11', 14],
      ['W11', 16],
    ) as fc.Arbitrary<[VACCheckScheme, number]>
    const type = fc.constantFrom<VACCheckType>('None', 'Account', 'AccountAmount', 'AccountDue', 'AccountAmountDue')
    fc.assert(
      fc.property(
        scheme,
        type,
        digits(16),
        fc.integer({ min: 1, max: 9_999_999 }),
        ([name, length], checkType, serial, amount) => {
          const check = checkType === 'None' ? 0 : name === 'E14W2' ? 2 : 1
          const payerNo = serial.slice(0, length - 5 - (checkType.endsWith('Due') ? 4 : 0) - check)
          const parts = {
            applyCode: '77001',
            checkType,
            scheme: name,
            length,
            termNo: '',
            payerNo,
            amount,
            dueDate: '2026-11-30',
          }
          expect(isAccount(composeAccount(parts), parts)).toBe(true)
        },
      ),
    )
  })
})

describe('refusals name the field', () => {
  test.each([
    ['a term number with a letter', { termNo: '2A' }, '2002', 'BillTermNo', '期別編號「2A」只能是數字，請更正後再試。'],
    ['a payer number that is too short', { payerNo: '123' }, '2002', 'VACAccount', '各部分的長度與約定不符。'],
    [
      'no due date where the account carries one',
      { checkType: 'AccountDue' },
      '2001',
      'PaymentEndDate',
      '虛擬帳號含繳款截止日，請先填寫繳款截止日。',
    ],
    [
      'no amount where the check digit needs one',
      { checkType: 'AccountAmount' },
      '2001',
      'ShouldPayAmount',
      '虛擬帳號的檢碼含金額，請先填寫應繳金額。',
    ],
    [
      'an amount of nine digits',
      { checkType: 'AccountAmount', amount: 100_000_000 },
      '2007',
      'ShouldPayAmount',
      expect.stringContaining('0 到 99999999'),
    ],
    ['a scheme made for another length', { scheme: 'E15W1' }, '2002', 'VACAccount', expect.stringContaining('E15W1')],
  ] as const)('%s', (_, change, code, field, sentence) => {
    expect(() => composeAccount({ ...base, ...change })).toThrow(
      expect.objectContaining({ code, fields: { [field]: sentence } }),
    )
  })
})

describe('agreements', () => {
  const layout = {
    applyCode: '77001',
    checkType: 'Account',
    scheme: 'W371',
    length: 14,
    termNoLength: 2,
    payerNoLength: 6,
  } as const
  test('lengths that add up are valid', () => {
    expect(accountLengthProblems(layout)).toEqual([])
    expect(accountLengthProblems({ ...layout, checkType: 'AccountDue', length: 16, payerNoLength: 4 })).toEqual([])
    expect(accountLengthProblems({ ...layout, checkType: 'None', payerNoLength: 7 })).toEqual([])
    expect(accountLengthProblems({ ...layout, scheme: 'E14W2', length: 16, payerNoLength: 7 })).toEqual([])
  })
  test('lengths that do not add up are refused with their sum', () => {
    expect(accountLengthProblems({ ...layout, payerNoLength: 7 })).toEqual([expect.stringContaining('合計 15 碼')])
    expect(accountLengthProblems({ ...layout, length: 13, payerNoLength: 5 })).toEqual([
      expect.stringContaining('14 或 16 碼'),
    ])
    expect(accountLengthProblems({ ...layout, scheme: 'E15W1' })).toEqual([expect.stringContaining('E15W1')])
  })
})

test('an incoming account is stored without padding and belongs to the longest matching ApplyCode', () => {
  expect(plainAccount('0077001260001235')).toBe('77001260001235')
  expect(applyCodeOf('0077001260001235', ['770', '77001', '77003'])).toBe('77001')
  expect(applyCodeOf('88001260001235', ['77001'])).toBeNull()
})
