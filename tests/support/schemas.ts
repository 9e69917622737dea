import { loadSchemas } from '../../src/schema/load/load'
import type { SchemaSet } from '../../src/schema/load/schema-set'
import { readSchemaFiles } from '../../src/server/node/schema-files'
import { virtualNames } from '../../src/server/records/virtual-fields'

/** The portal's own schemas, whose mistakes are another test's business, and such as a test throws in by name, which must have none; one of the same name gives way. */
export const testSchemas = (extra: Readonly<Record<string, object>> = {}): SchemaSet => {
  const key = JSON.stringify(extra)
  const schemas = known.get(key) ?? loaded(extra)
  known.set(key, schemas)
  return schemas
}

/** Loaded sets by what was thrown in: checking one takes longer than most tests. */
const known = new Map<string, SchemaSet>()

const loaded = (extra: Readonly<Record<string, object>>): SchemaSet => {
  const thrown = Object.entries(extra).map(([name, schema]) => ({ file: `schemas/${name}.json`, text: JSON.stringify(schema, null, 2) }))
  const own = readSchemaFiles('schemas').filter(({ file }) => !thrown.some((one) => one.file.toLowerCase() === file.toLowerCase()))
  const { schemas, problems } = loadSchemas([...own, ...thrown], { virtual: virtualNames })
  const mistakes = problems.filter(({ id, file }) => !id.startsWith('W') && thrown.some((one) => one.file === file))
  if (mistakes.length) throw new Error(mistakes.map(({ file, line, message, id }) => `${file}:${line} ${message} (${id})`).join('\n'))
  return schemas
}
