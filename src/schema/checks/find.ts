import { rulesOf } from '../field-types'
import type { Finding } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import type { Check } from './check'
import { filtersOf, namesAt } from './declared/declared-schema'
import { cannotFinding, fieldNameFindings } from './findings'

/** S209, S218: the search from everywhere names distinct filters of the list that compare texts. */
export const checkFind: Check = (schema) => {
  const filters = filtersOf(schema)
  return fieldNameFindings(schema, namesAt(schema.raw.find, ['find']), 'S218', (name, path): Finding[] => {
    const field = fieldNamed(schema.fields, name)
    if (!field?.type) return []
    if (name.includes('.')) return [cannotFinding('S218', path, `name '${name}': it is a field of another record`)]
    if (!filters.some((filter) => filter.name === name))
      return [cannotFinding('S218', path, `name '${name}': it is no filter of the list`)]
    return rulesOf(field.type).group === 'text'
      ? []
      : [cannotFinding('S218', path, `name '${name}': it is of type '${field.type}'`)]
  })
}
