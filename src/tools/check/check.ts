import { asJson, onlyAdvice, printProblems } from '../../schema/checks/problem'
import { loadSchemas } from '../../schema/load/load'
import { StartRefusal } from '../../server/node/operator-error'
import { readSchemaFiles } from '../../server/node/schema-files'
import { knownNames } from '../portal-schemas'
import { factsAtHand } from './facts-at-hand'

type Environment = Readonly<Record<string, string | undefined>>

const flags = ['--json', '--database']

/** Prints every mistake in the schema files; answers the exit code: 1 when a mistake stops the portal, 2 when the question is wrong. */
export const runCheck = async (args: readonly string[], env: Environment, say: (line: string) => void): Promise<number> => {
  const stranger = args.find((arg) => !flags.includes(arg))
  if (stranger !== undefined) return refuse(`There is no option ${stranger}. Known are ${flags.join(' and ')}.`, say)
  const files = readSchemaFiles(env.SCHEMAS_DIR || 'schemas')
  try {
    const known = knownNames()
    const { schemas } = loadSchemas(files, known)
    const facts = args.includes('--database') ? await factsAtHand(env, schemas) : {}
    const { problems } = loadSchemas(files, { ...known, ...facts })
    say(args.includes('--json') ? asJson(problems, files.length) : printProblems(problems, files.length) || `No problems in ${files.length} schemas.`)
    return onlyAdvice(problems) ? 0 : 1
  } catch (error) {
    if (error instanceof StartRefusal) return refuse(error.message, say)
    throw error
  }
}

const refuse = (sentence: string, say: (line: string) => void): number => {
  say(sentence)
  return 2
}
