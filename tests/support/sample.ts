import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether suites with very many cases run a fixed sample (`npm test` and CI) or all of them (the long suite). */
    sample: boolean
  }
}

/** Returns all cases in the long suite, otherwise the sample. */
export const sampled = <T>(whole: T, sample: T): T => (inject('sample') ? sample : whole)

/** Returns each item in each variant in the long suite, otherwise each item once, with alternating variants. */
export const sampledPairs = <T, V>(items: readonly T[], variants: readonly V[]): readonly (readonly [T, V])[] =>
  items.flatMap((item, position) =>
    sampled(
      variants,
      variants.filter((_, index) => index === position % variants.length),
    ).map((variant) => [item, variant] as const),
  )
