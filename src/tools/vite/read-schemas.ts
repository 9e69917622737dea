import { join, resolve } from 'node:path'
import { onlyAdvice, printProblems } from '../../schema/checks/problem'
import { loadSchemas } from '../../schema/load/load'
import { readSchemaFiles } from '../../server/node/schema-files'
import { knownNames } from '../portal-schemas'

/** The compiled schemas of `SCHEMAS_DIR`, or of `schemas` beside package.json, and the report of their mistakes (empty when the portal may start). */
export const readSchemas = () => {
  const folder = resolve(process.env.SCHEMAS_DIR || 'schemas')
  const files = readSchemaFiles(folder)
  const { schemas, problems } = loadSchemas(files, knownNames())
  return {
    resources: schemas.resources,
    paths: files.map(({ file }) => join(folder, file.slice('schemas/'.length))),
    report: onlyAdvice(problems) ? '' : printProblems(problems, files.length),
  }
}

/** The names of the browser's code that schemas may use, for the check at the start of the built server. */
export const browserNames = () => {
  const { icons, screens } = knownNames()
  return { icons, screens }
}
