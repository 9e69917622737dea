import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSchemas } from '../../schema/load'
import { printProblems } from '../../schema/print-problems'
import type { SchemaSet } from '../../schema/schema-set'
import type { MenuGroup } from '../../schema/types'
import { readSchemaFiles } from '../../server/node/schema-files'
import { knownNames } from '../known'
import { newReport } from './new-report'
import { fieldsOf, newSchema } from './new-schema'
import { printSchema } from './print-schema'
import { NewResourceRefusal } from './refusal'
import type { Wish } from './wish'

/** Writes the schema file into the folder, and that of its report, once they pass every check without so much as an advice; answers their paths. */
export const makeResource = (wish: Wish, folder: string): readonly string[] => {
  const others = readSchemaFiles(folder)
  const names = [wish.name, ...(wish.report ? [`${wish.name}Report`] : [])]
  for (const name of names) refuseName(name, loadSchemas(others, knownNames()).schemas)
  const { schemas } = loadSchemas(others)
  const contents = [newSchema(wish, nextOrder(wish.menu, schemas)), newReport(wish, fieldsOf(wish), nextOrder('report', schemas))]
  const files = names.map((name, place) => ({ name, file: `schemas/${name}.json`, text: printSchema(contents[place] ?? {}) }))
  const problems = loadSchemas([...others, ...files], knownNames()).problems.filter((problem) => files.some(({ file }) => file === problem.file))
  if (problems.length > 0)
    throw new NewResourceRefusal(
      `Nothing was written, for the file would not pass the checks:\n\n${files.map(({ text }) => text).join('\n')}\n${printProblems(problems, files.length)}`,
    )
  return files.map(({ name, text }) => {
    const path = join(folder, `${name}.json`)
    writeFileSync(path, text, { flag: 'wx' })
    return path
  })
}

const refuseName = (name: string, { resources }: SchemaSet): void => {
  if (!/^[A-Za-z][A-Za-z0-9]{1,40}$/.test(name))
    throw new NewResourceRefusal(`'${name}' is not a name: use letters and digits, a letter first, such as coupon.`)
  const twin = resources.find((resource) => resource.name.toLowerCase() === name.toLowerCase())
  if (twin) throw new NewResourceRefusal(`There is a schemas/${twin.name}.json already. Choose another name, or edit that file.`)
}

const nextOrder = (menu: MenuGroup, { resources }: SchemaSet): number =>
  Math.max(0, ...resources.flatMap((resource) => (resource.menu?.group === menu ? [resource.menu.order] : []))) + 10
