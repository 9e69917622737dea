import { openDatabase } from '../../server/node/database'
import { type BenchClient, type BenchUser, bearerHeader, openClient, signInUser } from './client'
import { measureExceptions } from './exceptions'
import { scaleTestUser } from './fill'
import { bankTestUser, fillLines } from './fill-lines'
import { measureLineLists } from './line-lists'
import { measureLoad } from './load'
import { type BenchSizes, lineConnections, type Measurement, withLimit } from './measure'
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
        await measureFirstPage(client, { user: scaleTestUser, name: 'a company', sizes }),
        await measureFirstPage(client, { user: bankTestUser, name: 'the bank', sizes }),
        ...(await measureExceptions(client, sizes)),
      ]),
    ),
  )

/** Milliseconds within which the first page must have its figures. */
const maxFirstPageMs = 300

/** Measures all figures of the first page of a user. */
const measureFirstPage = async (
  client: BenchClient,
  { user, name, sizes }: { readonly user: BenchUser; readonly name: string; readonly sizes: BenchSizes },
): Promise<Measurement> => {
  const headers = bearerHeader(await signInUser(client, user))
  const bounds = { connections: lineConnections, milliseconds: sizes.trafficMs, requests: 100_000 }
  const { p50, p95 } = await measureLoad(bounds, () =>
    client.send({ method: 'GET', path: '/api/Ext/EnterpriseArea/GetOverview', headers }),
  )
  const title = `all figures of the first page of ${name}, ${sizes.lines.toLocaleString('en-US')} lines, p95 at ${lineConnections} connections`
  return withLimit(
    { title, portalFigure: p95, unit: 'ms', details: `p50 ${Math.round(p50)} ms` },
    { max: maxFirstPageMs },
  )
}
