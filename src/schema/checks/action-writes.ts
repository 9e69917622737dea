import { isTenantField } from '../../domain/access/roles'
import { rulesOf } from '../field-types'
import type { ComparisonKind } from '../field-types/field-type'
import { type Finding, isObject, type Path } from '../language/shapes/shape'
import type { FieldType } from '../language/types'
import type { AllSchemas, Check } from './check'
import { didYouMean, notOneOf, placeOf } from './check-messages'
import {
  actionsOf,
  type DeclaredAction,
  type DeclaredField,
  type DeclaredSchema,
  facetsOfDeclared,
  keyNames,
  objectUnder,
} from './declared/declared-schema'
import { compileDeclaredField, rejectionMessage } from './declared/field-value'
import { cannotFinding, findingAt, missingFieldFindings, mustBeFinding } from './findings'

/** S322, S323: an action writes only into writable fields of the record, and only values that these fields accept. */
export const checkActionWrites: Check = (file, all) => {
  const schema = file.kind === 'view' ? (all.get(String(file.raw.of)) ?? file) : file
  return actionsOf(file).flatMap((action) =>
    Object.entries(objectUnder(action.raw, 'set')).flatMap(([name, value]): Finding[] => {
      const path = [...action.path, 'set', name]
      const field = schema.declared.find((declared) => declared.name === name)
      if (!field) return notWritableFindings(name, path, schema)
      const reason = unwritableReason(field, schema)
      if (reason) return [cannotFinding('S322', path, `write '${name}': ${reason}`)]
      return isObject(value)
        ? sourceFindings(field, value, { path, action })
        : valueFindings(field, value, { path, schema, all })
    }),
  )
}

// A field of the record that the file does not declare is a standard field.
const notWritableFindings = (name: string, path: Path, schema: DeclaredSchema): Finding[] => {
  const missing = missingFieldFindings('S322', name, path, schema)
  return missing.length > 0 ? missing : [cannotFinding('S322', path, `write '${name}': the server sets it`)]
}

const unwritableReason = ({ name, raw, type }: DeclaredField, schema: DeclaredSchema): string | undefined => {
  if (keyNames(schema.raw).includes(name)) return 'it identifies the record'
  if (isTenantField(name)) return 'it is the tenant of the record'
  if (raw.virtual === true) return 'it is virtual'
  return type && (type === 'computed' || type === 'count' || type === 'file') ? `it is of type '${type}'` : undefined
}

const sourceFindings = (
  field: DeclaredField,
  value: Readonly<Record<string, unknown>>,
  { path, action }: { path: Path; action: DeclaredAction },
): Finding[] => {
  const mismatchFindings = (source: string): Finding[] => [
    cannotFinding('S323', path, `use ${source}: '${field.name}' is of type '${field.type}'`),
  ]
  if (typeof value.clock === 'string')
    return facetsOfDeclared(field).comparedAs === clockKinds[value.clock] || !(value.clock in clockKinds)
      ? []
      : mismatchFindings(`'${value.clock}' from the clock`)
  if (value.session !== undefined) return field.type === 'string' ? [] : mismatchFindings("the user's id")
  if (typeof value.input !== 'string') return []
  const input = action.inputs.find(({ name }) => name === value.input)
  const inputNames = action.inputs.map(({ name }) => name)
  if (!input)
    return [
      findingAt(
        'S323',
        path,
        notOneOf(placeOf(path), value.input, `an input of '${action.name}'`),
        didYouMean(value.input, inputNames),
      ),
    ]
  return input.type === undefined ||
    field.type === undefined ||
    comparableType(input.type) === comparableType(field.type)
    ? []
    : mismatchFindings(`'${value.input}' of type '${input.type}'`)
}

/** The kind of value that each setting of `clock` writes. */
const clockKinds: Readonly<Record<string, ComparisonKind>> = { today: 'date', now: 'datetime' }

// Only the text types have `acceptsAnyText`. A text can be written into a field of another text type.
const comparableType = (type: FieldType): FieldType => (rulesOf(type).acceptsAnyText ? 'string' : type)

const valueFindings = (
  field: DeclaredField,
  value: unknown,
  { path, schema, all }: { path: Path; schema: DeclaredSchema; all: AllSchemas },
): Finding[] => {
  if (value === null)
    return field.raw.required === true ? [cannotFinding('S323', path, `be empty: '${field.name}' is required`)] : []
  const compiled = compileDeclaredField(field, schema.raw, all)
  const hint = compiled && rejectionMessage(compiled, value)
  return hint ? [mustBeFinding('S323', path, `a value of '${field.name}'`, hint)] : []
}
