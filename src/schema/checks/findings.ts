import type { Finding, Path, ProblemId, RawObject } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import {
  cannot,
  didYouMean,
  mustBe,
  mustHave,
  notAField,
  notAResource,
  notOneOf,
  placeOf,
  repeatedName,
} from './check-messages'
import { type DeclaredSchema, namesAt } from './declared/declared-schema'
import { optionsOf } from './declared/field-value'

/** Returns a finding with the given message. */
export const findingAt = (id: ProblemId, path: Path, message: string, hint?: string): Finding => ({
  id,
  path,
  message,
  hint,
})

/** Returns a finding with the message `PLACE cannot PREDICATE.` */
export const cannotFinding = (id: ProblemId, path: Path, predicate: string, hint?: string): Finding =>
  findingAt(id, path, cannot(placeOf(path), predicate), hint)

/** Returns a finding that a place must have another value. */
export const mustBeFinding = (id: ProblemId, path: Path, expected: string, hint?: string): Finding =>
  findingAt(id, path, mustBe(placeOf(path), expected), hint)

/** Returns a finding that a key is missing at a place. */
export const mustHaveFinding = (id: ProblemId, path: Path, key: string, hint?: string): Finding =>
  findingAt(id, path, mustHave(placeOf(path), key), hint)

/** Returns a finding that no file declares the resource that a place names. */
export const notAResourceFinding = (id: ProblemId, path: Path, name: string, hint?: string): Finding =>
  findingAt(id, path, notAResource(placeOf(path), name), hint)

/** Returns a finding that a place repeats a name. */
export const repeatedFinding = (id: ProblemId, path: Path, name: string, hint?: string): Finding =>
  findingAt(id, path, repeatedName(placeOf(path), name), hint)

/** Returns a finding if the name is not a field of the schema; otherwise none. */
export const missingFieldFindings = (
  id: ProblemId,
  name: string,
  path: Path,
  { fields, name: resource }: Pick<DeclaredSchema, 'fields' | 'name'>,
): Finding[] => {
  const names = fields.map((field) => field.name)
  return names.includes(name)
    ? []
    : [{ id, path, message: notAField(placeOf(path), name, resource), hint: didYouMean(name, names) }]
}

/**
 * Returns a finding with the given id for each name that is not a field, a finding S209 for each name that is repeated,
 * and the findings of `furtherFindings` for each name.
 */
export const fieldNameFindings = (
  schema: DeclaredSchema,
  names: readonly { readonly name: string; readonly path: Path }[],
  id: ProblemId,
  furtherFindings: (name: string, path: Path) => Finding[],
): Finding[] =>
  names.flatMap(({ name, path }, index): Finding[] => [
    ...missingFieldFindings(id, name, path, schema),
    ...(names.slice(0, index).some((other) => other.name === name) ? [repeatedFinding('S209', path, name)] : []),
    ...furtherFindings(name, path),
  ])

/**
 * Returns the findings for an object of values by field name: for each name that is not a field, and each value that
 * the field cannot have.
 */
export const fieldValueFindings = (
  id: ProblemId,
  valuesByField: RawObject,
  path: Path,
  scope: Pick<DeclaredSchema, 'fields' | 'name'>,
): Finding[] =>
  Object.entries(valuesByField).flatMap(([name, values]) => {
    const options = optionsOf(fieldNamed(scope.fields, name))
    const unknownValues = namesAt(values, [...path, name]).filter((value) => options && !options.includes(value.name))
    return [
      ...missingFieldFindings(id, name, [...path, name], scope),
      ...unknownValues.map((value) =>
        findingAt(
          id,
          value.path,
          notOneOf(placeOf(value.path), value.name, `a value of '${name}'`),
          didYouMean(value.name, options ?? []),
        ),
      ),
    ]
  })
