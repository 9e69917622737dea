import { formatProblems, isAdviceOnly, type Problem, problemsAsJson } from '../../schema/checks/problem'
import { loadSchemas } from '../../schema/load/load'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type DatabaseFacts, databaseFacts } from '../../server/database/database-facts'
import { openDatabase } from '../../server/node/database'
import { OperatorError, type Print } from '../../server/node/operator-error'
import { hasDatabase } from '../../server/node/pglite/embedded'
import { withModuleProblems } from '../../server/node/schemas/module-check'
import { readSchemaFiles } from '../../server/node/schemas/schema-files'
import type { Environment } from '../../server/node/settings/environment'
import { toolSettings } from '../../server/node/settings/settings'
import { loadModules } from '../module-files'
import { projectFacts } from '../portal-schemas'
import { slowPatternProblems } from './slow-patterns'

const options = ['--json', '--database']

/**
 * Prints the mistakes in the schema files, and advice.
 * Returns the exit code: 1 for a mistake that prevents the portal from starting, 2 for a wrong option or an unreadable
 * database.
 */
export const runCheck = async (args: readonly string[], env: Environment, print: Print): Promise<number> => {
  const unknownOption = args.find((arg) => !options.includes(arg))
  if (unknownOption !== undefined)
    return printFailure(`There is no option ${unknownOption}. The options are ${options.join(' and ')}.`, print)
  const files = readSchemaFiles(env.SCHEMAS_DIR || 'schemas')
  const printProblems = (problems: readonly Problem[]): number => {
    print(
      args.includes('--json')
        ? problemsAsJson(problems, files.length)
        : formatProblems(problems, files.length) || `No problems in ${files.length} schemas.`,
    )
    return isAdviceOnly(problems) ? 0 : 1
  }
  try {
    // The other checks match values against the patterns, so they could take forever with a slow one.
    const slowPatterns = slowPatternProblems(files)
    if (slowPatterns.length > 0) return printProblems(slowPatterns)
    const modules = await loadModules()
    const facts = projectFacts(modules)
    const { schemas } = loadSchemas(files, facts)
    const factsOfDatabase = args.includes('--database') ? await readDatabaseFacts(env, schemas) : {}
    const { problems } = loadSchemas(files, { ...facts, ...factsOfDatabase })
    return printProblems(withModuleProblems(problems, modules, schemas))
  } catch (error) {
    if (error instanceof OperatorError) return printFailure(error.message, print)
    throw error
  }
}

/** Prints why the check could not run, and returns the exit code for that. */
const printFailure = (message: string, print: Print): number => {
  print(message)
  return 2
}

/**
 * Returns the facts about the portal's database that checks need.
 * Throws if there is no database, or if it cannot be read.
 */
const readDatabaseFacts = async (env: Environment, schemas: SchemaSet): Promise<DatabaseFacts> => {
  const { databaseUrl, databaseTls, dataDir } = toolSettings(env)
  // `openDatabase` would create a missing embedded database.
  if (!databaseUrl && !hasDatabase(dataDir))
    throw new OperatorError(`There is no database in ${dataDir} yet, so no change can lose anything.`)
  const database = await openDatabase({ databaseUrl, databaseTls, dataDir })
  try {
    return await databaseFacts(database.db, schemas)
  } finally {
    await database.close()
  }
}
