import { type RawBuilder, sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
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
 * Measures the list of many bills and the progress of a term, compared with bare SQL, and the download of a list,
 * compared with limits.
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
    withClosing(startPortalProcess({ DATABASE_URL, DATA_DIR }), async (server) => {
      // The server closes connections that are idle while bare SQL is measured, so each measurement opens its own
      // client.
      const withNewClient = <T>(work: (client: BenchClient) => Promise<T>) =>
        withClosing(openClient(server.url, connections), work)
      const headers = bearerHeader(await withNewClient((client) => signInUser(client, scaleTestUser)))
      const portal = { server, headers, db, sizes }
      const measurements: Measurement[] = []
      for (const list of await measuredLists(db))
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
}

/** A list: its query in the API, and the parts of the SQL that returns the same page. */
interface MeasuredList {
  readonly name: string
  readonly query: string
  readonly where: RawBuilder<unknown>
  readonly order?: RawBuilder<unknown>
  readonly page?: number
}

// All bills belong to the agreement 88001 of the scale company.
const measuredLists = async (db: Db): Promise<readonly MeasuredList[]> => {
  const { rows } = await sql<{ total: number; billNo: string; account: string }>`
    select count(*) as total, min(bill_no) as "billNo", min(vac_account) as account from bill where apply_code = '88001'`.execute(
    db,
  )
  const { total, billNo, account } = rows[0] ?? { total: 0, billNo: '', account: '' }
  const today = taipeiToday(new Date())
  const all = sql`true`
  const open = sql`bill_state = 'Active' and payment_end_date >= ${today}`
  const listOf = (
    name: string,
    query: string,
    where: RawBuilder<unknown> = all,
    options: Pick<MeasuredList, 'order' | 'page'> = {},
  ) => ({
    name,
    query,
    where,
    ...options,
  })
  const byName = (part: string) =>
    listOf(`part of a name (${part})`, `PayerName=${encodeURIComponent(part)}`, sql`payer_name like ${`%${part}%`}`)
  const pageOf = (name: string, page: number) => listOf(name, `PageNo=${page}`, all, { page })
  return [
    listOf('no filter', ''),
    listOf('unpaid', 'BillStatus=Unpaid', sql`pay_status = 'Unpaid' and ${open}`),
    listOf('paid in part', 'BillStatus=PartialPaid', sql`pay_status = 'PartialPaid' and ${open}`),
    listOf('paid', 'BillStatus=Paid', sql`pay_status = 'Paid' and bill_state = 'Active'`),
    listOf('overpaid', 'BillStatus=OverPaid', sql`pay_status = 'OverPaid' and bill_state = 'Active'`),
    listOf(
      'overdue',
      'BillStatus=Overdue',
      sql`pay_status in ('Unpaid', 'PartialPaid') and bill_state = 'Active' and payment_end_date < ${today}`,
    ),
    listOf('void', 'BillStatus=Void', sql`bill_state = 'Void'`),
    listOf('a term', 'BillTermId=SCALE-05', sql`bill_term_id = 'SCALE-05'`),
    byName('陳'),
    byName('志明'),
    byName('陳志明'),
    listOf('a number', `BillNo=${billNo}`, sql`bill_no = ${billNo}`),
    listOf('the beginning of numbers', `BillNo=${billNo.slice(0, 4)}`, sql`bill_no like ${`${billNo.slice(0, 4)}%`}`),
    listOf('an account', `VACAccount=${account}`, sql`vac_account = ${account}`),
    listOf(
      'the beginning of accounts',
      `VACAccount=${account.slice(0, 7)}`,
      sql`vac_account like ${`${account.slice(0, 7)}%`}`,
    ),
    listOf(
      'deadlines of a month',
      `PaymentEndDateFrom=${addDays(today, -30)}&PaymentEndDateTo=${today}`,
      sql`payment_end_date between ${addDays(today, -30)} and ${today}`,
    ),
    pageOf('page 1,000', Math.min(1000, Math.ceil(total / 20))),
    pageOf('the last page', Math.ceil(total / 20)),
    listOf('the largest amounts', 'SortField=ShouldPayAmount&SortOrder=DESC', all, {
      order: sql`should_pay_amount desc nulls last, serial_id desc`,
    }),
    listOf('the smallest amounts', 'SortField=ShouldPayAmount&SortOrder=ASC', all, {
      order: sql`should_pay_amount, serial_id`,
    }),
    listOf('the latest deadlines', 'SortField=PaymentEndDate&SortOrder=DESC', all, {
      order: sql`payment_end_date desc nulls last, serial_id desc`,
    }),
    listOf('the earliest deadlines', 'SortField=PaymentEndDate&SortOrder=ASC', all, {
      order: sql`payment_end_date, serial_id`,
    }),
  ]
}

/**
 * Measures a list over several connections, then once with totals, and compares it with bare SQL for the count and the
 * page.
 */
const measureList = async (
  { client, headers, db, sizes }: MeasuredPortal,
  { name, query, where, order = sql`serial_id desc`, page = 1 }: MeasuredList,
): Promise<Measurement> => {
  const path = `/api/Bills?PageSize=20&${query}`
  const readList = (extraQuery = '') =>
    client.send({ method: 'GET', path: path + extraQuery, headers }) as Promise<{ readonly TotalCount: number }>
  const start = performance.now()
  const { TotalCount } = await readList()
  const firstMs = performance.now() - start
  const bounds = { connections, milliseconds: sizes.trafficMs, requests: 100_000 }
  const { p50, p95 } = await measureLoad(bounds, () => readList())
  const totalsStart = performance.now()
  await readList('&WithTotals=true')
  const totalsMs = performance.now() - totalsStart
  const total = await countBySql(db, where)
  if (total !== TotalCount) throw new Error(`The list (${name}) has ${TotalCount} records instead of ${total}.`)
  const bare = await measureLoad({ ...bounds, milliseconds: sizes.trafficMs / 2 }, async () => {
    await countBySql(db, where)
    await sql`select * from bill where apply_code = '88001' and ${where} order by ${order} limit 20 offset ${(page - 1) * 20}`.execute(
      db,
    )
  })
  return {
    title: `list of ${sizes.bills.toLocaleString('en-US')} bills, ${name} (${total.toLocaleString('en-US')} match), p95 at ${connections} connections`,
    portalFigure: p95,
    unit: 'ms',
    details: `p50 ${Math.round(p50)} ms, first ${Math.round(firstMs)} ms, with totals ${Math.round(totalsMs)} ms`,
    reference: 'count and page in bare SQL',
    referenceFigure: bare.p95,
  }
}

const countBySql = async (db: Db, where: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ total: number }>`select count(*) as total from bill where apply_code = '88001' and ${where}`.execute(db))
    .rows[0]?.total ?? 0

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
