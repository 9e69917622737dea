import { expect, test } from 'vitest'
import { validate } from '../../src/schema/validate'
import { nearMisses } from './near-misses'
import { portal } from './portal-files'
import { problemsIn, sampleFiles, sampleKnown } from './sample-files'

const wrong: readonly unknown[] = [null, 7, '', 'x', true, [], [null], ['x', 'x'], {}, { x: { x: [] } }]

/** Paths of all values within a value. */
const pathsIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null ? [path, ...Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))] : [path]

/** The same value with another one at a path. */
const withValue = (value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown => {
  if (key === undefined) return other
  if (Array.isArray(value)) return value.map((part, index) => (String(index) === key ? withValue(part, rest, other) : part))
  return { ...(value as object), [key]: withValue(Reflect.get(value as object, key), rest, other) }
}

test('whatever stands at any place of a file, the checks answer', () => {
  const files = sampleFiles()
  for (const spoil of [nearMisses.E601, nearMisses.E701]) spoil(files)
  const places = Object.entries(files).flatMap(([name, file]) => pathsIn(file).map((path) => ({ name, path })))
  expect(places.length).toBeGreaterThan(250)
  const crashes: string[] = []
  for (const [index, { name, path }] of places.entries()) {
    // Two at each place, others at the next, for there are many places of a kind.
    for (const value of [wrong[index % wrong.length], wrong[(index + 3) % wrong.length]]) {
      try {
        problemsIn({ ...files, [name]: withValue(files[name], path, value) }, sampleKnown)
      } catch (error) {
        crashes.push(`${name}: ${path.join('.')} = ${JSON.stringify(value)}: ${error}`)
      }
    }
  }
  expect(crashes).toEqual([])
})

test('whatever is sent for a field, there is an answer', () => {
  const odd = [...wrong, { toString: 1 }, [{ toString: 1 }], { length: 1 }, Number.MAX_VALUE, '\ud800']
  for (const resource of portal.resources) {
    for (const { name } of resource.fields) {
      for (const value of odd) {
        expect(
          () => validate(resource, { [name]: value }, { mode: 'create', today: '2026-11-20', role: '' }),
          `${resource.name}.${name} = ${JSON.stringify(value)}`,
        ).not.toThrow()
      }
    }
  }
})
