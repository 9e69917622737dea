import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { endpoints } from '../contract/endpoints'
import { callFacts } from '../contract/openapi/calls'
import type { Known } from '../schema/checks'
import { onlyAdvice, printProblems } from '../schema/checks/problem'
import { loadSchemas } from '../schema/load/load'
import { readSchemaFiles } from '../server/node/schema-files'
import { virtualNames } from '../server/records/virtual-fields'
import { handWritten } from '../server/routes'

/** Reads, checks and compiles the schema files of a folder. The report of mistakes is empty where the portal may start. */
export const readPortalSchemas = (folder: string) => {
  const files = readSchemaFiles(folder)
  const { schemas, problems } = loadSchemas(files, knownNames())
  return { files, schemas, report: onlyAdvice(problems) ? '' : printProblems(problems, files.length) }
}

/** Returns the names that schemas may use: calls, expressions, icons, screens. The admin area is read as text, for tools import no browser zone. */
export const knownNames = (): Known => ({
  endpoints: Object.keys(endpoints),
  handWritten,
  calls: callFacts(),
  virtual: virtualNames,
  icons: iconNames(),
  screens: existsSync('resources') ? readdirSync('resources', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])) : [],
})

const iconNames = (): readonly string[] =>
  [...readFileSync('src/admin/icons.ts', 'utf8').matchAll(/from '@mui\/icons-material\/(\w+)'/g)].map(([, name]) => name ?? '')
