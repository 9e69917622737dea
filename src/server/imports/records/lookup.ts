import { isReference } from '../../../schema/field-types'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues, ReferenceField } from '../../../schema/language/types'
import { referencePath } from '../../../schema/rules/related'
import { tenantCondition } from '../../access/tenant'
import type { RecordContext } from '../../record-context'
import { matchingRecords } from '../../records/get'
import { loadTree, type ReferenceLookup, type ReferenceTree, referringFields, valuesOf } from '../../records/references'

/**
 * Looks up the references of many rows at once, in the database and among the records that earlier rows of the file
 * create or change.
 */
export interface FileLookup extends ReferenceLookup {
  /** Loads the records to which these records refer. */
  load(records: readonly RecordValues[]): Promise<void>
  /** Adds a record that a row creates or changes, because later rows may refer to it. */
  add(record: RecordValues): void
  /** The references that have been looked up in the database so far. */
  readonly usedReferences: readonly UsedReference[]
}

/** A reference of a record to another record. */
interface Reference {
  readonly field: ReferenceField
  /** The value of the reference, and the values of the fields in which both records must agree (`same`). */
  readonly values: readonly unknown[]
  /** Identifies the referenced record by its resource and the values. */
  readonly key: string
}

/**
 * A reference that has been looked up.
 * Its `updateTime` is that of the referenced record; undefined if no record was found.
 */
export interface UsedReference extends Reference {
  readonly updateTime: unknown
}

/** Returns whether the referenced records are unchanged. Locks them until the transaction ends. */
export const areReferencesUnchanged = async (
  context: RecordContext,
  usedReferences: readonly UsedReference[],
): Promise<boolean> => {
  for (const references of groupByTarget(usedReferences)) {
    const records = await referencedRecords(context, references, { lock: true })
    if (references.some(({ updateTime }, index) => records.get(index)?.UpdateTime !== updateTime)) return false
  }
  return true
}

/**
 * Groups references by the resource and the fields that they refer to, because one statement can find all records of a
 * group.
 */
const groupByTarget = <R extends Reference>(references: readonly R[]): readonly (readonly R[])[] => {
  const groups = new Map<string, R[]>()
  for (const reference of references) {
    const target = JSON.stringify([reference.field.to, reference.field.by, ...reference.field.same])
    const group = groups.get(target)
    if (group) group.push(reference)
    else groups.set(target, [reference])
  }
  return [...groups.values()]
}

const referenceTo = (field: ReferenceField, values: readonly unknown[]): Reference => ({
  field,
  values,
  key: JSON.stringify([field.to, field.by, ...field.same, ...values]),
})

/** If more records than this are loaded, they are removed before those of the next rows are loaded. */
const maxLoadedRecords = 5000

