/**
 * Returns the shares of an amount in proportion to the weights, in whole units that add up to the amount.
 * The units that remain after rounding down go to the shares with the largest remainders, the first ones first.
 */
export const proportionalShares = (amount: number, weights: readonly number[]): readonly number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  // BigInt, because the products may exceed the integers that a number represents exactly.
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = products.map((product) => Number(product / BigInt(total)))
  const left = amount - shares.reduce((sum, share) => sum + share, 0)
  const favoured = products
    .map((product, index) => ({ index, remainder: product % BigInt(total) }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
    .slice(0, left)
  for (const { index } of favoured) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
