import { openDatabase } from '../../server/node/database'
import { openClient } from './client'
import { measureExceptions } from './exceptions'
import { fillLines } from './fill-lines'
import { measureFirstPages } from './first-page'
import { measureLineLists } from './line-lists'
import { type BenchSizes, lineConnections, type Measurement } from './measure'
import { startPortalProcess, withClosing, withDatabase, withFolder } from './process'

/**
 * Measures what reads and handles lines: lists with their sums, the first page, and exceptions, in a database with three
 * years of lines and bills of 100 companies, one of which has three tenths of them.
 */
export const benchLines = (sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withDatabase(async (DATABASE_URL) => {
    await withClosing(openDatabase({ databaseUrl: DATABASE_URL }), ({ db }) => fillLines(db, sizes.lines))
    return measureLines(DATABASE_URL, sizes)
  })

/** Measures a portal with the filled database. */
export const measureLines = (DATABASE_URL: string, sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withFolder((DATA_DIR) =>
    withClosing(startPortalProcess({ DATABASE_URL, DATA_DIR }), ({ url }) =>
      withClosing(openClient(url, lineConnections), async (client) => [
        ...(await measureLineLists(client, sizes)),
        ...(await measureFirstPages(client, sizes)),
        ...(await measureExceptions(client, sizes)),
      ]),
    ),
  )
