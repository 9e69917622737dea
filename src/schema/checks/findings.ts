import type { Finding, Path, RawObject } from '../language/shapes/shape'
import { cannot, didYouMean, mustBe, mustSay, notAField, notAResource, notOneOf, placeOf, repeated } from './check-messages'
import { optionsOf } from './view/field-value'
import { namesAt, type SchemaView } from './view/schema-view'

type Id = Finding['id']

/** Returns a finding with the given message. */
export const foundAt = (id: Id, path: Path, message: string, hint?: string): Finding => ({ id, path, message, hint })

/** Returns the finding that a place of the file cannot do or be something. */
export const cannotAt = (id: Id, path: Path, reason: string, hint?: string): Finding => foundAt(id, path, cannot(placeOf(path), reason), hint)

/** Returns the finding that a place must have another value. */
export const mustBeAt = (id: Id, path: Path, expected: string, hint?: string): Finding => foundAt(id, path, mustBe(placeOf(path), expected), hint)

/** Returns the finding that a place lacks a key. */
export const mustSayAt = (id: Id, path: Path, key: string, hint?: string): Finding => foundAt(id, path, mustSay(placeOf(path), key), hint)

/** Returns the finding that no file declares the resource that a place names. */
export const notAResourceAt = (id: Id, path: Path, name: string, hint?: string): Finding => foundAt(id, path, notAResource(placeOf(path), name), hint)

/** Returns the finding that a place repeats a name. */
export const repeatedAt = (id: Id, path: Path, name: string, hint?: string): Finding => foundAt(id, path, repeated(placeOf(path), name), hint)

/** Returns a finding if the name is not a field of the schema; otherwise none. */
export const mustBeField = (id: Finding['id'], name: string, path: Path, { fields, name: resource }: Pick<SchemaView, 'fields' | 'name'>): Finding[] => {
  const names = fields.map((field) => field.name)
  return names.includes(name) ? [] : [{ id, path, message: notAField(placeOf(path), name, resource), hint: didYouMean(name, names) }]
}

/** Checks that each name is a field and is not repeated, and adds the findings of `furtherFindings`. */
export const checkNames = (
  schema: SchemaView,
  names: readonly { readonly name: string; readonly path: Path }[],
  id: Finding['id'],
  furtherFindings: (name: string, path: Path) => Finding[],
): Finding[] =>
  names.flatMap(({ name, path }, index): Finding[] => [
    ...mustBeField(id, name, path, schema),
    ...(names.slice(0, index).some((other) => other.name === name) ? [repeatedAt('S209', path, name)] : []),
    ...furtherFindings(name, path),
  ])

/** Finds values in a map of field names to values that the fields cannot have. */
export const wrongValuesIn = (where: RawObject, path: Path, { fields }: Pick<SchemaView, 'fields'>, id: Finding['id']): Finding[] =>
  Object.entries(where).flatMap(([name, values]) => {
    const options = optionsOf(fields.find((field) => field.name === name))
    return namesAt(values, [...path, name])
      .filter(({ name: value }) => options && !options.includes(value))
      .map(({ name: value, path: at }) => foundAt(id, at, notOneOf(placeOf(at), value, `a value of '${name}'`), didYouMean(value, options ?? [])))
  })
