import { defaultBy } from '../field-types/references'
import type { AllSchemas, Check } from './check'
import { placeOf } from './check-messages'
import { foundAt } from './findings'
import { importColumns } from './import-view'
import { type FieldView, isEnteredView } from './view'

/** W912: people know codes and names; the number of a record only the portal knows. */
export const importAsksForCodes: Check = (schema, all) =>
  importColumns(schema).flatMap(({ path, field }) => {
    if (!field || !isNumbered(field, all)) return []
    const other = all.get(String(field.raw.to))
    const code = other?.declared.find(({ raw, type }) => type === 'string' && raw.unique !== undefined && raw.unique !== false)
    return [
      foundAt(
        'W912',
        path,
        `${placeOf(path)} asks for the SerialId of '${field.raw.to}', which people do not know.`,
        code
          ? `Say "by": "${code.name}" in ${placeOf(field.path)}.`
          : `Refer by a field of '${field.raw.to}' that people know: say "by" in ${placeOf(field.path)}.`,
      ),
    ]
  })

const isNumbered = ({ type, raw }: FieldView, all: AllSchemas): boolean => {
  const other = typeof raw.to === 'string' ? all.get(raw.to) : undefined
  return (type === 'reference' || type === 'referenceList') && other !== undefined && (raw.by ?? defaultBy(other.raw)) === 'SerialId'
}

/** W913: a row that comes to need a field which the file cannot have would be refused. */
export const importFillsConditional: Check = (schema) => {
  const columns = importColumns(schema).map(({ name }) => name)
  return columns.length === 0
    ? []
    : schema.declared
        .filter((field) => isEnteredView(field) && field.raw.default === undefined && !columns.includes(field.name))
        .filter(({ raw }) => raw.requiredWhen !== undefined || (raw.required === true && raw.shownWhen !== undefined))
        .map(({ name }) =>
          foundAt(
            'W913',
            ['import', 'columns'],
            `import.columns leave out '${name}', which a condition requires.`,
            'Add the column; where its condition holds, rows without it are refused.',
          ),
        )
}
