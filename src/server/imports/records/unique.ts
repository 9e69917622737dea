import { sql } from 'kysely'
import type { Row } from '../../../schema/language/language'
import type { Resource } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { isNumbered } from '../../database/columns'
import type { RecordContext } from '../../records/context'
import { matchingRecords } from '../../records/get'
import { columnOf } from '../../records/projection'
import type { Reading } from './row-input'

/** Values that no two records may share. */
interface UniqueRule {
  /** The field that a person would change. */
  readonly field: Field
  readonly names: readonly string[]
  /** The values that a record must have for the rule to count. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** Whether a row of the file may change what its record has, so that another row may take it. */
  readonly canBeReleased: boolean
}

/** Returns the rules of unique values, of the key too where people write it. */
export const uniqueRules = ({ resource, spec, mapping, existing }: Reading & { readonly existing: 'refuse' | 'update' }): readonly UniqueRule[] => {
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
  readonly after: Row
  readonly before: Row | undefined
}

/** Watches over the unique values of a file: what its rows take, what they set free, and what records of the table have. */
export interface UniqueValues {
  /** Asks the table for the values that some records have. */
  load(records: readonly Row[]): Promise<void>
  /** Returns the fields whose new values another record has. */
  duplicates(change: Change): Promise<readonly Field[]>
  /** Takes the values of a record that the file makes, and sets those free that it had. */
  take(change: Change): void
  /** Sets the values of a record free that a row changes. */
  free(change: Change): void
  readonly freed: ReadonlySet<string>
  /** Whether a value was taken that no row has set free after all. */
  isAssumedTooMuch(): boolean
}

/** Returns the watch over one reading of a file; `assumed` are the values that its rows set free, by an earlier reading, undefined = any. */
export const uniqueValues = (context: RecordContext, resource: Resource, rules: readonly UniqueRule[], assumed?: ReadonlySet<string>): UniqueValues => {
  let inTable = new Map<string, boolean>()
  const taken = new Set<string>()
  const freed = new Set<string>()
  const assumedFree = new Set<string>()

  const load = async (records: readonly Row[]): Promise<void> => {
    for (const [index, rule] of rules.entries()) {
      const wanted = new Map<string, Row>()
      for (const record of records) {
        // Whether the rule counts for the record may follow from a default, which nobody has filled in yet.
        const claim = claimOf({ ...rule, where: {} }, index, record)
        if (claim !== undefined && !inTable.has(claim)) wanted.set(claim, record)
      }
      const claims = [...wanted.keys()]
      const found = await matchingRecords(context, resource, {
        names: rule.names,
        wanted: [...wanted.values()],
        fields: [],
        only: sql`${sql.join([sql`true`, ...Object.entries(rule.where).map(([name, values]) => sql`${columnOf(name)} in (${sql.join(values)})`)], sql` and `)}`,
      })
      for (const [place, claim] of claims.entries()) inTable.set(claim, found.has(place))
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

/** What a record has of a rule's values, as a text; undefined where the rule does not count for it. */
const claimOf = ({ names, where }: UniqueRule, index: number, record: Row): string | undefined => {
  const counts = names.every((name) => !isEmpty(record[name])) && Object.entries(where).every(([name, values]) => values.includes(String(record[name])))
  return counts ? JSON.stringify([index, ...names.map((name) => record[name])]) : undefined
}
