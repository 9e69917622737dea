import { canBeInCell } from '../field-types'
import { normalizedTitle } from '../imports/columns'
import type { Finding } from '../language/shapes/shape'
import { isErrorTitle } from '../sheets/failed-rows'
import type { Check } from './check'
import { importInputs } from './declared/declared-import'
import { type DeclaredField, type DeclaredSchema, keyNames, namesAt, objectUnder } from './declared/declared-schema'
import { cannotFinding, missingFieldFindings } from './findings'

/**
 * S608: the columns of an import with inputs are columns of the list, and the settings of imports of records are
 * absent.
 */
export const checkShownColumns: Check = (schema) => {
  if (importInputs(schema).length === 0) return []
  const spec = objectUnder(schema.raw, 'import')
  const listColumns = namesAt(objectUnder(schema.raw, 'list').columns, []).map(({ name }) => name)
  return [
    ...['existing', 'match', 'lines']
      .filter((key) => spec[key] !== undefined)
      .map((key) => cannotFinding('S608', ['import', key], "be set with 'inputs': the rows write no records")),
    ...(Array.isArray(spec.columns) ? spec.columns : []).flatMap((column: unknown, index): Finding[] => {
      const path = ['import', 'columns', index]
      if (typeof column !== 'string')
        return [cannotFinding('S608', path, "have settings with 'inputs': the column only shows the record")]
      const missing = missingFieldFindings('S608', column, path, schema)
      return missing.length > 0 || listColumns.includes(column)
        ? missing
        : [cannotFinding('S608', path, `be '${column}': the list has no such column`)]
    }),
  ]
}

/** S608: the inputs of an import can be read from a file that also shows the record: from cells, by their own titles. */
export const checkImportInputs: Check = (schema) => {
  const inputs = importInputs(schema)
  const others = otherColumns(schema)
  return inputs.flatMap((input, index): Finding[] => [
    ...(input.type && !canBeInCell(input.type)
      ? [cannotFinding('S608', input.path, `be filled in: no cell can contain a field of type '${input.type}'`)]
      : []),
    ...([...keyNames(schema.raw), 'UpdateTime'].includes(input.name)
      ? [cannotFinding('S608', input.path, `be named '${input.name}': the file has that field of the record`)]
      : []),
    ...titleFindings(input, [...others, ...inputs.slice(0, index)]),
  ])
}

/** Returns the fields of the record that the file has: those that it shows, the key and the update time. */
const otherColumns = ({ raw, fields }: DeclaredSchema): readonly DeclaredField[] => {
  const shown = namesAt(objectUnder(raw, 'import').columns, []).map(({ name }) => name)
  return fields.filter(({ name }) => [...shown, ...keyNames(raw), 'UpdateTime'].includes(name))
}

const titleFindings = (input: DeclaredField, others: readonly DeclaredField[]): Finding[] => {
  const title = labelOf(input)
  const path = [...input.path, 'label']
  if (isErrorTitle(title)) return [cannotFinding('S608', path, `be '${title}': it is the title of an error column`)]
  const duplicate = others.find((other) => normalizedTitle(labelOf(other)) === normalizedTitle(title))
  return duplicate ? [cannotFinding('S608', path, `be '${title}': the column '${duplicate.name}' has that title`)] : []
}

const labelOf = ({ name, raw }: DeclaredField): string => (typeof raw.label === 'string' ? raw.label : name)
