import type { Finding, Path, ProblemId, RawObject } from '../language/shapes/shape'
import { cannot, didYouMean, mustBe, mustHave, notAField, notAResource, notOneOf, placeOf, repeated } from './check-messages'
import { optionsOf } from './view/field-value'
import { namesAt, type SchemaView } from './view/schema-view'

/** Returns a finding with the given message. */
export const foundAt = (id: ProblemId, path: Path, message: string, hint?: string): Finding => ({ id, path, message, hint })

/** Returns the finding that a place of the file cannot do or be something. */
export const cannotAt = (id: ProblemId, path: Path, reason: string, hint?: string): Finding => foundAt(id, path, cannot(placeOf(path), reason), hint)

/** Returns the finding that a place must have another value. */
export const mustBeAt = (id: ProblemId, path: Path, expected: string, hint?: string): Finding => foundAt(id, path, mustBe(placeOf(path), expected), hint)

/** Returns the finding that a place lacks a key. */
export const mustHaveAt = (id: ProblemId, path: Path, key: string, hint?: string): Finding => foundAt(id, path, mustHave(placeOf(path), key), hint)

/** Returns the finding that no file declares the resource that a place names. */
export const notAResourceAt = (id: ProblemId, path: Path, name: string, hint?: string): Finding => foundAt(id, path, notAResource(placeOf(path), name), hint)

/** Returns the finding that a place repeats a name. */
export const repeatedAt = (id: ProblemId, path: Path, name: string, hint?: string): Finding => foundAt(id, path, repeated(placeOf(path), name), hint)

/** Returns a finding if the name is not a field of the schema; otherwise none. */
export const mustBeField = (id: ProblemId, name: string, path: Path, { fields, name: resource }: Pick<SchemaView, 'fields' | 'name'>): Finding[] => {
  const names = fields.map((field) => field.name)
  return names.includes(name) ? [] : [{ id, path, message: notAField(placeOf(path), name, resource), hint: didYouMean(name, names) }]
}

/** Checks that each name is a field and is not repeated, and adds the findings of `furtherFindings`. */
export const checkNames = (
  schema: SchemaView,
  names: readonly { readonly name: string; readonly path: Path }[],
  id: ProblemId,
  furtherFindings: (name: string, path: Path) => Finding[],
): Finding[] =>
  names.flatMap(({ name, path }, index): Finding[] => [
    ...mustBeField(id, name, path, schema),
    ...(names.slice(0, index).some((other) => other.name === name) ? [repeatedAt('S209', path, name)] : []),
    ...furtherFindings(name, path),
  ])

/** Checks a map of field names to allowed values: each name is a field, and each value is one that the field can have. */
export const checkFieldValues = (id: ProblemId, where: RawObject, path: Path, scope: Pick<SchemaView, 'fields' | 'name'>): Finding[] =>
  Object.entries(where).flatMap(([name, values]) => {
    const options = optionsOf(scope.fields.find((field) => field.name === name))
    const unknownValues = namesAt(values, [...path, name]).filter((value) => options && !options.includes(value.name))
    return [
      ...mustBeField(id, name, [...path, name], scope),
      ...unknownValues.map((value) =>
        foundAt(id, value.path, notOneOf(placeOf(value.path), value.name, `a value of '${name}'`), didYouMean(value.name, options ?? [])),
      ),
    ]
  })
