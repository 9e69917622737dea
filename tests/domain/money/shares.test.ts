import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proportionalShares } from '../../../src/domain/money/shares'

test.each([
  [10, [600, 400], [6, 4]],
  [10, [1, 1, 1], [4, 3, 3]],
  [10, [333, 333, 334], [3, 3, 4]],
  [1, [1, 999], [0, 1]],
  [0, [5, 5], [0, 0]],
  [7, [], []],
])('%i is shared in proportion to %j as %j', (amount, weights, shares) =>
  expect(proportionalShares(amount, weights)).toEqual(shares),
)

test('shares are whole, add up to the amount, and differ from the exact share by less than one', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(fc.nat({ max: 99_999_999 }), weights, (amount, weighted) => {
      const shares = proportionalShares(amount, weighted)
      const total = weighted.reduce((sum, weight) => sum + weight, 0)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - (amount * (weighted[index] ?? 0)) / total)).toBeLessThan(1.000_001)
    }),
  )
})
