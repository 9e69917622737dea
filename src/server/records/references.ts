import { type CompiledQuery, sql } from 'kysely'
import { isMultiValued, isReference, rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { Field, ListField, RecordValues, ReferenceField } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { referencedRecordErrors, referencePath } from '../../schema/rules/related'
import { tenantCondition } from '../access/tenant'
import { executeTogether } from '../database/together'
import type { RecordContext } from '../record-context'
import {
  agreesWith,
  columnOf,
  type FieldProjection,
  fromTable,
  type Labels,
  labelFunction,
  recordProjection,
  sqlContextOf,
} from './projection'

/** A record and one of its references. */
export interface RecordReference {
  readonly field: ReferenceField
  readonly record: RecordValues
  /** The names of the fields to read from the referenced records; all fields if undefined. */
  readonly names?: readonly string[]
}

/** Finds referenced records: in the database, or among the records that an import has loaded for many rows at once. */
export interface ReferenceLookup {
  /**
   * Returns the referenced records of each reference.
   * Records that do not have the same values in the `same` fields, or that the session may not read, are left out.
   */
  find(references: readonly RecordReference[]): Promise<readonly (readonly RecordValues[])[]>
  /**
   * Returns the hierarchy that a reference to its own resource forms, among the records that have the same values as
   * `record` in the `same` fields.
   */
  tree(resource: Resource, field: ReferenceField, record: RecordValues): Promise<ReferenceTree>
}

/** A lookup that can also return the labels of the records that it has found. */
export interface DatabaseLookup extends ReferenceLookup {
  /**
   * Returns the labels of the record's references to single records, by field name, for the records that `find` has
   * found.
   */
  labelsOf(record: RecordValues): Labels
}

/**
 * Returns the lookup in the database.
 * In a transaction, it locks the records that it finds, so that they cannot be changed or deleted before the
 * transaction ends.
 */
export const databaseLookup = (context: RecordContext): DatabaseLookup => {
  const found: (RecordReference & { readonly target: RecordValues })[] = []
  return {
    find: async (references) => {
      const results = await executeTogether(
        context.db,
        references.map((reference) => referenceQuery(context, reference)),
      )
      return references.map((reference, index) => {
        const resource = context.schemas.get(reference.field.to)
        const { read } = referenceProjection(context, reference)
        const targets = (results[index] ?? []).map((row) => read(row))
        const [target] = targets
        if (target && canLabel(resource, reference)) found.push({ ...reference, target })
        return targets
      })
    },
    tree: (resource, field, record) => loadTree(context, resource, field, record),
    labelsOf: (record) => {
      const labels: Record<string, string> = {}
      for (const { field, record: referring, target } of found) {
        const label = hasChanged(field, record, referring) ? null : labelFunction(context.schemas.get(field.to))(target)
        if (label !== null) labels[field.name] = label
      }
      return labels
    },
  }
}

/**
 * Returns an error for each reference to a record that does not exist or that the session may not read, and for each
 * value that a referenced record does not allow.
 * Only changed values are looked up, except in list items, which are always looked up.
 */
export const referenceErrors = async (
  lookup: ReferenceLookup,
  resource: Resource,
  record: RecordValues,
  before?: RecordValues,
): Promise<Record<string, string>> => {
  const errors: Record<string, string> = {}
  const recordsByField: Record<string, RecordValues> = {}
  const restricted = resource.fields.filter((field) => hasChangedRestriction(field, record, before))
  const fields = referringFields(resource.fields)
  const references = referencesToFind({ fields, restricted, record, before })
  const results = await lookup.find(references.map(({ reference }) => reference))
  const recordsByPath = new Map(references.map(({ path }, index) => [path, results[index] ?? []]))
  for (const field of fields) {
    if (field.type === 'rows') Object.assign(errors, itemErrors(field, record, recordsByPath))
    const records = recordsByPath.get(field.name)
    if (field.type === 'rows' || !records) continue
    const missing = valuesOf(record[field.name]).find((value) => !records.some((target) => target[field.by] === value))
    if (missing !== undefined && hasChanged(field, record, before))
      errors[field.name] = `找不到${field.label}「${missing}」，請改用已建立的資料。`
    const [first] = records
    if (first) recordsByField[field.name] = first
    const depthMessage =
      field.maxDepth && !errors[field.name]
        ? depthError(await lookup.tree(resource, field, record), field, record)
        : null
    if (depthMessage) errors[field.name] = depthMessage
  }
  return restricted.length === 0
    ? errors
    : { ...referencedRecordErrors({ fields: restricted }, record, recordsByField), ...errors }
}

/** Returns the fields that can contain references: the reference fields, and the list fields because of their items. */
export const referringFields = (fields: readonly Field[]): readonly (ReferenceField | ListField)[] =>
  fields.filter((field): field is ReferenceField | ListField => field.type === 'rows' || isReference(field))

/** A reference to look up, with the path of its field, such as `FeeItems.FeeCode`. */
interface ReferenceAtPath {
  readonly path: string
  readonly reference: RecordReference
}

/** A record whose references are looked up. */
interface ReferencesQuery {
  readonly fields: readonly (ReferenceField | ListField)[]
  /** The fields whose values a referenced record restricts. */
  readonly restricted: readonly Field[]
  readonly record: RecordValues
  readonly before: RecordValues | undefined
}

/**
 * Returns the references to look up: those in list items, those that have changed, and those that restrict a changed
 * value.
 */
const referencesToFind = ({ fields, restricted, record, before }: ReferencesQuery): readonly ReferenceAtPath[] =>
  fields.flatMap((field): readonly ReferenceAtPath[] => {
    if (field.type === 'rows') return itemReferences(field, record)
    if (isEmpty(record[field.name])) return []
    const restricting = restricted
      .map((other) => referencePath(restrictionOf(other) ?? ''))
      .filter(([reference]) => reference === field.name)
    if (restricting.length === 0 && !hasChanged(field, record, before)) return []
    return [
      { path: field.name, reference: { field, record, names: [field.by, ...restricting.map(([, name]) => name)] } },
    ]
  })

/**
 * Returns the references in the items of a list.
 * The same field of all items is looked up as one list of references.
 */
const itemReferences = ({ name, fields }: ListField, record: RecordValues): readonly ReferenceAtPath[] =>
  fields.filter(isReference).flatMap((field) => {
    const values = [...new Set(itemsOf(record, name).map((item) => item[field.name]))].filter(
      (value) => !isEmpty(value),
    )
    const reference = {
      field: { ...field, type: 'referenceList' as const },
      record: { ...record, [field.name]: values },
      names: [field.by],
    }
    return values.length === 0 ? [] : [{ path: `${name}.${field.name}`, reference }]
  })

const itemsOf = (record: RecordValues, name: string): readonly RecordValues[] => valuesOf(record[name]).filter(isObject)

const itemErrors = (
  { name, fields }: ListField,
  record: RecordValues,
  recordsByPath: ReadonlyMap<string, readonly RecordValues[]>,
): Readonly<Record<string, string>> => {
  const errors: Record<string, string> = {}
  for (const field of fields.filter(isReference)) {
    const records = recordsByPath.get(`${name}.${field.name}`) ?? []
    for (const [index, item] of itemsOf(record, name).entries()) {
      const value = item[field.name]
      if (!isEmpty(value) && !records.some((target) => target[field.by] === value))
        errors[`${name}.${index}.${field.name}`] = `第 ${index + 1} 列：找不到${field.label}「${value}」。`
    }
  }
  return errors
}

/**
 * Returns whether the label of a reference can be formatted from the record that was read.
 * A label with a time cannot: records contain Taipei times, labels contain times as they are stored.
 */
const canLabel = ({ fields, displayFields }: Resource, { field }: RecordReference): boolean =>
  !isMultiValued(field) &&
  !fields.some(({ name, type }) => displayFields.includes(name) && rulesOf(type).comparedAs === 'datetime')

const referenceQuery = (context: RecordContext, reference: RecordReference): CompiledQuery<RecordValues> => {
  const { field, record } = reference
  const target = context.schemas.get(field.to)
  const { db, scope } = context
  return sql<RecordValues>`
    select ${referenceProjection(context, reference).select(sqlContextOf(context))}
    ${fromTable(target)}
    where ${columnOf(field.by)} in (${sql.join(valuesOf(record[field.name]))}) and ${agreesWith(field, record)} and ${tenantCondition(target, scope)}
    ${db.isTransaction ? sql`for share` : sql``}`.compile(db)
}

/** Returns the projection of the fields to read, and of the fields of the label. */
const referenceProjection = ({ schemas }: RecordContext, { field, names }: RecordReference): FieldProjection => {
  const target = schemas.get(field.to)
  return recordProjection(target, schemas, names ? [...names, ...target.displayFields] : storedNames(target))
}

const storedNames = ({ fields }: Resource): readonly string[] =>
  fields.filter(({ type, virtual }) => type !== 'count' && !virtual).map(({ name }) => name)

/** Returns the values of a reference or of a list of references. */
export const valuesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isEmpty(value) ? [] : [value]

/**
 * Returns whether the value of a field has changed, or for a reference a value in its `same` fields.
 * Unchanged references are not validated again: a record remains valid even if a referenced record has changed since.
 */
export const hasChanged = (field: Field, record: RecordValues, before: RecordValues | undefined): boolean =>
  !before ||
  [field.name, ...('same' in field ? field.same : [])].some((name) => isDifferent(record[name], before[name]))

/** Returns whether a referenced record restricts the field, and the value of the field or the reference has changed. */
const hasChangedRestriction = (field: Field, record: RecordValues, before: RecordValues | undefined): boolean => {
  const path = restrictionOf(field)
  if (!path) return false
  return !before || [field.name, referencePath(path)[0]].some((name) => isDifferent(record[name], before[name]))
}

/**
 * Returns the path of the value in a referenced record that restricts the field, such as `ApplyCode.PayerNoLen`;
 * undefined if nothing restricts the field.
 */
const restrictionOf = (field: Field): string | undefined =>
  'lengthOf' in field ? field.lengthOf : 'within' in field ? field.within : undefined

const isDifferent = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/**
 * A hierarchy of records, each of which refers to its parent.
 * The methods identify a record by the value with which others refer to it (`by`).
 */
export interface ReferenceTree {
  /** Adds a record, or changes its parent. */
  add(child: unknown, parent: unknown): void
  parentOf(child: unknown): unknown
  childrenOf(parents: readonly unknown[]): readonly unknown[]
}

/**
 * Loads the whole hierarchy that a reference to its own resource forms, which is possible because hierarchies are
 * small.
 */
export const loadTree = async (
  context: RecordContext,
  resource: Resource,
  field: ReferenceField,
  record: RecordValues,
): Promise<ReferenceTree> => {
  const { rows } = await sql<{ child: unknown; parent: unknown }>`
    select ${columnOf(field.by)} as child, ${columnOf(field.name)} as parent
    ${fromTable(resource)}
    where ${agreesWith(field, record)}`.execute(context.db)
  const parents = new Map<unknown, unknown>()
  // An import looks up the children of each of its rows, so a search through all records for each of them would take
  // minutes.
  const children = new Map<unknown, Set<unknown>>()
  const add = (child: unknown, parent: unknown): void => {
    children.get(parents.get(child))?.delete(child)
    parents.set(child, parent)
    children.set(parent, (children.get(parent) ?? new Set()).add(child))
  }
  for (const { child, parent } of rows) add(child, parent)
  return {
    add,
    parentOf: (child) => parents.get(child) ?? null,
    childrenOf: (ancestors) => ancestors.flatMap((ancestor) => [...(children.get(ancestor) ?? [])]),
  }
}

/**
 * Returns a message if the record would be its own ancestor, or if its hierarchy would have too many levels, including
 * the levels below the record.
 */
const depthError = (tree: ReferenceTree, field: ReferenceField, record: RecordValues): string | null => {
  const ownKey = record[field.by]
  const ancestors = [record[field.name]]
  // Stored records could already refer to each other in a circle, so the search ends after 50 ancestors.
  for (let parent = tree.parentOf(ancestors[0]); !isEmpty(parent); parent = tree.parentOf(parent)) {
    ancestors.push(parent)
    if (ancestors.includes(ownKey) || ancestors.length > 50) break
  }
  if (ancestors.includes(ownKey)) return `${field.label}不能是自己或自己的下層。`
  const levels = ancestors.length + 1 + levelsBelow(tree, [ownKey], field.maxDepth ?? 0)
  return levels > (field.maxDepth ?? levels)
    ? `${field.label}最多 ${field.maxDepth} 層，這樣會變成 ${levels} 層。`
    : null
}

const levelsBelow = (tree: ReferenceTree, parents: readonly unknown[], maxLevels: number): number => {
  const children = maxLevels > 0 ? tree.childrenOf(parents) : []
  return children.length === 0 ? 0 : 1 + levelsBelow(tree, children, maxLevels - 1)
}
