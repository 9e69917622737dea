import type { Finding, Path, RawObject } from '../language/shapes/shape'
import type { AllSchemas, Check } from './check'
import { didYouMean } from './check-messages'
import { wholeField } from './field-values'
import { cannotAt, mustBeField, notAResourceAt, twiceAt } from './findings'
import { operationsOf } from './permission-view'
import { type FieldView, filtersOf, namesAt, objectsAt, part, type SchemaView } from './view'

/** E344, E345, E346: the records of another page refer to this one by a field that their list can be narrowed by, and are shown by columns that it has. */
export const relatedLead: Check = (schema, all) =>
  objectsAt(schema.raw.related, ['related']).flatMap(({ said, path }) => {
    const { of } = said
    if (typeof of !== 'string' || all.unread.includes(of)) return []
    const other = all.get(of)
    const at = [...path, 'of']
    if (schema.kind !== 'records' || !schema.page) return [cannotAt('E344', path, `stand in '${schema.name}': it has no detail page`)]
    const names = all.schemas.map(({ name }) => name)
    if (!other) return [notAResourceAt('E344', at, of, didYouMean(of, names))]
    if (other.kind !== 'records' || !other.page || !operationsOf(other).includes('list'))
      return [cannotAt('E344', at, `be '${of}': it has no list that people see`)]
    return [...ofReference(said, path, { schema, other, all }), ...ofColumns(said, path, other)]
  })

interface Ends {
  readonly schema: SchemaView
  readonly other: SchemaView
  readonly all: AllSchemas
}

const ofReference = ({ by }: RawObject, path: Path, { schema, other, all }: Ends): Finding[] => {
  if (typeof by !== 'string') return []
  const at = [...path, 'by']
  const found = (why: string, hint?: string): Finding => cannotAt('E345', at, why, hint)
  const field = other.fields.find(({ name }) => name === by)
  if (!field) return mustBeField('E345', by, at, other)
  if (field.type !== 'reference' || field.raw.to !== schema.name) return [found(`be '${by}': it does not refer to '${schema.name}'`)]
  const filters = filtersOf(other)
  return agreeing(field, other, all)
    .filter((name) => !filters.some((one) => one.name === name && [undefined, 'exact', 'in'].some((match) => match === one.match)))
    .map((name) => found(`be '${by}': the list of '${other.name}' cannot be narrowed by '${name}'`, `Name '${name}' among the filters of '${other.name}'.`))
}

/** The reference, and the fields in which both records agree. */
const agreeing = (field: FieldView, { raw }: SchemaView, all: AllSchemas): readonly string[] => {
  const whole = wholeField(field, raw, all)
  return [field.name, ...(whole?.type === 'reference' ? whole.same : [])]
}

const ofColumns = ({ columns }: RawObject, path: Path, other: SchemaView): Finding[] => {
  const shown = namesAt(part(other.raw, 'list').columns, []).map(({ name }) => name)
  return namesAt(columns, [...path, 'columns']).flatMap(({ name, path: at }, index, names): Finding[] => [
    ...mustBeField('E346', name, at, other),
    ...(shown.length > 0 && !shown.includes(name) && other.fields.some((field) => field.name === name)
      ? [cannotAt('E346', at, `be '${name}': the list of '${other.name}' does not show it`)]
      : []),
    ...(names.findIndex((one) => one.name === name) < index ? [twiceAt('E346', at, name)] : []),
  ])
}
