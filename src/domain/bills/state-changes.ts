import type { EnumCode, EnumName } from '../enums'

/** Until when a record may change to a state: without limit, or until the day in a field of the record. */
type ChangePeriod = 'always' | { readonly until: string }

interface StateRules<Code extends string = string> {
  /** Initial states of new records. */
  readonly initial: readonly Code[]
  readonly next: Readonly<Record<Code, Partial<Record<Code, ChangePeriod>>>>
}

/**
 * The allowed state changes, by the enum of the field. The server enforces them for every field with such an enum that users
 * enter, and forms offer only allowed states. Fields with any other enum may change freely.
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

export type StateChangeResult =
  | { readonly kind: 'allowed' }
  /** Only a change to `nextStates` is allowed. */
  | { readonly kind: 'notAllowed'; readonly nextStates: readonly string[] }
  /** The change was allowed until the day in that field. */
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

/** Returns whether a record may change from one state to another; if not, the reason. */
export const validateStateChange = (name: EnumName, { from, to, record, today }: StateChange): StateChangeResult => {
  const rules = rulesOf(name)
  if (!rules || from === to) return allowed
  if (from === undefined) return rules.initial.includes(to) ? allowed : { kind: 'notAllowed', nextStates: rules.initial }
  const periods = rules.next[from] ?? {}
  const period = periods[to]
  if (!period) return { kind: 'notAllowed', nextStates: Object.keys(periods) }
  return period === 'always' || String(record[period.until] ?? '') >= today ? allowed : { kind: 'tooLate', field: period.until }
}

/** Returns the initial states of new records; undefined = any. */
export const initialStates = (name: EnumName | undefined): readonly string[] | undefined => (name === undefined ? undefined : rulesOf(name)?.initial)

/** Checks whether the changes between states of an enum are restricted. */
export const hasStateRules = (name: EnumName | undefined): name is EnumName => name !== undefined && rulesOf(name) !== undefined

const rulesOf = (name: EnumName): StateRules | undefined => (stateRules as Partial<Record<EnumName, StateRules>>)[name]

const allowed: StateChangeResult = { kind: 'allowed' }
