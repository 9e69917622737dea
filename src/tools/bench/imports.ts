import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { bearerHeader, type SignedInUser, signInUser, withDemoPortal } from './client'
import {
  billsAsCsv,
  billsAsXlsx,
  billsOfPayersAsCsv,
  importBills,
  importPayers,
  importWhiteList,
  payersAsCsv,
  schemasWithImport,
  whiteListAsCsv,
} from './import-files'
import { type BenchSizes, type Measurement, timeOf, withLimit } from './measure'
import {
  cpuSecondsOf,
  type Engine,
  onEngines,
  openPortalDatabase,
  type PortalEnv,
  withClosing,
  withMemoryGrowth,
} from './process'
import { waitsDuring } from './stalls'

/** A kind of import. */
interface BenchImport {
  /** What the title of the measurement calls the rows of the file. */
  readonly rowsName: string
  readonly table: 'payer' | 'bill' | 'white_list'
  fileOf(rowCount: number): File | Promise<File>
  /** Uploads the file and waits until its rows are stored. */
  run(user: SignedInUser, file: File): Promise<void>
  /** Minimum number of rows per second. */
  readonly minSpeed: Readonly<Record<Engine, number>>
  /** Number of rows relative to the other files; default 1. */
  readonly share?: number
}

// The files of bills have different payers: their numbers begin at 600,000 (csv), 700,000 (xlsx), 300,000 (payers on
// record) and, in `measureListDuringImport`, 800,000.
const imports: readonly BenchImport[] = [
  {
    rowsName: 'payers, all or none',
    table: 'payer',
    fileOf: payersAsCsv,
    run: importPayers,
    minSpeed: { PostgreSQL: 5000, PGlite: 2000 },
  },
  {
    rowsName: 'bills (csv)',
    table: 'bill',
    fileOf: (rowCount) => billsAsCsv(rowCount),
    run: importBills,
    minSpeed: { PostgreSQL: 8000, PGlite: 3200 },
  },
  {
    rowsName: 'bills (xlsx)',
    table: 'bill',
    fileOf: (rowCount) => billsAsXlsx(rowCount, 700_000),
    run: importBills,
    minSpeed: { PostgreSQL: 6000, PGlite: 2400 },
  },
  {
    rowsName: 'bills of payers on record (csv)',
    table: 'bill',
    fileOf: billsOfPayersAsCsv,
    run: importBills,
    minSpeed: { PostgreSQL: 8000, PGlite: 3200 },
    share: 0.2,
  },
  {
    rowsName: 'accounts of the white list',
    table: 'white_list',
    fileOf: whiteListAsCsv,
    run: importWhiteList,
    minSpeed: { PostgreSQL: 10_000, PGlite: 4000 },
  },
]

/** Maximum growth of the portal's memory during an import in MiB. */
const maxGrowth = 400

/**
 * Measures each kind of import, compared with a `copy` of the stored rows in SQL, and how long another user waits for a
 * list during an import.
 */
export const benchImports = (
  { measuredImportRows: rowCount }: BenchSizes,
  withPostgres: boolean,
): Promise<readonly Measurement[]> =>
  onEngines(withPostgres, async (engine, portalEnv) => {
    const portal: BenchedPortal = { engine, env: { ...portalEnv, SCHEMAS_DIR: schemasWithImport(portalEnv.DATA_DIR) } }
    const measurements: Measurement[] = []
    for (const kind of imports) measurements.push(...(await measureImport(portal, kind, rowCount * (kind.share ?? 1))))
    // PGlite serves one statement at a time; the part `stalls` measures the waits there.
    return engine === 'PostgreSQL' ? [...measurements, await measureListDuringImport(portal, rowCount)] : measurements
  })

interface BenchedPortal {
  readonly engine: Engine
  readonly env: PortalEnv & { readonly SCHEMAS_DIR: string }
}

const measureImport = async (
  { engine, env }: BenchedPortal,
  { rowsName, table, fileOf, run, minSpeed }: BenchImport,
  rowCount: number,
): Promise<readonly Measurement[]> => {
  const title = `import of ${rowCount.toLocaleString('en-US')} ${rowsName}, ${engine}`
  const file = await fileOf(rowCount)
  // Each import has a new process, because a process keeps the memory of earlier imports.
  const { seconds, cpuSeconds, growth } = await withDemoPortal(env, async ({ maker, server }) => {
    const initialCpu = cpuSecondsOf(server)
    const { result: milliseconds, growth } = await withMemoryGrowth(server, () => timeOf(() => run(maker, file)))
    return { seconds: milliseconds / 1000, cpuSeconds: cpuSecondsOf(server) - initialCpu, growth }
  })
  const speed = { title, portalFigure: rowCount / seconds, unit: 'rows/s' }
  return [
    withLimit(
      { ...speed, details: `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor time` },
      { min: minSpeed[engine] },
    ),
    {
      ...speed,
      reference: '`copy` of the finished rows',
      referenceFigure: await measureCopySpeed(env, table, rowCount),
    },
    withLimit(
      { title: `growth of memory during that import, ${engine}`, portalFigure: growth, unit: 'MiB' },
      { max: maxGrowth },
    ),
  ]
}

const measureListDuringImport = async ({ engine, env }: BenchedPortal, rowCount: number): Promise<Measurement> =>
  withDemoPortal(env, async ({ maker, client }) => {
    const headers = bearerHeader(await signInUser(client, { UniformNo: '90000023', UserId: 'viewer01' }))
    const listBills = () =>
      client.send({ method: 'GET', path: '/api/Bills?PageNo=1&PageSize=20&SortField=BillNo&SortOrder=DESC', headers })
    const file = billsAsCsv(rowCount, 800_000)
    const idle = await waitsDuring(listBills, () => setTimeout(5000))
    const importing = await waitsDuring(listBills, () => importBills(maker, file))
    const title = `list of bills, p95 during an import of ${rowCount.toLocaleString('en-US')} bills by another company, ${engine}`
    return {
      title,
      portalFigure: importing.p95,
      unit: 'ms',
      reference: 'without an import',
      referenceFigure: idle.p95,
      ratioLimit: '≤ 5',
    }
  })

/**
 * The file through which rows are copied.
 * The database server writes and reads it; the embedded database has it in memory.
 */
const copyFile = sql.lit('/tmp/portal-bench.copy')

/**
 * Returns the rows per second at which `copy` writes the newest rows of the table to an empty table with the same
 * indexes.
 */
const measureCopySpeed = (env: PortalEnv, table: BenchImport['table'], rowCount: number): Promise<number> =>
  withClosing(openPortalDatabase(env), async ({ db }) => {
    await sql`create table bench_copy (like ${sql.table(table)} including all)`.execute(db)
    await sql`copy (select * from ${sql.table(table)} order by serial_id desc limit ${sql.lit(rowCount)}) to ${copyFile}`.execute(
      db,
    )
    const milliseconds = await timeOf(() => sql`copy bench_copy from ${copyFile}`.execute(db))
    await sql`drop table bench_copy`.execute(db)
    // SQL cannot delete the file, so it is emptied.
    await sql`copy (select 1 where false) to ${copyFile}`.execute(db)
    return (rowCount * 1000) / milliseconds
  })
