import { isObject } from '../../schema/shape/shape'

const lineWidth = 160

/** A schema file as Biome formats it: what fits stands on one line, below the top. */
export const printSchema = (schema: object): string => `${block(schema, 0)}\n`

const block = (value: object, depth: number): string => {
  const inside = '  '.repeat(depth + 1)
  const lines = Object.entries(value).map(([key, inner]) => {
    const start = `${inside}${JSON.stringify(key)}: `
    const flat = start + line(inner)
    if (isObject(inner) && (key === 'fields' || flat.length >= lineWidth)) return start + block(inner, depth + 1)
    return Array.isArray(inner) && flat.length >= lineWidth ? start + list(inner, depth + 1) : flat
  })
  return `{\n${lines.join(',\n')}\n${'  '.repeat(depth)}}`
}

const list = (values: readonly unknown[], depth: number): string =>
  `[\n${values.map((value) => '  '.repeat(depth + 1) + line(value)).join(',\n')}\n${'  '.repeat(depth)}]`

const line = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(line).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${line(inner)}`)
    .join(', ')} }`
}