/** Returns the lookup for a file with records of a resource. */
export const fileLookup = (context: RecordContext, resource: Resource): FileLookup => {
  const loaded = new Map<string, RecordValues | undefined>()
  const usedReferences = new Map<string, UsedReference>()
  const added = new Map<string, RecordValues>()
  // The stored hierarchies, with the records that earlier rows of the file create or change.
  const trees = new Map<string, ReferenceTree>()
  const selfReferences = resource.fields.filter(isReference).filter(({ to }) => to === resource.name)
  const neededNames = namesNeededLater(resource, selfReferences)

  const loadReferences = async (references: readonly Reference[]): Promise<void> => {
    const notLoaded = references.filter(({ key }) => !loaded.has(key) && !added.has(key))
    if (notLoaded.length === 0) return
    const byKey = new Map(notLoaded.map((reference) => [reference.key, reference]))
    for (const group of groupByTarget([...byKey.values()])) {
      const records = await referencedRecords(context, group)
      for (const [index, reference] of group.entries()) loaded.set(reference.key, records.get(index))
    }
  }

  // Returns an array with the referenced record, or an empty array if there is none.
  // Adds the reference to the used references.
  const recordsOf = (reference: Reference): readonly RecordValues[] => {
    const { key } = reference
    const record = added.get(key) ?? loaded.get(key)
    // The first UpdateTime is not replaced: a record that is loaded again may have changed since earlier rows were
    // validated with it.
    if (!added.has(key) && !usedReferences.has(key))
      usedReferences.set(key, { ...reference, updateTime: record?.UpdateTime })
    return record ? [record] : []
  }

  return {
    get usedReferences() {
      return [...usedReferences.values()]
    },
    load: (records) => {
      if (loaded.size > maxLoadedRecords) loaded.clear()
      return loadReferences(records.flatMap((record) => referencesOf(resource, record)))
    },
    add: (record) => {
      if (selfReferences.length === 0) return
      const neededValues = Object.fromEntries(neededNames.map((name) => [name, record[name]]))
      for (const field of selfReferences) {
        const { key } = referenceTo(
          field,
          [field.by, ...field.same].map((name) => record[name]),
        )
        added.set(key, neededValues)
        trees.get(treeKey(field, record))?.add(record[field.by], record[field.name])
      }
    },
    find: async (requested) => {
      const references = requested.map(({ field, record }) => referencesOfField(field, record))
      await loadReferences(references.flat())
      return references.map((referencesOfOneField) => referencesOfOneField.flatMap(recordsOf))
    },
    tree: async (_, field, row) => {
      const key = treeKey(field, row)
      const loadedTree = trees.get(key)
      if (loadedTree) return loadedTree
      const tree = await loadTree(context, resource, field, row)
      for (const record of added.values())
        if (treeKey(field, record) === key) tree.add(record[field.by], record[field.name])
      trees.set(key, tree)
      return tree
    },
  }
}

/**
 * Returns the names of the fields whose values later rows may need if they refer to the record of a row: those that
 * identify it or its parent, and those that restrict values of the later rows (`lengthOf`, `within`).
 */
const namesNeededLater = ({ fields }: Resource, selfReferences: readonly ReferenceField[]): readonly string[] => {
  const related = fields.flatMap((field) =>
    'lengthOf' in field && field.lengthOf ? [field.lengthOf] : 'within' in field && field.within ? [field.within] : [],
  )
  return [
    ...new Set([
      ...selfReferences.flatMap(({ name, by, same }) => [name, by, ...same]),
      ...related.map((path) => referencePath(path)[1]),
    ]),
  ]
}

/** Returns the references of a record, including those in its list items. */
const referencesOf = ({ fields }: Pick<Resource, 'fields'>, record: RecordValues): readonly Reference[] =>
  referringFields(fields).flatMap((field) =>
    field.type === 'rows'
      ? valuesOf(record[field.name]).flatMap((item) => referencesOf(field, { ...record, ...(item as RecordValues) }))
      : referencesOfField(field, record),
  )

const referencesOfField = (field: ReferenceField, record: RecordValues): readonly Reference[] =>
  valuesOf(record[field.name]).map((value) => referenceTo(field, [value, ...field.same.map((name) => record[name])]))

/**
 * Returns the referenced records by the index of their references, which must be of one group.
 * Locked records contain only their UpdateTime.
 */
const referencedRecords = async (
  context: RecordContext,
  references: readonly Reference[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ReadonlyMap<number, RecordValues>> => {
  const [first] = references
  if (!first) return new Map()
  const target = context.schemas.get(first.field.to)
  const names = [first.field.by, ...first.field.same]
  return matchingRecords(context, target, {
    names,
    searches: references.map(({ values }) => Object.fromEntries(names.map((name, index) => [name, values[index]]))),
    fields: target.fields.filter(({ name, type, virtual }) =>
      lock ? name === 'UpdateTime' : type !== 'count' && !virtual,
    ),
    condition: tenantCondition(target, context.scope),
    lock,
  })
}

const treeKey = (field: ReferenceField, record: RecordValues): string =>
  JSON.stringify([field.name, ...field.same.map((name) => record[name])])
