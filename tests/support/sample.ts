import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether suites with very many cases run a fixed sample (`npm test` and CI) or all of them (the long suite). */
    sample: boolean
  }
}

/** Returns all cases in the long suite, and else those that stand for their kind. */
export const sampled = <T>(whole: T, sample: T): T => (inject('sample') ? sample : whole)

/** Returns each thing in each variant in the long suite, and else each thing once, in one variant after the other. */
export const crossed = <T, V>(things: readonly T[], variants: readonly V[]): readonly (readonly [T, V])[] =>
  things.flatMap((thing, place) =>
    sampled(
      variants,
      variants.filter((_, index) => index === place % variants.length),
    ).map((variant) => [thing, variant] as const),
  )
