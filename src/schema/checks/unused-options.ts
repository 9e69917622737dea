import { columnName } from '../column-name'
import { placeOf } from '../phrases'
import { type Finding, isObject, type Path } from '../shape/shape'
import { actionsOf } from './action-view'
import type { AllSchemas, Check } from './check'
import { allowancesOf, conditionsOf, leavesOf, ruleConditions } from './conditions'
import { optionsOf } from './options'
import { type FieldView, part, type SchemaView } from './view'

/** W911: an option of a field that nobody enters, which neither a default, an action nor the server's code ever sets; and conditions that wait for it. */
export const optionsAreUsed: Check = (schema, all) =>
  (all.known.words !== undefined && isWorkedHere(schema) ? schema.declared : []).filter(isMadeByServer).flatMap((field) => {
    const unused = (optionsOf(field) ?? []).filter((code) => !isSet(code, field, { schema, all }))
    return [...unsetOptions(field, unused), ...unused.flatMap((code) => waitingFor(code, field, schema))]
  })

// Where nobody makes or changes records, they come from elsewhere with whatever they say.
const isWorkedHere = ({ page, kind, raw }: SchemaView): boolean => {
  const { operations } = part(raw, 'endpoints')
  return page && kind === 'records' && (!Array.isArray(operations) || operations.includes('create') || operations.includes('update'))
}

const hint = 'Set it by an action or in src/server, take it out, or let people enter the field.'

// The options of an enum of the domain stand in no file.
const unsetOptions = ({ raw, path }: FieldView, codes: readonly string[]): Finding[] => {
  const found = (at: Path, named: string): Finding => ({ id: 'W911', path: at, message: `${placeOf(path)} has ${named}, which nothing ever sets.`, hint })
  if (isObject(raw.options)) return codes.map((code) => found([...path, 'options', code], `the option '${code}'`))
  return codes.length > 0 ? [found([...path, 'enum'], `${codes.map((code) => `'${code}'`).join(', ')} among its options`)] : []
}

const isMadeByServer = ({ type, raw }: FieldView): boolean => (type === 'enum' || type === 'enumList') && raw.readOnly === true && raw.virtual !== true

interface Place {
  readonly schema: SchemaView
  readonly all: AllSchemas
}

const isSet = (code: string, field: FieldView, { schema, all }: Place): boolean =>
  [field.raw.default].flat().includes(code) ||
  actionsOf(schema).some(({ raw, inputs }) => sets(part(raw, 'set')[field.name], code, inputs)) ||
  isWritten(code, schema, all)

// What an input brings nobody knows beforehand; it is one of its own options where it has some.
const sets = (value: unknown, code: string, inputs: readonly FieldView[]): boolean => {
  if (!isObject(value)) return [value].flat().includes(code)
  return value.input !== undefined && (optionsOf(inputs.find(({ name }) => name === value.input)) ?? [code]).includes(code)
}

// The code of the server is known by its words alone: where it speaks of the resource and of the option, it is taken to set it.
const isWritten = (code: string, { name, raw }: SchemaView, { known: { words } }: AllSchemas): boolean => {
  const { controller } = part(raw, 'endpoints')
  const names = [name, typeof raw.table === 'string' ? raw.table : columnName(name), String(controller ?? name)]
  return words?.has(code) === true && names.some((one) => words.has(one) || words.has(`${one.charAt(0).toUpperCase()}${one.slice(1)}`))
}

const waitingFor = (code: string, { name }: FieldView, schema: SchemaView): Finding[] =>
  [...conditionsOf(schema), ...allowancesOf(schema), ...ruleConditions(schema)]
    .filter(({ around }) => around.name === schema.name)
    .flatMap(({ condition, path }) => leavesOf(condition, path))
    .filter((leaf) => leaf.of === 'field' && leaf.name === name)
    .flatMap(({ said, path }) => ['is', 'in', 'has'].filter((word) => [said[word] ?? []].flat().includes(code)).map((word) => [...path, word]))
    .map((path) => ({
      id: 'W911',
      path,
      message: `${placeOf(path)} waits for '${code}' of '${name}', which nothing ever sets.`,
      hint: 'Take it out, or let something set it.',
    }))
