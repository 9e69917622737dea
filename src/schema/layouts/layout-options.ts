import { isObject } from '../language/shapes/shape'
import type { SchemaFile } from '../load/schema-file'
import { type Layouts, layoutOptions } from './layout'

/**
 * Returns a schema file in which fields with the layouts as options have the names and labels of the layouts that the
 * portal reads.
 */
export const withLayoutOptions = (file: SchemaFile, layouts: Layouts): SchemaFile => {
  const options = new Map(
    Object.entries(layouts).flatMap(([name, { label, shortLabel = label, written }]) =>
      written ? [] : [[name, shortLabel]],
    ),
  )
  const resolve = (value: unknown): unknown =>
    // Options with codes of their own are a map.
    isObject(value) && !(value instanceof Map)
      ? Object.fromEntries(
          Object.entries(value).map(([key, child]) => [
            key,
            key === 'options' && child === layoutOptions ? options : resolve(child),
          ]),
        )
      : value
  return 'fields' in file.raw ? { ...file, raw: { ...file.raw, fields: resolve(file.raw.fields) } } : file
}
