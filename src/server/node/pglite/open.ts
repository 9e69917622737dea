import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { columnParsers } from '../../database/column-values'

/** Opens a PGlite in this thread whose values have the types that the database layer promises. It stands alone because it runs in browsers too. */
export const openPGlite = (options: PGliteOptions = {}): Promise<PGlite> => PGlite.create({ ...options, parsers: { ...options.parsers, ...columnParsers } })
