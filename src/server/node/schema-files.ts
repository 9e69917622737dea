import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the schema files of a folder, in the order of their names, and those of slips in its folder `slips`. */
export const readSchemaFiles = (folder: string): readonly { readonly file: string; readonly text: string }[] => [
  ...jsonFiles(folder, 'schemas'),
  ...(existsSync(join(folder, 'slips')) ? jsonFiles(join(folder, 'slips'), 'schemas/slips') : []),
]

const jsonFiles = (folder: string, shownFolder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ file: `${shownFolder}/${name}`, text: readFileSync(join(folder, name), 'utf8') }))
