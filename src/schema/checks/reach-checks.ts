import { condition as conditionShape } from '../language/shapes/condition-shape'
import type { Finding } from '../language/shapes/shape'
import type { Condition, Field } from '../language/types'
import { holds } from '../rules/condition'
import { decidingFields, hiddenFields, seenRow } from '../rules/conditional'
import { type AllSchemas, type Check, oncePerSchema } from './check'
import { placeOf } from './check-messages'
import { type Case, casesOf } from './condition-cases'
import { faultsOf } from './condition-checks'
import { type Around, allowancesOf, type ConditionView, conditionsOf, ruleConditions } from './conditions'
import { wholeField } from './field-values'
import { cannotAt, foundAt } from './findings'
import type { SchemaView } from './view'

/** E312: a field, a rule or an option behind a condition that can never hold is out of everybody's reach. */
export const conditionsCanHold: Check = (schema, all) =>
  judged(schema, all).flatMap(({ view, held }): Finding[] => (held.some(Boolean) ? [] : [neverHolds(view)]))

/** W909: a condition that always holds hides what is meant. */
export const conditionsCanFail: Check = (schema, all) =>
  judged(schema, all).flatMap(({ view: { path }, heldAtAll }): Finding[] =>
    heldAtAll.every(Boolean)
      ? [foundAt('W909', path, `${placeOf(path)} always holds.`, path.at(-1) === 'require' ? 'The rule refuses nothing.' : undefined)]
      : [],
  )

const neverHolds = ({ field, purpose, path }: ConditionView): Finding =>
  cannotAt(
    'E312',
    path,
    'hold, whatever the record says',
    outcomes[path[0] === 'rules' ? `rule ${purpose}` : purpose] ??
      (path.includes('optionsWhen') ? `Nobody could ever choose '${purpose}' of '${field.name}'.` : 'Its value would never be used.'),
  )

const outcomes: Readonly<Record<string, string>> = {
  shownWhen: 'The field would never be shown.',
  requiredWhen: 'The field would never be required while it is shown.',
  readOnlyWhen: 'The field would never be locked.',
  allowedWhen: 'Nobody could ever do it.',
  'rule require': 'Every record would be refused.',
  'rule when': 'The rule would never be asked.',
}

interface Judged {
  readonly view: ConditionView
  /** Whether it holds, for each record that could make a difference and shows the field. */
  readonly held: readonly boolean[]
  /** The same for records that hide the field too. */
  readonly heldAtAll: readonly boolean[]
}

/** The conditions whose every case can be tried; what other checks find fault with is theirs. Two checks ask, and trying every case takes a while. */
const judged = oncePerSchema((schema, all): readonly Judged[] =>
  [...conditionsOf(schema), ...allowancesOf(schema), ...ruleConditions(schema)].flatMap((view) => {
    const { condition } = view
    if (!isCondition(condition) || faultsOf(view).length > 0) return []
    const fields = view.around === schema ? ownFields(schema, all) : completeFields(view.around, schema, all)
    const own = fields.find(({ name }) => name === view.field.name)
    const conditions = [condition, ...(own?.shownWhen && view.purpose !== 'shownWhen' ? [own.shownWhen] : [])]
    const names = decidingFields(fields, conditions)
    const isKnown = own !== undefined || view.purpose === 'allowedWhen' || view.path[0] === 'rules'
    if (!isKnown || names.some((name) => !fields.some((field) => field.name === name) || name === own?.name)) return []
    const further = fields.flatMap(({ name, shownWhen }) => (shownWhen && names.includes(name) ? [shownWhen] : []))
    const parents = view.parent && ownFields(schema, all)
    const cases = casesOf({ fields, ...(parents && { parents }) }, names, [...conditions, ...further])
    if (!cases) return []
    // Of the fields that may be hidden, those that nobody looks at make no difference.
    const veiled = fields.filter(({ name, shownWhen }) => shownWhen && (names.includes(name) || name === own?.name))
    const answer = ({ row, around }: Case) => holds(condition, seenRow(veiled, row, around), around)
    const shown = view.purpose === 'shownWhen' || !own ? cases : cases.filter((one) => isShown(own, veiled, one))
    return [{ view, held: shown.map(answer), heldAtAll: cases.map(answer) }]
  }),
)

const isShown = (field: Field, veiled: readonly Field[], { row, around }: Case): boolean => !hiddenFields(veiled, row, around).includes(field)

const isCondition = (value: unknown): value is Condition => conditionShape.check(value, []).length === 0

/** Most conditions look at the fields of the record itself. */
const ownFields = oncePerSchema((schema, all) => completeFields(schema, schema, all))

// A field that is wrong itself is left out, and with it the conditions that look at it.
const completeFields = ({ fields }: Around, schema: SchemaView, all: AllSchemas): readonly Field[] =>
  fields.flatMap((field) => wholeField(field, schema.raw, all) ?? [])
