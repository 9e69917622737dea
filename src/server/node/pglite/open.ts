import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { columnParsers } from '../../database/column-values'

/** Opens a PGlite in this thread; its values have the types of the database layer. This file also runs in browsers, so it imports nothing from Node. */
export const openPGlite = (options: PGliteOptions = {}): Promise<PGlite> => PGlite.create({ ...options, parsers: { ...options.parsers, ...columnParsers } })
