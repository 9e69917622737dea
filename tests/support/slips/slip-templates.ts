import { loadSchemas } from '../../../src/schema/load/load'
import { readSchemaFiles } from '../../../src/server/node/schemas/schema-files'

/** The portal's own templates of slips. */
export const { slips } = loadSchemas(readSchemaFiles('schemas').filter(({ file }) => file.startsWith('schemas/slips/')))
