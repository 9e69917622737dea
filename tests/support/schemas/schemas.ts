import { modules } from '../../../src/modules'
import { loadSchemas } from '../../../src/schema/load/load'
import type { SchemaSet } from '../../../src/schema/load/schema-set'
import { readSchemaFiles } from '../../../src/server/node/schemas/schema-files'
import { virtualFieldNames } from '../../../src/server/node/schemas/schema-names'

/**
 * Returns the portal's own schemas and those that a test adds by name; an added schema replaces the one of its name.
 * Throws if an added schema has a mistake.
 */
export const testSchemas = (extra: Readonly<Record<string, object>> = {}): SchemaSet => {
  const key = JSON.stringify(extra)
  const schemas = loadedSchemas.get(key) ?? loaded(extra)
  loadedSchemas.set(key, schemas)
  return schemas
}

/** Loaded schemas by the added ones, because checking them takes longer than most tests. */
const loadedSchemas = new Map<string, SchemaSet>()

const loaded = (extra: Readonly<Record<string, object>>): SchemaSet => {
  const added = Object.entries(extra).map(([name, schema]) => ({
    file: `schemas/${name}.json`,
    text: JSON.stringify(schema, null, 2),
  }))
  const own = readSchemaFiles('schemas').filter(
    ({ file }) => !added.some((one) => one.file.toLowerCase() === file.toLowerCase()),
  )
  const { schemas, problems } = loadSchemas([...own, ...added], { virtualFields: virtualFieldNames(modules) })
  const mistakes = problems.filter(({ id, file }) => !id.startsWith('W') && added.some((one) => one.file === file))
  if (mistakes.length)
    throw new Error(mistakes.map(({ file, line, message, id }) => `${file}:${line} ${message} (${id})`).join('\n'))
  return schemas
}
