import type { EnumCode, EnumName } from '../enums'

/** How a state may be reached: always, or only while the day in a field of the record has not passed. */
type Step = 'always' | { readonly until: string }

interface StateRules<Code extends string = string> {
  /** States that a new record may begin in. */
  readonly first: readonly Code[]
  readonly next: Readonly<Record<Code, Partial<Record<Code, Step>>>>
}

/**
 * Which state may follow which, by the enum of the field. The server enforces it for every field of such an enum that people
 * enter, and forms offer only what it allows. An enum that is not here may change freely.
 */
const stateRules: { readonly [Name in EnumName]?: StateRules<EnumCode<Name>> } = {
  TermStatus: {
    first: ['Draft', 'Open'],
    next: {
      Draft: { Open: 'always' },
      Open: { Closed: 'always' },
      Closed: { Open: { until: 'PaymentEndDate' } },
    },
  },
}

export type StateChangeResult =
  | { readonly kind: 'allowed' }
  /** No such step; `instead` is what may follow. */
  | { readonly kind: 'noStep'; readonly nextStates: readonly string[] }
  /** The step was there until the day in that field. */
  | { readonly kind: 'tooLate'; readonly field: string }

export interface StateChange {
  /** Undefined = a new record. */
  readonly from: string | undefined
  readonly to: string
  /** The record as it would be after the change. */
  readonly record: Readonly<Record<string, unknown>>
  /** Business date, YYYY-MM-DD. */
  readonly today: string
}

/** Whether a record may go from one state to another. */
export const validateStateChange = (name: EnumName, { from, to, record, today }: StateChange): StateChangeResult => {
  const rules = rulesOf(name)
  if (!rules || from === to) return allowed
  if (from === undefined) return rules.first.includes(to) ? allowed : { kind: 'noStep', nextStates: rules.first }
  const steps = rules.next[from] ?? {}
  const step = steps[to]
  if (!step) return { kind: 'noStep', nextStates: Object.keys(steps) }
  return step === 'always' || String(record[step.until] ?? '') >= today ? allowed : { kind: 'tooLate', field: step.until }
}

/** Returns the states that a new record may begin in; undefined where any may. */
export const firstStates = (name: EnumName | undefined): readonly string[] | undefined => (name === undefined ? undefined : rulesOf(name)?.first)

/** Whether the states of an enum follow one another by rules. */
export const hasStateRules = (name: EnumName | undefined): name is EnumName => name !== undefined && rulesOf(name) !== undefined

const rulesOf = (name: EnumName): StateRules | undefined => (stateRules as Partial<Record<EnumName, StateRules>>)[name]

const allowed: StateChangeResult = { kind: 'allowed' }
