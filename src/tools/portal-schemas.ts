import { readFileSync } from 'node:fs'
import type { ProjectFacts } from '../schema/checks'
import { formatProblems, isAdviceOnly } from '../schema/checks/problem'
import { loadSchemas } from '../schema/load/load'
import type { Modules } from '../server/module'
import { readSchemaFiles } from '../server/node/schemas/schema-files'
import { serverNames } from '../server/node/schemas/schema-names'
import { allScreenNames, screenFiles } from './screen-names'

/**
 * Reads, checks and compiles the schema files of a folder.
 * `mistakesText` lists the mistakes; it is empty if none prevents the portal from starting.
 */
export const readPortalSchemas = (folder: string, modules: Modules) => {
  const files = readSchemaFiles(folder)
  const { problems, ...loaded } = loadSchemas(files, projectFacts(modules))
  return {
    files,
    screenFiles: Object.values(screenFiles()),
    ...loaded,
    mistakesText: isAdviceOnly(problems) ? '' : formatProblems(problems, files.length),
  }
}

/**
 * Returns the facts about the project with which schemas are checked: the calls and SQL expressions of the server, the
 * icons and the hand-written screens.
 * Reads the names of icons and screens from the source text, because tools may not import the zone `admin`.
 */
export const projectFacts = (modules: Modules): ProjectFacts => ({
  ...serverNames(modules),
  ...browserNames(),
})

/** Returns the names of the icons and of the hand-written screens. */
export const browserNames = (): Pick<ProjectFacts, 'icons' | 'screens'> => ({
  icons: iconNames(),
  screens: allScreenNames(),
})

const iconNames = (): readonly string[] =>
  [...readFileSync('src/admin/icons.ts', 'utf8').matchAll(/from '@mui\/icons-material\/(\w+)'/g)].map(
    ([, name]) => name ?? '',
  )
