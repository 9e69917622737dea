import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { jsonSchema } from '../schema/language/shapes/resource-shape'
import { layoutJsonSchema } from '../schema/layouts/layout-shape'
import { slipJsonSchema } from '../schema/slips/slip-shape'

const files = {
  'src/schema/resource.schema.json': jsonSchema(),
  'src/schema/slip.schema.json': slipJsonSchema(),
  'src/schema/layout.schema.json': layoutJsonSchema(),
}

// The files are committed, because editors read them. A test fails if they are outdated.
for (const [file, content] of Object.entries(files)) writeFileSync(file, JSON.stringify(content, null, 2))
execFileSync('npx', ['biome', 'format', '--write', ...Object.keys(files)], { stdio: 'inherit' })
console.log(`Wrote ${Object.keys(files).join(', ')}.`)
