import type { OnExisting } from '../../../schema/language/import'
import type { Resource } from '../../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { isNumbered } from '../../database/table-definition'
import type { RecordContext } from '../../record-context'
import { matchingRecords } from '../../records/get'
import { hasOneOf } from '../../records/projection'
import type { ImportLayout } from './row-input'

/** A rule that the combined values of some fields are unique. */
interface UniqueRule {
  /** The field that an error names. */
  readonly field: Field
  readonly names: readonly string[]
  /** The values that a record must have for the rule to apply. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /**
   * Whether rows of the file can change these values of existing records, so that other rows can use the old values.
   */
  readonly canBeFreed: boolean
}

/** Returns the rules of unique values, including the rule for a key that users enter. */
export const uniqueRules = ({
  resource,
  spec,
  mapping,
  onExisting,
}: ImportLayout & { readonly onExisting: OnExisting }): readonly UniqueRule[] => {
  const isChangeable = (name: string) =>
    onExisting === 'update' && name in mapping && !resource.key.includes(name) && !spec.matchFields.includes(name)
  const ruleOf = (field: Field, names: readonly string[], where: UniqueRule['where'] = {}): UniqueRule => ({
    field,
    names,
    where,
    canBeFreed: [...names, ...Object.keys(where)].some(isChangeable),
  })
  const keyField = isNumbered(resource) ? undefined : fieldNamed(resource.fields, resource.key.at(-1))
  return [
    ...(keyField ? [ruleOf(keyField, resource.key)] : []),
    ...resource.fields
      .filter(
        ({ unique, virtual, dynamicDefault }) =>
          unique && !virtual && !(dynamicDefault && 'sequence' in dynamicDefault),
      )
      .map((field) => ruleOf(field, [...(field.unique ?? []), field.name], field.uniqueWhere)),
  ]
}

/** The record of a row after its change, and the stored record if the row changes one. */
interface RowChange {
  readonly after: RecordValues
  readonly before: RecordValues | undefined
}

/** The unique values of a file: new values of its rows, values that its rows free, and values of stored records. */
export interface UniqueValues {
  /** Looks up which unique values of these records are stored in the table. Discards the results of earlier calls. */
  load(records: readonly RecordValues[]): Promise<void>
  /** Returns the fields whose new values another record already has. */
  duplicates(change: RowChange): Promise<readonly Field[]>
  /** Remembers the new values of a row, and that the row frees its old values. */
  add(change: RowChange): void
  /** Remembers that a rejected row will free its old values when it is corrected. */
  addRejected(change: RowChange): void
  /** The values that rows have freed so far. */
  readonly freed: ReadonlySet<string>
  /** Returns whether a value was assumed to be freed although no row has freed it. */
  hasWrongAssumption(): boolean
}

/** The new values of a row for a rule, as one string. */
interface NewValueKey {
  readonly rule: UniqueRule
  readonly valueKey: string
}

/**
 * Returns the unique values for one pass over a file.
 * A row may use a stored value that a later row frees, so the pass assumes that the values in `assumedFreed` are freed:
 * those that rows freed in the previous pass, or none in the final pass.
 * In the first pass it is undefined, and every value is assumed to be freed.
 */
export const uniqueValues = (
  context: RecordContext,
  resource: Resource,
  rules: readonly UniqueRule[],
  assumedFreed?: ReadonlySet<string>,
): UniqueValues => {
  let isStoredByKey = new Map<string, boolean>()
  const usedByRows = new Set<string>()
  const freed = new Set<string>()
  const usedAssumptions = new Set<string>()

  const lookUpStored = async (records: readonly RecordValues[]): Promise<void> => {
    for (const [ruleIndex, rule] of rules.entries()) {
      const searches = new Map<string, RecordValues>()
      for (const record of records) {
        // A record of a row that is not validated yet may lack values of the condition, such as default values, so the
        // condition is applied only to the stored records.
        const valueKey = valueKeyOf({ ...rule, where: {} }, ruleIndex, record)
        if (valueKey !== undefined && !isStoredByKey.has(valueKey)) searches.set(valueKey, record)
      }
      const valueKeys = [...searches.keys()]
      const storedRecords = await matchingRecords(context, resource, {
        names: rule.names,
        searches: [...searches.values()],
        fields: [],
        condition: hasOneOf(rule.where),
      })
      for (const [position, valueKey] of valueKeys.entries()) isStoredByKey.set(valueKey, storedRecords.has(position))
    }
  }

  const isDuplicate = (rule: UniqueRule, valueKey: string): boolean => {
    if (usedByRows.has(valueKey)) return true
    if (!isStoredByKey.get(valueKey)) return false
    if (!rule.canBeFreed || (assumedFreed && !assumedFreed.has(valueKey))) return true
    usedAssumptions.add(valueKey)
    return false
  }

  const newValueKeys = ({ after, before }: RowChange): readonly NewValueKey[] =>
    rules.flatMap((rule, ruleIndex) => {
      const valueKey = valueKeyOf(rule, ruleIndex, after)
      return valueKey === undefined || (before && valueKey === valueKeyOf(rule, ruleIndex, before))
        ? []
        : [{ rule, valueKey }]
    })

  const freeOldValues = ({ after, before }: RowChange): void => {
    if (!before) return
    for (const [ruleIndex, rule] of rules.entries()) {
      const valueKey = valueKeyOf(rule, ruleIndex, before)
      if (valueKey !== undefined && valueKey !== valueKeyOf(rule, ruleIndex, after)) freed.add(valueKey)
    }
  }

  return {
    load: (records) => {
      isStoredByKey = new Map()
      return lookUpStored(records)
    },
    duplicates: async (change) => {
      const valueKeys = newValueKeys(change)
      if (valueKeys.some(({ valueKey }) => !isStoredByKey.has(valueKey))) await lookUpStored([change.after])
      return valueKeys.filter(({ rule, valueKey }) => isDuplicate(rule, valueKey)).map(({ rule }) => rule.field)
    },
    add: (change) => {
      for (const { valueKey } of newValueKeys(change)) usedByRows.add(valueKey)
      freeOldValues(change)
    },
    addRejected: freeOldValues,
    freed,
    hasWrongAssumption: () => [...usedAssumptions].some((valueKey) => !freed.has(valueKey)),
  }
}

/** Returns a record's values for a rule as one string; undefined if the rule does not apply to the record. */
const valueKeyOf = ({ names, where }: UniqueRule, ruleIndex: number, record: RecordValues): string | undefined => {
  const applies =
    names.every((name) => !isEmpty(record[name])) &&
    Object.entries(where).every(([name, values]) => values.includes(String(record[name])))
  return applies ? JSON.stringify([ruleIndex, ...names.map((name) => record[name])]) : undefined
}
