import { cannot, placeOf } from '../phrases'
import type { Finding } from '../shape/shape'
import type { Check } from './check'
import { type FieldView, isEnteredView, type SchemaView } from './view'

/** E311: where each record demands another first, nobody can begin. */
export const referencesBegin: Check = (schema, all) => {
  const demands = (one: SchemaView): readonly FieldView[] =>
    one.declared.filter((field) => field.type === 'reference' && field.raw.required === true && isEnteredView(field))
  const leadsBack = (from: SchemaView | undefined, seen: readonly string[]): boolean =>
    from !== undefined &&
    (from.name === schema.name || (!seen.includes(from.name) && demands(from).some(({ raw }) => leadsBack(target(raw.to), [...seen, from.name]))))
  const target = (to: unknown): SchemaView | undefined => (typeof to === 'string' ? all.get(to) : undefined)
  return demands(schema)
    .filter(({ raw }) => leadsBack(target(raw.to), []))
    .map(
      ({ raw, path }): Finding => ({
        id: 'E311',
        path,
        message: cannot(placeOf(path), `be required: '${raw.to}' demands a record of '${schema.name}' first`),
        hint: 'Let one of the references in the circle stay empty.',
      }),
    )
}
