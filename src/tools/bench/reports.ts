import { setTimeout } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import { mergeTallies } from '../../server/database/bills-and-lines/merge-tallies'
import type { Db } from '../../server/ports'
import { scaleCompany } from '../seed/scale-company'
import { openClient, type SignedInUser, withSignedInUser } from './client'
import { analyzeAllTables, scaleTestUser } from './fill'
import { fillLines, firstLineDay, lineDays } from './fill-lines'
import { callPortal } from './import-files'
import { measureLoad } from './load'
import { type BenchSizes, lineConnections, type Measurement, medianTime, timeOf, withLimit } from './measure'
import {
  type Engine,
  onEngines,
  openPortalDatabase,
  type PortalEnv,
  type ServerProcess,
  withClosing,
  withMemoryGrowth,
} from './process'

/** Maximum growth of the portal's memory while it writes a report, in MiB. */
const maxGrowth = 250

const { applyCode } = scaleCompany.agreements[0]

/**
 * Measures write-off reports in a database of three years of lines: a month of one company, on a database server, and
 * the preview and the files of 報表下載, of a large report and of one with all lines.
 */
export const benchReports = (sizes: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> =>
  onEngines(withPostgres, async (engine, env) => {
    const inDatabase = (work: (db: Db) => Promise<void>) => withClosing(openPortalDatabase(env), ({ db }) => work(db))
    const onPortal = (work: (portal: MeasuredPortal) => Promise<readonly Measurement[]>) =>
      withSignedInUser(env, scaleTestUser, (portal) => work({ ...portal, engine }))
    await inDatabase((db) => fillLines(db, sizes.lines))
    const months = hasServer(env) ? await onPortal((portal) => measureMonths(portal, sizes)) : []
    await inDatabase((db) => gatherLines(db, sizes.reportLines))
    const files = await onPortal((portal) => measureReport(portal, sizes.reportLines))
    await inDatabase((db) => gatherLines(db, sizes.lines))
    const whole = await onPortal((portal) => measureWholeReport(portal, sizes.lines))
    return [...months, ...files, ...whole]
  })

const hasServer = ({ DATABASE_URL }: PortalEnv): boolean => DATABASE_URL !== undefined

/** A running portal with a signed-in user of the company with the most lines. */
interface MeasuredPortal {
  readonly server: ServerProcess
  readonly user: SignedInUser
  readonly engine: Engine
}

/** Number of lines that one statement changes. */
const linesPerStatement = 50_000

/** Moves lines to the company and to the 90 days up to today, until it has this number of lines in these days. */
const gatherLines = async (db: Db, count: number): Promise<void> => {
  const today = sql`${taipeiToday(new Date())}::date`
  const isGathered = sql`(apply_code = ${applyCode} and account_date between ${today} - 89 and ${today})`
  const { rows } = await sql<{ gathered: number }>`
    select count(*) as gathered from transaction_line where ${isGathered}`.execute(db)
  for (let missing = count - (rows[0]?.gathered ?? 0); missing > 0; missing -= linesPerStatement)
    await sql`
      update transaction_line t
      set apply_code = ${applyCode}, account_date = ${today} - (t.serial_id % 90)::integer
      from (
        select serial_id from transaction_line
        where ${isGathered} is not true
        order by apply_code <> ${applyCode}, serial_id
        limit ${Math.min(linesPerStatement, missing)}
      ) chosen
      where t.serial_id = chosen.serial_id`.execute(db)
  await mergeTallies(db)
  for (const table of ['transaction_line', 'line_tally', 'bank_line_tally'])
    await sql`vacuum ${sql.table(table)}`.execute(db)
  await analyzeAllTables(db)
}

const number = (count: number): string => count.toLocaleString('en-US')

const rowsPath = (query: Readonly<Record<string, string>>): string =>
  `ReportPrint/WriteOffReport?${new URLSearchParams({ ApplyCode: applyCode, PageNo: '1', PageSize: '500', ...query })}`

/** Measures the first rows and the totals of reports of different months. */
const measureMonths = (
  { engine, user: { url, headers } }: MeasuredPortal,
  sizes: BenchSizes,
): Promise<readonly Measurement[]> =>
  withClosing(openClient(url, lineConnections), async (client) => {
    const bounds = { connections: lineConnections, milliseconds: sizes.trafficMs, requests: 100_000 }
    const measureMonth = async (name: string, pathOf: (firstDay: string) => string): Promise<Measurement> => {
      const { p50, p95, perSecond } = await measureLoad(bounds, (requestNo) => {
        const firstDay = addDays(firstLineDay(), (requestNo * 37) % (lineDays - 31))
        return client.send({ method: 'GET', path: `/api/${pathOf(firstDay)}`, headers })
      })
      const title = `${name} of a month of one company, first rows and totals, of ${number(sizes.lines)} lines, ${engine}, p95 at ${lineConnections} connections`
      const details = `p50 ${Math.round(p50)} ms, ${Math.round(perSecond)}/s`
      return withLimit({ title, portalFigure: p95, unit: 'ms', details }, { max: 300 })
    }
    return [
      await measureMonth('write-off report', (firstDay) =>
        rowsPath({ DateType: 'TradeDate', StartDate: firstDay, EndDate: addDays(firstDay, 30), WithTotals: 'true' }),
      ),
      await measureMonth('report of channel fees', (firstDay) => {
        const query = { YearMonth: firstDay.slice(0, 7), PageNo: '1', PageSize: '500', WithTotals: 'true' }
        return `ReportPrint/ChannelFeeReport?${new URLSearchParams({ ApplyCode: applyCode, ...query })}`
      }),
    ]
  })

const lastDays = () => {
  const today = taipeiToday(new Date())
  return { DateType: 'AccountDate', StartDate: addDays(today, -89), EndDate: today }
}

/** Requests reports of one day, because the first report loads the code and the fonts. */
const warmUp = async (user: SignedInUser, formats: readonly string[]): Promise<void> => {
  for (const format of formats) await writeReport(user, format, { ...lastDays(), StartDate: lastDays().EndDate })
}

/** Measures the preview of a report, and its files from the request until they are stored. */
const measureReport = async (portal: MeasuredPortal, count: number): Promise<readonly Measurement[]> => {
  const { engine, user } = portal
  const title = `write-off report of ${number(count)} lines, ${engine}`
  const firstRows = await medianTime(10, () => callPortal(user, rowsPath({ ...lastDays(), WithTotals: 'true' })))
  await warmUp(user, ['Csv', 'Xlsx', 'Pdf'])
  const xlsx = await measureFile(portal, 'Xlsx')
  const rows = await readRows(user, (await measureFile(portal, 'Csv')).serialId)
  const plain = await medianTime(3, () => writeXlsx({ sheets: [{ name: 'report', rows }] }))
  const pdf = await measureFile(portal, 'Pdf')
  return [
    withLimit(
      { title: `${title}, first 500 rows and totals of the preview`, portalFigure: firstRows, unit: 'ms' },
      { max: 500 },
    ),
    withLimit({ title: `${title}, as xlsx`, portalFigure: xlsx.seconds, unit: 's' }, { max: 10 }),
    {
      title: `${title}, as xlsx`,
      portalFigure: xlsx.seconds,
      unit: 's',
      reference: 'hucre, the same rows from memory, without totals and formats',
      referenceFigure: plain / 1000,
    },
    memoryOfFile(`${title}, as xlsx`, xlsx),
    withLimit({ title: `${title}, as PDF`, portalFigure: pdf.seconds, unit: 's' }, { max: 40 }),
    memoryOfFile(`${title}, as PDF`, pdf),
  ]
}

/** Measures the files of a report with all lines. Its time has no limit, but must not grow faster than its lines. */
const measureWholeReport = async (portal: MeasuredPortal, count: number): Promise<readonly Measurement[]> => {
  await warmUp(portal.user, ['Csv', 'Xlsx'])
  const measurements: Measurement[] = []
  for (const format of ['Csv', 'Xlsx'])
    measurements.push(
      memoryOfFile(
        `write-off report of ${number(count)} lines, ${portal.engine}, as ${format.toLowerCase()}`,
        await measureFile(portal, format),
      ),
    )
  return measurements
}

/** What writing the file of a report took. */
interface MeasuredFile {
  readonly serialId: number
  readonly seconds: number
  readonly growth: number
}

const measureFile = async ({ server, user }: MeasuredPortal, format: string): Promise<MeasuredFile> => {
  let serialId = 0
  const { result, growth } = await withMemoryGrowth(server, () =>
    timeOf(async () => {
      serialId = await writeReport(user, format, lastDays())
    }),
  )
  return { serialId, seconds: result / 1000, growth }
}

const memoryOfFile = (title: string, { seconds, growth }: MeasuredFile): Measurement =>
  withLimit(
    { title: `${title}, growth of memory`, portalFigure: growth, unit: 'MiB', details: `${seconds.toFixed(1)} s` },
    { max: maxGrowth },
  )

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
