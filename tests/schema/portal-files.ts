import { loadSchemas } from '../../src/schema/load/load'
import { readSchemaFiles } from '../../src/server/node/schema-files'

/** The portal's own schema files. */
export const portalFiles = readSchemaFiles('schemas')

/** The portal's own resources. */
export const { schemas: portal } = loadSchemas(portalFiles)
