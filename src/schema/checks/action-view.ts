import { isObject, type Path, type RawObject } from '../language/shapes/shape'
import { type FieldView, fieldViews, part, type SchemaView } from './view'

/** An action as its file says it. */
export interface ActionView {
  readonly name: string
  readonly path: Path
  readonly raw: RawObject
  readonly on: readonly string[]
  readonly inputs: readonly FieldView[]
}

/** The actions of a file, as far as they are objects. */
export const actionsOf = ({ raw }: Pick<SchemaView, 'raw'>): ActionView[] =>
  Object.entries(part(raw, 'actions')).flatMap(([name, action]) => {
    if (!isObject(action)) return []
    const path = ['actions', name]
    return [{ name, path, raw: action, on: [action.on ?? 'row'].flat().map(String), inputs: fieldViews(action.inputs, [...path, 'inputs']) }]
  })

/** The inputs of an action as a schema of their own: what is asked of fields is asked of them. */
export const inputsView = (schema: SchemaView, { name, raw, inputs }: ActionView): SchemaView => ({
  ...schema,
  name,
  raw: { tenant: schema.raw.tenant, call: raw.call },
  declared: inputs,
  fields: inputs,
})
