import { setTimeout } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import { mergeTallies } from '../../server/database/bills-and-lines/merge-tallies'
import { openDatabase } from '../../server/node/database'
import type { Db } from '../../server/ports'
import { scaleCompany } from '../seed/scale-company'
import { bearerHeader, openClient, type SignedInUser, signInUser } from './client'
import { analyzeAllTables, scaleTestUser } from './fill'
import { fillLines, firstLineDay, lineDays } from './fill-lines'
import { callPortal } from './import-files'
import { measureLoad } from './load'
import { type BenchSizes, lineConnections, type Measurement, medianTime, timeOf, withLimit } from './measure'
import {
  type ServerProcess,
  startPortalProcess,
  withClosing,
  withDatabase,
  withFolder,
  withMemoryGrowth,
} from './process'

/** Maximum growth of the portal's memory while it writes a report, in MiB. */
const maxGrowth = 250

const { applyCode } = scaleCompany.agreements[0]

/**
 * Measures write-off reports in a database of three years of lines: the preview, a month of one company, and the files
 * of 報表下載, of a large report and of one with all lines.
 */
export const benchReports = (sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withDatabase(async (DATABASE_URL) => {
    const inDatabase = (work: (db: Db) => Promise<void>) =>
      withClosing(openDatabase({ databaseUrl: DATABASE_URL }), ({ db }) => work(db))
    const onPortal = (work: (portal: MeasuredPortal) => Promise<readonly Measurement[]>) =>
      withFolder((DATA_DIR) => withPortal({ DATABASE_URL, DATA_DIR }, work))
    await inDatabase((db) => fillLines(db, sizes.lines))
    const months = await onPortal(({ user }) => measureMonths(user, sizes))
    await inDatabase((db) => gatherLines(db, sizes.reportLines))
    const files = await onPortal((portal) => measureReport(portal, sizes.reportLines))
    await inDatabase((db) => gatherLines(db, sizes.lines))
    const whole = await onPortal((portal) => measureWholeReport(portal, sizes.lines))
    return [...months, ...files, ...whole]
  })

/** A running portal with a signed-in user of the company with the most lines. */
interface MeasuredPortal {
  readonly server: ServerProcess
  readonly user: SignedInUser
}

const withPortal = <T>(
  env: Readonly<Record<string, string>>,
  work: (portal: MeasuredPortal) => Promise<T>,
): Promise<T> =>
  withClosing(startPortalProcess(env), (server) =>
    withClosing(openClient(server.url, 1), async (client) => {
      const headers = bearerHeader(await signInUser(client, scaleTestUser))
      return work({ server, user: { url: server.url, headers } })
    }),
  )

/** Makes lines those of the company, within the 90 days up to today. */
const gatherLines = async (db: Db, count: number): Promise<void> => {
  await sql`
    update transaction_line t
    set apply_code = ${applyCode}, account_date = ${taipeiToday(new Date())}::date - (t.serial_id % 90)::integer
    from (select serial_id from transaction_line order by apply_code <> ${applyCode}, serial_id limit ${count}) chosen
    where t.serial_id = chosen.serial_id`.execute(db)
  await mergeTallies(db)
  await sql`vacuum transaction_line, line_tally, bank_line_tally`.execute(db)
  await analyzeAllTables(db)
}

const number = (count: number): string => count.toLocaleString('en-US')

const rowsPath = (query: Readonly<Record<string, string>>): string =>
  `ReportPrint/WriteOffReport?${new URLSearchParams({ ApplyCode: applyCode, PageNo: '1', PageSize: '500', ...query })}`

/** Measures the first rows and the totals of the reports of different months. */
const measureMonths = async ({ url, headers }: SignedInUser, sizes: BenchSizes): Promise<readonly Measurement[]> =>
  withClosing(openClient(url, lineConnections), async (client) => {
    const bounds = { connections: lineConnections, milliseconds: sizes.trafficMs, requests: 100_000 }
    const { p50, p95, perSecond } = await measureLoad(bounds, (requestNo) => {
      const StartDate = addDays(firstLineDay(), (requestNo * 37) % (lineDays - 31))
      const query = { DateType: 'TradeDate', StartDate, EndDate: addDays(StartDate, 30), WithTotals: 'true' }
      return client.send({ method: 'GET', path: `/api/${rowsPath(query)}`, headers })
    })
    const title = `write-off report of a month of one company, first rows and totals, of ${number(sizes.lines)} lines, p95 at ${lineConnections} connections`
    const details = `p50 ${Math.round(p50)} ms, ${Math.round(perSecond)}/s`
    return [withLimit({ title, portalFigure: p95, unit: 'ms', details }, { max: 300 })]
  })

const lastDays = () => {
  const today = taipeiToday(new Date())
  return { DateType: 'AccountDate', StartDate: addDays(today, -89), EndDate: today }
}

const measureReport = async ({ server, user }: MeasuredPortal, count: number): Promise<readonly Measurement[]> => {
  const title = `write-off report of ${number(count)} lines`
  const firstRows = await medianTime(10, () => callPortal(user, rowsPath({ ...lastDays(), WithTotals: 'true' })))
  // The first report loads the code and the fonts.
  for (const format of ['Xlsx', 'Pdf'])
    await writeReport(user, format, { ...lastDays(), StartDate: lastDays().EndDate })
  const rows = await readRows(user, await writeReport(user, 'Csv', lastDays()))
  const xlsx = await withMemoryGrowth(server, () => timeOf(() => writeReport(user, 'Xlsx', lastDays())))
  const plain = await medianTime(3, () => writeXlsx({ sheets: [{ name: 'report', rows }] }))
  const pdf = await withMemoryGrowth(server, () => timeOf(() => writeReport(user, 'Pdf', lastDays())))
  const growth = (format: string, portalFigure: number): Measurement =>
    withLimit(
      { title: `growth of memory with the ${format} of ${number(count)} lines`, portalFigure, unit: 'MiB' },
      { max: maxGrowth },
    )
  return [
    withLimit(
      { title: `${title}, first rows and totals of the preview`, portalFigure: firstRows, unit: 'ms' },
      { max: 500 },
    ),
    {
      title: `${title} as xlsx, from the request to the stored file`,
      portalFigure: xlsx.result / 1000,
      unit: 's',
      reference: 'hucre, the same rows from memory, without totals and formats (limit: 10 s)',
      referenceFigure: plain / 1000,
    },
    growth('xlsx', xlsx.growth),
    withLimit(
      { title: `${title} as PDF, from the request to the stored file`, portalFigure: pdf.result / 1000, unit: 's' },
      { max: 40 },
    ),
    growth('PDF', pdf.growth),
  ]
}

const measureWholeReport = async ({ server, user }: MeasuredPortal, count: number): Promise<readonly Measurement[]> => {
  await writeReport(user, 'Xlsx', { ...lastDays(), StartDate: lastDays().EndDate })
  const { result, growth } = await withMemoryGrowth(server, () => timeOf(() => writeReport(user, 'Xlsx', lastDays())))
  const details = `${(result / 1000).toFixed(1)} s`
  const title = `growth of memory with the xlsx of ${number(count)} lines`
  return [withLimit({ title, portalFigure: growth, unit: 'MiB', details }, { max: maxGrowth })]
}

interface RequestedReport {
  readonly SerialId: number
  readonly JobStatus: string
}

/** Requests a write-off report, waits until its file is stored, and returns its SerialId. */
const writeReport = async (
  user: SignedInUser,
  FileFormat: string,
  period: Readonly<Record<string, string>>,
): Promise<number> => {
  const body = JSON.stringify({ ApplyCode: applyCode, ReportType: 'WriteOff', FileFormat, ...period })
  const headers = { ...user.headers, 'Content-Type': 'application/json' }
  const { SerialId } = await callPortal<RequestedReport>(user, 'Report', { method: 'POST', body, headers })
  for (;;) {
    const { Items } = await callPortal<{ Items: readonly RequestedReport[] }>(user, 'Report?PageNo=1&PageSize=100')
    const status = Items.find((report) => report.SerialId === SerialId)?.JobStatus
    if (status === 'Done') return SerialId
    if (status === 'Failed') throw new Error(`The ${FileFormat} report failed.`)
    await setTimeout(100)
  }
}

/** Returns the rows of a CSV report, with numbers as numbers. */
const readRows = async ({ url, headers }: SignedInUser, serialId: number): Promise<(string | number)[][]> => {
  const response = await fetch(`${url}/api/Report/${serialId}/DownloadReport`, { headers })
  const lines = (await response.text()).trim().split('\r\n')
  return lines.map((line) => line.split(',').map((cell) => (/^\d{1,9}$/.test(cell) ? Number(cell) : cell)))
}
