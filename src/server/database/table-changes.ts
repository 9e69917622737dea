import { type ExistingIndex, type ExistingTables, existingColumnName, existingTableName } from './existing-tables'
import { type IndexDefinition, type TableDefinition, uniqueIndexNameOn } from './table-definition'

/** A statement that adapts a database to the schemas. */
export interface TableChange {
  readonly statement: string
  /** Set if the statement creates an index, which can fail because of existing records. */
  readonly creates?: 'index'
}

/**
 * Returns the statements that adapt the existing tables to the declared ones, in the order in which they must run.
 * They change no types, and drop only unique indexes that the portal created, indexes of beginnings that another index
 * replaces, and the constraint `not null` of columns that no longer belong to a key.
 */
export const tableChanges = (tables: readonly TableDefinition[], existing: ExistingTables): readonly TableChange[] =>
  tables.flatMap((table) => changesOf(table, existing))

const changesOf = (table: TableDefinition, existing: ExistingTables): readonly TableChange[] => {
  const name = existingTableName(table, existing)
  return [
    ...(name === undefined ? [tableCreation(table)] : tableAlterations(table, name, existing)),
    ...indexChanges(table, existing),
    ...storageChanges(table, existing),
  ]
}

const tableCreation = ({ name, columns }: TableDefinition): TableChange => ({
  statement: `create table if not exists "${name}" (\n  ${columns.map((column) => `"${column.name}" ${column.definition}`).join(',\n  ')}\n)`,
})

const tableAlterations = (
  table: TableDefinition,
  existingTable: string,
  existing: ExistingTables,
): readonly TableChange[] => {
  const columns = existing.tables.get(existingTable) ?? new Map()
  const alter = (change: string): TableChange => ({ statement: `alter table "${table.name}" ${change}` })
  return [
    ...(existingTable === table.name
      ? []
      : [{ statement: `alter table "${existingTable}" rename to "${table.name}"` }]),
    ...table.columns.flatMap(({ name, was, type, added, definition }) => {
      const currentName = existingColumnName({ name, was }, columns)
      if (currentName === undefined) return [alter(`add column if not exists "${name}" ${added ?? type}`)]
      return [
        ...(currentName === name ? [] : [alter(`rename column "${currentName}" to "${name}"`)]),
        // The column of a former key is not null; the columns of other fields allow null.
        ...(columns.get(currentName)?.required && definition === type
          ? [alter(`alter column "${name}" drop not null`)]
          : []),
      ]
    }),
    ...[
      ...droppedIndexes(table, existing),
      ...changedIndexes(table, existing),
      ...replacedIndexes(table, existing),
    ].map(({ name }) => ({
      statement: `drop index "${name}"`,
    })),
  ]
}

// A violation is traced to its field by the name of the index, so indexes are renamed with their columns.
const indexChanges = (table: TableDefinition, existing: ExistingTables): readonly TableChange[] => {
  const changed = changedIndexes(table, existing)
  const names = existing.indexes.filter((index) => !changed.includes(index)).map(({ name }) => name)
  return table.indexes
    .filter((index) => !names.includes(index.name) && !isReplaced(index, table, existing))
    .map((index): TableChange => {
      const former = index.was.find((name) => names.includes(name))
      return former === undefined
        ? { statement: index.statement, creates: 'index' }
        : { statement: `alter index "${former}" rename to "${index.name}"` }
    })
}

/**
 * Returns the statements that change the storage parameters of indexes.
 * A new value applies to entries that are written afterwards.
 */
const storageChanges = ({ indexes }: TableDefinition, existing: ExistingTables): readonly TableChange[] =>
  indexes
    .filter(({ name, was, storage }) =>
      existing.indexes.some(
        (index) =>
          [name, ...was].includes(index.name) &&
          hasParametersOf(storage, index) &&
          !storage.every((text) => index.storage.includes(text)),
      ),
    )
    .map(({ name, storage }) => ({ statement: `alter index "${name}" set (${storage.join(', ')})` }))

/**
 * Returns whether an index has one of the storage parameters, with any value.
 * An index of another kind, which an operator created under the same name, has none.
 */
const hasParametersOf = (storage: readonly string[], index: ExistingIndex): boolean => {
  const nameOf = (text: string): string => text.slice(0, text.indexOf('='))
  return storage.some((text) => index.storage.some((current) => nameOf(current) === nameOf(text)))
}

/** Returns the existing indexes that another index replaces. */
const replacedIndexes = (table: TableDefinition, existing: ExistingTables): readonly ExistingIndex[] => {
  const replaced = table.indexes
    .filter((index) => isReplaced(index, table, existing))
    .flatMap(({ name, was }) => [name, ...was])
  return existing.indexes.filter(({ name }) => replaced.includes(name))
}

/**
 * Returns whether another index makes an index redundant.
 * In an existing table the other index must exist, because its creation could fail.
 */
const isReplaced = (
  { replacementsByCodes }: IndexDefinition,
  table: TableDefinition,
  existing: ExistingTables,
): boolean =>
  existing.sortsByCodes &&
  replacementsByCodes.length > 0 &&
  (existingTableName(table, existing) === undefined ||
    existing.indexes.some(({ name }) => replacementsByCodes.includes(name)))

/** Returns the unique indexes whose condition differs from the condition in the schema. */
const changedIndexes = ({ indexes }: TableDefinition, existing: ExistingTables): readonly ExistingIndex[] =>
  existing.indexes.filter((index) =>
    indexes.some((declared) => isSameIndex(declared, index) && !hasDeclaredCondition(declared, index)),
  )

const isSameIndex = ({ name, was, kind }: IndexDefinition, index: ExistingIndex): boolean =>
  kind === 'unique index' && index.unique && !index.hasConstraint && [name, ...was].includes(index.name)

const hasDeclaredCondition = ({ conditions }: IndexDefinition, { condition }: ExistingIndex): boolean =>
  conditions.some((declaredCondition) => JSON.stringify(declaredCondition) === JSON.stringify(condition))

/** Returns whether the database has a unique index as it is declared, perhaps under a former name. */
export const hasUniqueIndex = ({ indexes }: ExistingTables, declared: IndexDefinition): boolean =>
  indexes.some((index) => isSameIndex(declared, index) && hasDeclaredCondition(declared, index))

/**
 * Returns the unique indexes that the portal created for a key or a field with `unique`, and that its schema no longer
 * declares.
 */
export const droppedIndexes = (table: TableDefinition, existing: ExistingTables): readonly ExistingIndex[] => {
  const name = existingTableName(table, existing)
  const declared = table.indexes.flatMap((index) => [index.name, ...index.was])
  return existing.indexes
    .filter((index) => index.table === name && index.unique && !index.hasConstraint)
    .filter((index) => index.name === uniqueIndexNameOn(index.table, index.columns) && !declared.includes(index.name))
}
