import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the schema files of a folder and of its subfolders `slips` and `layouts`, each sorted by name. */
export const readSchemaFiles = (folder: string): readonly { readonly file: string; readonly text: string }[] => [
  ...jsonFiles(folder, 'schemas'),
  ...['slips', 'layouts'].flatMap((name) =>
    existsSync(join(folder, name)) ? jsonFiles(join(folder, name), `schemas/${name}`) : [],
  ),
]

const jsonFiles = (folder: string, displayedFolder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ file: `${displayedFolder}/${name}`, text: readFileSync(join(folder, name), 'utf8') }))
