import { numberRules } from './number-rules'

/** A whole number. */
export const integer = numberRules('integer', 'A whole number.')
