import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { columnParsers } from '../../database/column-values'

/** Opens a PGlite in this thread, which returns values of the types that the database layer expects. This file also runs in browsers, so it imports nothing from Node. */
export const openPGlite = (options: PGliteOptions = {}): Promise<PGlite> => PGlite.create({ ...options, parsers: { ...options.parsers, ...columnParsers } })
