import { withImport, withReport } from './broken/changed-files'
import { problemsIn, sampleFacts } from './sample-files'

/** Values that are invalid almost everywhere. */
export const wrongValues: readonly unknown[] = [null, 7, '', 'x', true, [], [null], ['x', 'x'], {}, { x: { x: [] } }]

const files: Readonly<Record<string, unknown>> = { ...withImport.content, clubReport: withReport.content.clubReport }

/** Returns the paths of all values within a value. */
const pathsIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))]
    : [path]

/** Returns a copy of the value with another value at a path. */
const withValue = (value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown => {
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === key ? withValue(part, rest, other) : part))
  return { ...(value as object), [key]: withValue(Reflect.get(value as object, key), rest, other) }
}

/** All places of the sample files at which a wrong value can be put. */
export const places = Object.entries(files).flatMap(([name, file]) => pathsIn(file).map((path) => ({ name, path })))

/** Returns what the checks throw when values are put at places of the sample files, by the number of the place. */
export const crashesOf = (valuesAt: (index: number) => readonly unknown[]): string[] =>
  places.flatMap(({ name, path }, index) =>
    valuesAt(index).flatMap((value) => {
      try {
        problemsIn({ ...files, [name]: withValue(files[name], path, value) }, sampleFacts)
        return []
      } catch (error) {
        return [`${name}: ${path.join('.')} = ${JSON.stringify(value)}: ${error}`]
      }
    }),
  )
