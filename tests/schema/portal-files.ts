import { isLayoutFile } from '../../src/schema/layouts/layout-files'
import { isResourceFile, loadSchemas } from '../../src/schema/load/load'
import { isSlipFile } from '../../src/schema/slips/slip-files'
import { readSchemaFiles } from '../../src/server/node/schemas/schema-files'

const files = readSchemaFiles('schemas')

/** The portal's own schema files. */
export const portalFiles = files.filter(isResourceFile)

/** The portal's own templates of slips. */
export const slipFiles = files.filter(isSlipFile)

/** The portal's own layouts of bank files. */
export const layoutFiles = files.filter(isLayoutFile)

/** The portal's own resources. */
export const { schemas: portal } = loadSchemas([...portalFiles, ...layoutFiles])
