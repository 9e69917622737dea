import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the schema files of a folder, in the order of their names. */
export const readSchemaFiles = (folder: string): readonly { readonly file: string; readonly text: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ file: `schemas/${name}`, text: readFileSync(join(folder, name), 'utf8') }))
