import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TypesFile, typesFolder } from './print-types'

/** How the kept types differ from what the schemas say. A schema whose types nobody made yet is no mistake: adding one needs no other file. */
export const staleTypes = (wanted: readonly TypesFile[], root = '.'): { readonly wrong: readonly string[]; readonly missing: readonly string[] } => {
  const folder = join(root, typesFolder)
  const kept = existsSync(folder) ? readdirSync(folder).map((name) => `${typesFolder}/${name}`) : []
  return {
    wrong: kept.filter((file) => wanted.find((one) => one.file === file)?.text !== readFileSync(join(root, file), 'utf8')),
    missing: wanted.map(({ file }) => file).filter((file) => !kept.includes(file)),
  }
}
