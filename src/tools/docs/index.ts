import { readFileSync, writeFileSync } from 'node:fs'
import { readSchemaFiles } from '../../server/node/schemas/schema-files'
import { withReference } from './reference'

// npm run docs: updates the generated reference in the handbook of the schema language.
const handbook = 'schemas/README.md'
writeFileSync(handbook, withReference(readFileSync(handbook, 'utf8'), readSchemaFiles('schemas')))
