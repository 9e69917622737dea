import type { EnumCode, EnumName } from '../enums'

/** How long a record may change to a state: always, or until the day in a field of the record. */
type ChangePeriod = 'always' | { readonly until: string }

interface StateRules<Code extends string = string> {
  /** The states that new records may have. */
  readonly initial: readonly Code[]
  /** For each state, the states to which a record may change. */
  readonly next: Readonly<Record<Code, Partial<Record<Code, ChangePeriod>>>>
}

/**
 * The allowed state changes, by the enum of the field.
 * The server enforces them for every field with such an enum that users enter, and forms offer only allowed states.
 * Fields with another enum may change without restrictions.
 */
const stateRules: { readonly [Name in EnumName]?: StateRules<EnumCode<Name>> } = {
  TermStatus: {
    initial: ['Draft', 'Open'],
    next: {
      Draft: { Open: 'always' },
      Open: { Closed: 'always' },
      Closed: { Open: { until: 'PaymentEndDate' } },
    },
  },
}

/** Whether a state change is allowed, or the reason why it is not. */
export type StateChangeResult =
  | { readonly kind: 'allowed' }
  /** The record may only change to `nextStates`. */
  | { readonly kind: 'notAllowed'; readonly nextStates: readonly string[] }
  /** The change was allowed until the day in this field of the record. */
  | { readonly kind: 'tooLate'; readonly field: string }

/** A change of a record from one state to another. */
export interface StateChange {
  /** Undefined = a new record. */
  readonly from: string | undefined
  readonly to: string
  /** The record as it would be after the change. */
  readonly record: Readonly<Record<string, unknown>>
  /** Business date, YYYY-MM-DD. */
  readonly today: string
}

/** Checks whether a record may change from one state to another. */
export const validateStateChange = (name: EnumName, { from, to, record, today }: StateChange): StateChangeResult => {
  const rules = rulesOf(name)
  if (!rules || from === to) return allowed
  if (from === undefined)
    return rules.initial.includes(to) ? allowed : { kind: 'notAllowed', nextStates: rules.initial }
  const periods = rules.next[from] ?? {}
  const period = periods[to]
  if (!period) return { kind: 'notAllowed', nextStates: Object.keys(periods) }
  return period === 'always' || String(record[period.until] ?? '') >= today
    ? allowed
    : { kind: 'tooLate', field: period.until }
}

/** Returns the states that new records may have; undefined if the enum has no rules. */
export const initialStates = (name: EnumName | undefined): readonly string[] | undefined =>
  name === undefined ? undefined : rulesOf(name)?.initial

/** Checks whether an enum has rules for state changes. */
export const hasStateRules = (name: EnumName | undefined): name is EnumName =>
  name !== undefined && rulesOf(name) !== undefined

const rulesOf = (name: EnumName): StateRules | undefined => (stateRules as Partial<Record<EnumName, StateRules>>)[name]

const allowed: StateChangeResult = { kind: 'allowed' }
