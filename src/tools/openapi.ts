import { writeFileSync } from 'node:fs'
import { openApi } from '../contract/openapi'
import { isCallServed } from '../server/http/handlers'
import { loadModules } from './module-files'
import { readPortalSchemas } from './portal-schemas'

// npm run openapi [FILE]: writes the OpenAPI document to a file, or prints it.
const modules = await loadModules()
const { schemas, mistakesText } = readPortalSchemas(process.env.SCHEMAS_DIR || 'schemas', modules)
const [target] = process.argv.slice(2)

if (mistakesText) {
  console.error(mistakesText)
  process.exitCode = 1
} else {
  const text = `${JSON.stringify(openApi(schemas, isCallServed(schemas, modules)), null, 2)}\n`
  if (target === undefined) process.stdout.write(text)
  else {
    writeFileSync(target, text)
    console.log(`Wrote ${target}.`)
  }
}
