import { describe, expect, test } from 'vitest'
import {
  accountProblem,
  type WhiteListEntry,
  whiteListRefusal,
  whiteListStatus,
} from '../../../src/domain/accounts/white-list'
import vectors from '../vectors/white-list.json'

const row: WhiteListEntry = {
  VACAccount: '77001260001235',
  CheckType: 'AccountAmountDate',
  WhiteListState: 'Active',
  Amount: 1000,
  StartDate: '2026-11-01',
  EndDate: '2026-11-30',
  MaxTimes: 2,
  UsedTimes: 1,
}

describe('a payment against the white list', () => {
  test.each(vectors.payments)('$why', ({ rows, payment, refusal }) => {
    const listed = rows.map((changes) => ({ ...row, ...changes }) as WhiteListEntry)
    expect(whiteListRefusal(listed, { account: '77001260001235', amount: 1000, date: '2026-11-15', ...payment })).toBe(
      refusal,
    )
  })
})

describe('the state of an entry', () => {
  test.each([
    [{}, 'Active'],
    [{ EndDate: '2026-11-20' }, 'Active'],
    [{ EndDate: '2026-11-19' }, 'Expired'],
    [{ EndDate: null }, 'Active'],
    [{ UsedTimes: 2 }, 'Used'],
    [{ UsedTimes: 2, EndDate: '2026-11-19' }, 'Used'],
    [{ UsedTimes: 2, WhiteListState: 'Disabled' }, 'Disabled'],
  ] as const)('%o is %s', (changes, status) =>
    expect(whiteListStatus({ ...row, ...changes }, '2026-11-20')).toBe(status),
  )
})

describe('the account of an entry', () => {
  const rule = { applyCode: '77001', checkType: 'Account', scheme: 'W371', length: 14 } as const
  const withAmount = { applyCode: '77001', checkType: 'AccountAmount', scheme: 'W371', length: 16 } as const

  test.each([
    [rule, '77001260001235', null, null],
    [rule, '7700126000123', null, 'length'],
    [rule, '77002260001235', null, 'format'],
    [rule, '77001260001236', null, 'checkDigit'],
    [withAmount, '7700126000123451', 25_000, null],
    [withAmount, '7700126000123451', 25_001, 'checkDigit'],
    // Without an amount, the digit that includes it cannot be checked.
    [withAmount, '7700126000123459', null, null],
  ] as const)('%o: %s with amount %s', (agreement, VACAccount, Amount, kind) =>
    expect(accountProblem({ VACAccount, Amount }, agreement)?.kind ?? null).toBe(kind),
  )
})
