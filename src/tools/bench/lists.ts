import { sql } from 'kysely'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { type BillQuery, knownBills, type OfferedQuery, offeredQueries } from './bill-lists'
import { type BenchClient, bearerHeader, openClient, signInUser } from './client'
import { fillBills, scaleTestUser } from './fill'
import { measureLoad } from './load'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import {
  type ServerProcess,
  startPortalProcess,
  withClosing,
  withDatabase,
  withFolder,
  withMemoryGrowth,
} from './process'

/**
 * Measures every query of the list of many bills and its download, compared with limits, and the progress of a term,
 * compared with bare SQL.
 */
export const benchLists = (sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withDatabase((databaseUrl) =>
    withClosing(openDatabase({ databaseUrl }), async ({ db }) => {
      await fillBills(db, sizes.bills)
      return measureLists(db, databaseUrl, sizes)
    }),
  )

/** Measures lists, progress and download in a database that contains the bills. */
export const measureLists = (db: Db, DATABASE_URL: string, sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withFolder((DATA_DIR) =>
    withClosing(startPortalProcess({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'info' }), async (server) => {
      // The server closes connections that are idle while bare SQL is measured, so each measurement opens its own
      // client.
      const withNewClient = <T>(work: (client: BenchClient) => Promise<T>) =>
        withClosing(openClient(server.url, connections), work)
      const headers = bearerHeader(await withNewClient((client) => signInUser(client, scaleTestUser)))
      const portal = { server, headers, db, sizes, bills: await knownBills(db) }
      const measurements: Measurement[] = []
      for (const list of offeredQueries)
        measurements.push(await withNewClient((client) => measureList({ ...portal, client }, list)))
      return [
        ...measurements,
        await withNewClient((client) => measureProgress({ ...portal, client })),
        ...(await measureDownload(portal)),
      ]
    }),
  )

const connections = 8

interface MeasuredPortal {
  readonly server: ServerProcess
  readonly client: BenchClient
  readonly headers: Readonly<Record<string, string>>
  readonly db: Db
  readonly sizes: BenchSizes
  readonly bills: Awaited<ReturnType<typeof knownBills>>
}

/**
 * Measures a query over several connections, with other values in each request, so that no cache contains its result,
 * and then once with totals.
 * The details have the figure of the same page with a bounded count in SQL, as somebody would write it by hand.
 */
const measureList = async (
  { client, headers, db, sizes, bills }: MeasuredPortal,
  { name, of }: OfferedQuery,
): Promise<Measurement> => {
  const variant = (requestNo: number) => {
    const bill = bills[requestNo % bills.length]
    if (!bill) throw new Error('The database has no bills.')
    return of(bill)
  }
  const readList = ({ query }: BillQuery, extraQuery = '') =>
    client.send({
      method: 'GET',
      path: `/api/Bills?PageSize=20&${query}${extraQuery}`,
      headers,
    }) as Promise<CountedList>
  const first = variant(0)
  await verifyCount(db, await readList(first), { name, ...first })
  const bounds = { connections, milliseconds: sizes.trafficMs / 2, requests: 100_000 }
  const ours = await measureLoad(bounds, (requestNo) => readList(variant(requestNo)))
  const totalsStart = performance.now()
  await readList(variant(1), '&WithTotals=true')
  const totalsMs = performance.now() - totalsStart
  const bare = await measureLoad({ ...bounds, milliseconds: sizes.trafficMs / 4 }, (requestNo) =>
    readByHand(db, variant(requestNo)),
  )
  const details = `p50 ${Math.round(ours.p50)} ms, ${Math.round(ours.perSecond)}/s, by hand ${Math.round(bare.p95)} ms, with totals ${Math.round(totalsMs)} ms`
  const title = `list of ${sizes.bills.toLocaleString('en-US')} bills, ${name}, p95 at ${connections} connections`
  return withLimit({ title, portalFigure: ours.p95, unit: 'ms', details }, { max: 100 })
}

interface CountedList {
  readonly TotalCount: number
  readonly IsMinimum?: boolean
}

/** Throws an error if the number of a list is wrong. */
const verifyCount = async (
  db: Db,
  { TotalCount, IsMinimum = false }: CountedList,
  { name, where }: Pick<BillQuery, 'where'> & { readonly name: string },
): Promise<void> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from bill where apply_code = '88001' and ${where}`.execute(db)
  const total = rows[0]?.total ?? 0
  if (IsMinimum ? total < TotalCount : total !== TotalCount)
    throw new Error(`The list (${name}) has ${TotalCount} records instead of ${total}.`)
}

/** Reads the page and its bounded count as somebody would write it who knows the tables and their indexes. */
const readByHand = async (db: Db, { query, where, order }: BillQuery): Promise<void> => {
  const skipped = 20 * (Number(new URLSearchParams(query).get('PageNo') ?? 1) - 1)
  await sql`
    select count(*) from (select 1 from bill where apply_code = '88001' and ${where} limit 10001) as counted`.execute(
    db,
  )
  await sql`
    select b.*
    from (select serial_id from bill where apply_code = '88001' and ${where} order by ${order} limit 20 offset ${sql.lit(skipped)}) as k
    join bill b using (serial_id)`.execute(db)
}

/**
 * Measures the progress of all terms, one after the other, compared with the sums of their bills and payments in SQL.
 */
const measureProgress = async ({ client, headers, db, sizes }: MeasuredPortal): Promise<Measurement> => {
  const { rows: terms } = await sql<{ id: number; name: string }>`
    select serial_id as id, bill_term_id as name from bill_term where apply_code = '88001' order by serial_id`.execute(
    db,
  )
  const bounds = { connections: 1, milliseconds: sizes.trafficMs, requests: 1000 }
  const ours = await measureLoad(bounds, (requestNo) =>
    client.send({
      method: 'GET',
      path: `/api/Ext/BillTerm/${terms[requestNo % terms.length]?.id}/GetProgress`,
      headers,
    }),
  )
  const bare = await measureLoad(bounds, (requestNo) =>
    sql`select p.channel_id, count(distinct b.serial_id), sum(p.amount) from bill b left join payment p on p.bill_serial_id = b.serial_id
        where b.apply_code = '88001' and b.bill_term_id = ${terms[requestNo % terms.length]?.name} and b.bill_state = 'Active' group by p.channel_id`.execute(
      db,
    ),
  )
  return {
    title: `progress of a term of ${(sizes.bills / terms.length).toLocaleString('en-US')} bills, p95`,
    portalFigure: ours.p95,
    unit: 'ms',
    reference: 'bare SQL over bills and payments',
    referenceFigure: bare.p95,
  }
}

/** Measures the download of a workbook with the bills of two terms, a tenth of all bills. */
const measureDownload = async ({
  server,
  headers,
  db,
  sizes,
}: Omit<MeasuredPortal, 'client'>): Promise<readonly Measurement[]> => {
  const { rows } = await sql<{ from: string; to: string }>`
    select min(payment_end_date) as from, max(payment_end_date) as to from bill_term where apply_code = '88001' and bill_term_id in ('SCALE-05', 'SCALE-06')`.execute(
    db,
  )
  const url = `${server.url}/api/Bills/DownloadExcel?PaymentEndDateFrom=${rows[0]?.from}&PaymentEndDateTo=${rows[0]?.to}`
  const { result, growth } = await withMemoryGrowth(server, () => download(url, headers))
  const title = `workbook of ${(sizes.bills / 10).toLocaleString('en-US')} bills`
  const details = `${(result.bytes / 2 ** 20).toFixed(1)} MiB`
  return [
    withLimit({ title: `${title}, first byte`, portalFigure: result.first, unit: 'ms' }, { max: 2000 }),
    withLimit({ title: `${title}, done`, portalFigure: result.done, unit: 'ms', details }, { max: 8000 }),
    withLimit({ title: `${title}, growth of memory`, portalFigure: growth, unit: 'MiB' }, { max: 200 }),
  ]
}

/** Downloads a file; returns the milliseconds until its first byte and until its end, and its size in bytes. */
const download = async (
  url: string,
  headers: MeasuredPortal['headers'],
): Promise<Readonly<Record<'first' | 'done' | 'bytes', number>>> => {
  const start = performance.now()
  const response = await fetch(url, { headers })
  if (!response.body || response.headers.get('content-type') === 'application/json')
    throw new Error(`The download returned ${await response.text()}.`)
  let first = 0
  let bytes = 0
  for await (const part of response.body) {
    first ||= performance.now() - start
    bytes += part.length
  }
  return { first, done: performance.now() - start, bytes }
}
