/** The pages that a pager offers: the first, the last, the present one and its neighbours; null stands for those between. */
export const offeredPages = (page: number, last: number): readonly (number | null)[] => {
  const from = Math.max(1, Math.min(page - 1, last - 4))
  const to = Math.min(last, Math.max(page + 1, 5))
  const near = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const offered = [...new Set([1, ...near, last])]
  return offered.flatMap((one, index) => [...between(offered[index - 1] ?? 0, one), one])
}

/** What stands between two offered pages: nothing, the only page there, or a gap. */
const between = (before: number, after: number): readonly (number | null)[] => {
  if (after - before === 1) return []
  return after - before === 2 ? [before + 1] : [null]
}
