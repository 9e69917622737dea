import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { jsonSchema } from '../schema/language/shapes/resource-shape'

const file = 'src/schema/resource.schema.json'

// Editors read the file, so it is kept in the repository; a test fails when it is outdated.
writeFileSync(file, JSON.stringify(jsonSchema(), null, 2))
execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'inherit' })
console.log(`Wrote ${file}.`)
