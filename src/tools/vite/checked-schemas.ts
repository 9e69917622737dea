import { modules } from '../../modules'
import { browserNames, readPortalSchemas } from '../portal-schemas'

export { browserNames }

/** Reads, checks and compiles the schema files of a folder, as `readPortalSchemas` does, with the modules of Vite. */
export const readSchemas = (folder: string) => readPortalSchemas(folder, modules)
