import { type Finding, isObject, type Path, type RawObject } from './shape'

/** What a file says without the values that have a wrong form (E102) and without patterns that no value may be tried with (E111, E124), so that later checks never meet them; elsewhere it is as it was. */
export const withoutWrongForms = (raw: RawObject, findings: readonly Finding[]): RawObject => {
  const wrong = findings.filter(({ id, path }) => ['E102', 'E111', 'E124'].includes(id) && path.length > 0)
  return wrong.reduce<RawObject>((said, { path }) => object(without(said, path)), raw)
}

const without = (value: unknown, [key, ...rest]: Path): unknown => {
  // The others of a list keep their places, for mistakes are told by these.
  if (Array.isArray(value)) return value.map((part: unknown, index) => (index !== key ? part : rest.length > 0 ? without(part, rest) : {}))
  if (value instanceof Map) return new Map([...(value as Map<unknown, unknown>)].filter(([code]) => code !== key))
  if (!isObject(value) || key === undefined || !(key in value)) return value
  if (rest.length > 0) return { ...value, [key]: without(value[key], rest) }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

const object = (value: unknown): RawObject => (isObject(value) ? value : {})
