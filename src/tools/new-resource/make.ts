import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSchemas } from '../../schema/load'
import { printProblems } from '../../schema/print-problems'
import type { SchemaSet } from '../../schema/schema-set'
import { readSchemaFiles } from '../../server/node/schema-files'
import { knownNames } from '../known'
import { newSchema } from './new-schema'
import { printSchema } from './print-schema'
import { NewResourceRefusal } from './refusal'
import type { Wish } from './wish'

/** Writes the schema file into the folder, once it passes every check without so much as an advice; answers its path. */
export const makeResource = (wish: Wish, folder: string): string => {
  const others = readSchemaFiles(folder)
  refuseName(wish.name, loadSchemas(others, knownNames()).schemas)
  const text = printSchema(newSchema(wish, nextOrder(wish, loadSchemas(others).schemas)))
  const file = `schemas/${wish.name}.json`
  const problems = loadSchemas([...others, { file, text }], knownNames()).problems.filter((problem) => problem.file === file)
  if (problems.length > 0)
    throw new NewResourceRefusal(`Nothing was written, for the file would not pass the checks:\n\n${text}\n${printProblems(problems, 1)}`)
  const path = join(folder, `${wish.name}.json`)
  writeFileSync(path, text, { flag: 'wx' })
  return path
}

const refuseName = (name: string, { resources }: SchemaSet): void => {
  if (!/^[A-Za-z][A-Za-z0-9]{1,40}$/.test(name))
    throw new NewResourceRefusal(`'${name}' is not a name: use letters and digits, a letter first, such as coupon.`)
  const twin = resources.find((resource) => resource.name.toLowerCase() === name.toLowerCase())
  if (twin) throw new NewResourceRefusal(`There is a schemas/${twin.name}.json already. Choose another name, or edit that file.`)
}

const nextOrder = ({ menu }: Wish, { resources }: SchemaSet): number =>
  Math.max(0, ...resources.flatMap((resource) => (resource.menu?.group === menu ? [resource.menu.order] : []))) + 10
