import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { columnParsers } from '../../database/column-values'

/** A PGlite in this thread whose values look as the database layer promises. */
export const openPGlite = (options: PGliteOptions = {}): Promise<PGlite> => PGlite.create({ ...options, parsers: { ...options.parsers, ...columnParsers } })
