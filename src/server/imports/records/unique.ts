import type { RecordValues } from '../../../schema/language/language'
import type { Resource } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { isNumbered } from '../../database/table-definition'
import type { RecordContext } from '../../records/context'
import { matchingRecords } from '../../records/get'
import { hasOneOf } from '../../records/projection'
import type { ImportLayout } from './row-input'

/** Values that no two records may share. */
interface UniqueRule {
  /** The field that a person would change. */
  readonly field: Field
  readonly names: readonly string[]
  /** The values that a record must have for the rule to apply. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** Whether a row of the file may change what its record has, so that another row may take it. */
  readonly canBeReleased: boolean
}

/** Returns the rules of unique values, of the key too where people write it. */
export const uniqueRules = ({ resource, spec, mapping, existing }: ImportLayout & { readonly existing: 'refuse' | 'update' }): readonly UniqueRule[] => {
  const isChangeable = (name: string) => existing === 'update' && name in mapping && !resource.key.includes(name) && !spec.match.includes(name)
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

/** A record of a row, and as it is now where the row changes it. */
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
  free(change: Change): void
  readonly freed: ReadonlySet<string>
  /** Whether a value was assumed to be released although no row has released it. */
  isAssumedTooMuch(): boolean
}

/** Returns the unique values of one reading of a file; `assumed` are those that an earlier reading has found released, undefined = any. */
export const uniqueValues = (context: RecordContext, resource: Resource, rules: readonly UniqueRule[], assumed?: ReadonlySet<string>): UniqueValues => {
  let inTable = new Map<string, boolean>()
  const taken = new Set<string>()
  const freed = new Set<string>()
  const assumedFree = new Set<string>()

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
        only: hasOneOf(rule.where),
      })
      for (const [position, claim] of claims.entries()) inTable.set(claim, found.has(position))
    }
  }

  const isDuplicate = (rule: UniqueRule, claim: string): boolean => {
    if (taken.has(claim)) return true
    if (!inTable.get(claim)) return false
    if (!rule.canBeReleased || (assumed && !assumed.has(claim))) return true
    assumedFree.add(claim)
    return false
  }

  const newClaims = ({ after, before }: Change) =>
    rules.flatMap((rule, index) => {
      const claim = claimOf(rule, index, after)
      return claim === undefined || (before && claim === claimOf(rule, index, before)) ? [] : [{ rule, claim }]
    })

  const free = ({ after, before }: Change): void => {
    for (const [index, rule] of rules.entries()) {
      const claim = before && claimOf(rule, index, before)
      if (claim !== undefined && claim !== claimOf(rule, index, after)) freed.add(claim)
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
      free(change)
    },
    free,
    freed,
    isAssumedTooMuch: () => [...assumedFree].some((claim) => !freed.has(claim)),
  }
}

/** Returns a record's values of a rule as a text; undefined where the rule does not apply to it. */
const claimOf = ({ names, where }: UniqueRule, index: number, record: RecordValues): string | undefined => {
  const counts = names.every((name) => !isEmpty(record[name])) && Object.entries(where).every(([name, values]) => values.includes(String(record[name])))
  return counts ? JSON.stringify([index, ...names.map((name) => record[name])]) : undefined
}
