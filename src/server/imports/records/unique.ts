import type { Resource } from '../../../schema/language/resource'
import type { Field, RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { isNumbered } from '../../database/table-definition'
import type { RecordContext } from '../../records/context'
import { matchingRecords } from '../../records/get'
import { hasOneOf } from '../../records/projection'
import type { ImportLayout } from './row-input'

/** A rule that the values of some fields are unique. */
interface UniqueRule {
  /** The field that the user would have to change. */
  readonly field: Field
  readonly names: readonly string[]
  /** The values that a record must have for the rule to apply. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** Whether a row of the file may change the values of its record, so that another row can take them. */
  readonly canBeReleased: boolean
}

/** Returns the rules of unique values, including that of a key that users enter. */
export const uniqueRules = ({ resource, spec, mapping, existing }: ImportLayout & { readonly existing: 'refuse' | 'update' }): readonly UniqueRule[] => {
  const isChangeable = (name: string) => existing === 'update' && name in mapping && !resource.key.includes(name) && !spec.matchFields.includes(name)
  const ruleOf = (field: Field, names: readonly string[], where: UniqueRule['where'] = {}): UniqueRule => ({
    field,
    names,
    where,
    canBeReleased: [...names, ...Object.keys(where)].some(isChangeable),
  })
  const keyField = isNumbered(resource) ? undefined : resource.fields.find(({ name }) => name === resource.key.at(-1))
  return [
    ...(keyField ? [ruleOf(keyField, resource.key)] : []),
    ...resource.fields
      .filter(({ unique, virtual, dynamicDefault }) => unique && !virtual && !(dynamicDefault && 'sequence' in dynamicDefault))
      .map((field) => ruleOf(field, [...(field.unique ?? []), field.name], field.uniqueWhere)),
  ]
}

/** The record of a row, and its present state if the row changes it. */
interface Change {
  readonly after: RecordValues
  readonly before: RecordValues | undefined
}

/** The unique values of a file: those that its rows take, those that they release, and those of records in the table. */
export interface UniqueValues {
  /** Loads which values of some records exist in the table. */
  load(records: readonly RecordValues[]): Promise<void>
  /** Returns the fields whose new values another record has. */
  duplicates(change: Change): Promise<readonly Field[]>
  /** Takes the new values of a record, and releases its former ones. */
  take(change: Change): void
  /** Releases the values that a row changes. */
  release(change: Change): void
  readonly released: ReadonlySet<string>
  /** Returns whether a value was assumed to be released although no row has released it. */
  hasWrongAssumption(): boolean
}

/** Returns the unique values of one pass over a file; `assumedReleased` are the values that the previous pass found released, undefined = any value. */
export const uniqueValues = (context: RecordContext, resource: Resource, rules: readonly UniqueRule[], assumedReleased?: ReadonlySet<string>): UniqueValues => {
  let inTable = new Map<string, boolean>()
  const taken = new Set<string>()
  const released = new Set<string>()
  const usedAssumptions = new Set<string>()

  const load = async (records: readonly RecordValues[]): Promise<void> => {
    for (const [index, rule] of rules.entries()) {
      const searches = new Map<string, RecordValues>()
      for (const record of records) {
        // Whether the rule applies may depend on a default value, which is not filled in yet.
        const claim = claimOf({ ...rule, where: {} }, index, record)
        if (claim !== undefined && !inTable.has(claim)) searches.set(claim, record)
      }
      const claims = [...searches.keys()]
      const found = await matchingRecords(context, resource, {
        names: rule.names,
        searches: [...searches.values()],
        fields: [],
        condition: hasOneOf(rule.where),
      })
      for (const [position, claim] of claims.entries()) inTable.set(claim, found.has(position))
    }
  }

  const isDuplicate = (rule: UniqueRule, claim: string): boolean => {
    if (taken.has(claim)) return true
    if (!inTable.get(claim)) return false
    if (!rule.canBeReleased || (assumedReleased && !assumedReleased.has(claim))) return true
    usedAssumptions.add(claim)
    return false
  }

  const newClaims = ({ after, before }: Change) =>
    rules.flatMap((rule, index) => {
      const claim = claimOf(rule, index, after)
      return claim === undefined || (before && claim === claimOf(rule, index, before)) ? [] : [{ rule, claim }]
    })

  const release = ({ after, before }: Change): void => {
    for (const [index, rule] of rules.entries()) {
      const claim = before && claimOf(rule, index, before)
      if (claim !== undefined && claim !== claimOf(rule, index, after)) released.add(claim)
    }
  }

  return {
    load: (records) => {
      inTable = new Map()
      return load(records)
    },
    duplicates: async (change) => {
      const claims = newClaims(change)
      if (claims.some(({ claim }) => !inTable.has(claim))) await load([change.after])
      return claims.filter(({ rule, claim }) => isDuplicate(rule, claim)).map(({ rule }) => rule.field)
    },
    take: (change) => {
      for (const { claim } of newClaims(change)) taken.add(claim)
      release(change)
    },
    release,
    released,
    hasWrongAssumption: () => [...usedAssumptions].some((claim) => !released.has(claim)),
  }
}

/** Returns a record's values for a rule as one text; undefined if the rule does not apply to the record. */
const claimOf = ({ names, where }: UniqueRule, index: number, record: RecordValues): string | undefined => {
  const applies = names.every((name) => !isEmpty(record[name])) && Object.entries(where).every(([name, values]) => values.includes(String(record[name])))
  return applies ? JSON.stringify([index, ...names.map((name) => record[name])]) : undefined
}
