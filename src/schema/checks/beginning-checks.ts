import { type Finding, isObject, type Path } from '../language/shapes/shape'
import { isSequence, patternFault } from '../rules/defaults'
import { actionsOf } from './action-view'
import type { Check } from './check'
import { cannotAt } from './findings'
import { columnsIn, type FieldView, keyNames, type SchemaView } from './view'

/** E342: a default that the server makes is one that the field can hold, in a record. */
export const beginningsFit: Check = (schema) => {
  const beyond = [...rowsOf(schema), ...actionsOf(schema).flatMap(({ inputs }) => inputs)]
  return [
    ...schema.declared.flatMap((field) => ofField(field, schema)),
    ...beyond.flatMap(({ raw, path }) =>
      isObject(raw.default) ? [found([...path, 'default'], 'be made by the server: it is not a field of the record')] : [],
    ),
    ...[...schema.declared, ...beyond].flatMap(ofMoment),
  ]
}

// The server alone knows the moment, and its beginnings are for what nobody enters.
const ofMoment = ({ name, raw, path, type }: FieldView): Finding[] =>
  type === 'datetime' && raw.default === 'now' && raw.readOnly !== true
    ? [found([...path, 'default'], `be "now": people enter '${name}'`, 'Say "readOnly": true in a field of the record, or leave the default out.')]
    : []

/** E343: a running number has one place for the number, and room in its field. */
export const sequencesCount: Check = ({ declared }) =>
  declared.flatMap(({ raw, path }): Finding[] => {
    const at = [...path, 'default', 'sequence']
    const pattern = isObject(raw.default) ? raw.default.sequence : undefined
    const why = typeof pattern === 'string' ? patternFault(pattern, typeof raw.max === 'number' ? raw.max : undefined) : undefined
    return why ? [cannotAt('E343', at, why)] : []
  })

const ofField = ({ name, raw, path, type }: FieldView, schema: SchemaView): Finding[] => {
  if (!isObject(raw.default)) return []
  const at = [...path, 'default']
  if (type !== 'string') return type ? [found(at, `be made by the server: '${name}' is of type '${type}'`, 'Only a string can hold it.')] : []
  if (schema.kind === 'report') return [found(at, 'be made by the server: a report keeps nothing')]
  const marks = isSequence(raw.default) ? ['required', 'requiredWhen', 'shownWhen', 'readOnlyWhen', 'writeOnce', 'pattern', 'lengthOf', 'upperCase'] : []
  return [
    ...marks
      .filter((mark) => raw[mark] !== undefined && raw[mark] !== false)
      .map((mark) => found(at, `stand beside '${mark}': nobody enters a running number`)),
    ...(name === 'ApplyCode' || name === 'UniformNo' ? [found(at, 'be a running number: it ties the record to its company')] : []),
    ...(isSequence(raw.default) && !keyNames(schema.raw).includes(name) && raw.unique === undefined ? [unmarked(at, name)] : []),
  ]
}

const unmarked = (path: Path, name: string): Finding =>
  cannotAt('E342', path, `do without 'unique': '${name}' is a running number`, 'Say "unique": true in the field, so that the database keeps the numbers apart.')

const rowsOf = ({ declared }: SchemaView): readonly FieldView[] => declared.filter(({ type }) => type === 'rows').flatMap(columnsIn)

const found = (path: Path, why: string, hint?: string): Finding => cannotAt('E342', path, why, hint)
