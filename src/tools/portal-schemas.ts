import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { ProjectFacts } from '../schema/checks'
import { formatProblems, isAdviceOnly } from '../schema/checks/problem'
import { loadSchemas } from '../schema/load/load'
import { readSchemaFiles } from '../server/node/schema-files'
import { serverNames } from '../server/node/schema-names'

/** Reads, checks and compiles the schema files of a folder. `report` lists the mistakes; it is empty if the portal can start. */
export const readPortalSchemas = (folder: string) => {
  const files = readSchemaFiles(folder)
  const { problems, ...loaded } = loadSchemas(files, knownNames())
  return { files, ...loaded, report: isAdviceOnly(problems) ? '' : formatProblems(problems, files.length) }
}

/** Returns the names that schemas may use: calls, expressions, icons, screens. Icon names are read from the source text, because tools may not import browser zones. */
export const knownNames = (): ProjectFacts => ({
  ...serverNames(),
  icons: iconNames(),
  screens: existsSync('resources') ? readdirSync('resources', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])) : [],
})

const iconNames = (): readonly string[] =>
  [...readFileSync('src/admin/icons.ts', 'utf8').matchAll(/from '@mui\/icons-material\/(\w+)'/g)].map(([, name]) => name ?? '')
