import { numberRules } from './number-rules'

/** An amount in the smallest unit of its currency. */
export const money = numberRules('money', 'An amount: a whole number of the smallest unit of its currency.')
