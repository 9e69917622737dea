import { isObject } from '../schema/language/shapes/shape'

/** Returns a value as JSON on one line, with a space inside braces and after commas. */
export const jsonLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${jsonLine(inner)}`)
  return `{ ${entries.join(', ')} }`
}

// The line width in biome.json.
const lineWidth = 120

/** Returns the width of a text in columns. Biome counts two for a wide character, such as a Chinese one. */
const widthOf = (text: string): number =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g) ?? [])
    .length

/** Formats a schema file as Biome does: below the top level, each value that fits is on one line. */
export const formatSchema = (schema: object): string => `${formatObject(schema, 0)}\n`

const formatObject = (value: object, depth: number): string => {
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(value).map(([key, inner]) => {
    const start = `${indent}${JSON.stringify(key)}: `
    const flat = start + jsonLine(inner)
    if (isObject(inner) && (key === 'fields' || widthOf(flat) >= lineWidth))
      return start + formatObject(inner, depth + 1)
    return Array.isArray(inner) && widthOf(flat) >= lineWidth ? start + formatList(inner, depth + 1) : flat
  })
  return `{\n${lines.join(',\n')}\n${'  '.repeat(depth)}}`
}

const formatList = (values: readonly unknown[], depth: number): string =>
  `[\n${values.map((value) => '  '.repeat(depth + 1) + jsonLine(value)).join(',\n')}\n${'  '.repeat(depth)}]`
