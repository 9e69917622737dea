import type { Finding } from '../language/shapes/shape'
import { type Check, leadsTo } from './check'
import { cannotAt } from './findings'
import { type FieldView, isEnteredView, type SchemaView } from './view'

/** E311: where each record demands another first, nobody can begin. */
export const referencesBegin: Check = (schema, all) => {
  const demands = (one: SchemaView | undefined): readonly FieldView[] =>
    one?.declared.filter((field) => field.type === 'reference' && field.raw.required === true && isEnteredView(field)) ?? []
  const next = (name: string) => demands(all.get(name)).map(({ raw }) => String(raw.to))
  return demands(schema)
    .filter(({ raw }) => leadsTo(String(raw.to), schema.name, next))
    .map(({ raw, path }): Finding => cannotAt('E311', path, `be required: '${raw.to}' demands a record of '${schema.name}' first`))
}
