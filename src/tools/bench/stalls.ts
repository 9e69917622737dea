import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { confirmTime } from '../../server/database/clock-check'
import { openEmbedded } from '../../server/node/pglite/embedded'
import { vacuumAll } from '../../server/node/pglite/maintenance'
import { purgeTables } from '../../server/retention'
import { type BenchClient, bearerHeader, type SignedInUser, signInUser, withDemoPortal } from './client'
import {
  billsAsCsv,
  billsAsXlsx,
  callPortal,
  importBills,
  importPayers,
  maxPayerRows,
  payersAsCsv,
  schemasWithImport,
} from './import-files'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import { withFolder } from './process'

/** Maximum time for which other work on the embedded database may delay a request. */
const maxWaitMs = 500

/** Maximum wait at the end of an import, when its rows are published as records. */
const maxPublishingWaitMs = 5000

/**
 * Measures how long a light request waits on PGlite, which runs one statement at a time, while heavy work is running.
 */
export const benchStalls = ({ backgroundImportRows }: BenchSizes): Promise<readonly Measurement[]> =>
  withFolder(async (DATA_DIR) => [
    ...(await measureDuringImports(DATA_DIR, backgroundImportRows)),
    ...(await measureDuringMaintenance(DATA_DIR)),
  ])

/**
 * Measures the built portal with demo data.
 * One user imports a file of bills, deletes the import, and imports a workbook and a file of payers.
 * Meanwhile another user repeatedly opens a payer.
 */
const measureDuringImports = (DATA_DIR: string, rowCount: number): Promise<readonly Measurement[]> =>
  withDemoPortal({ DATA_DIR, SCHEMAS_DIR: schemasWithImport(DATA_DIR) }, async ({ maker, client }) => {
    const openPayer = await payerRequest(client)
    const idle = await waitsDuring(openPayer, () => setTimeout(1000))
    const csv = billsAsCsv(rowCount)
    const importing = await waitsDuring(openPayer, () => importBills(maker, csv))
    // After an import, the portal deletes its staged rows in the background.
    const cleanup = await waitsDuring(openPayer, () => setTimeout(5000))
    const deleting = await waitsDuring(openPayer, () => deleteImport(maker))
    const xlsx = await billsAsXlsx(rowCount)
    const workbook = await waitsDuring(openPayer, () => importBills(maker, xlsx))
    const payerCount = Math.min(rowCount, maxPayerRows)
    const payersImport = await waitsDuring(openPayer, () => importPayers(maker, payersAsCsv(payerCount)))
    const rowsText = rowCount.toLocaleString('en-US')
    return [
      waitMeasurement('no other work', idle),
      ...importMeasurements(`import of ${rowsText} bills (csv)`, importing, rowCount),
      waitMeasurement('the cleanup after an import', cleanup),
      waitMeasurement('the deletion of an import', deleting),
      ...importMeasurements(`import of ${rowsText} bills (xlsx)`, workbook, rowCount),
      ...importMeasurements(
        `import of ${payerCount.toLocaleString('en-US')} payers, all or none`,
        payersImport,
        payerCount,
      ),
    ]
  })

/** Measures a query on the same data during retention, the vacuum of all tables, a checkpoint and a backup. */
const measureDuringMaintenance = async (DATA_DIR: string): Promise<readonly Measurement[]> => {
  const { db, backgroundDb, backup, close } = await openEmbedded(DATA_DIR, { timeoutMs: 0, report: console.error })
  try {
    const readPayer = () => sql`select * from payer order by serial_id limit 1`.execute(db)
    // Retention deletes audit lines of this age. The trigger refuses the change of their times.
    await sql`alter table audit_log disable trigger user`.execute(db)
    await sql`update audit_log set at = at - interval '6 years'`.execute(db)
    await sql`alter table audit_log enable trigger user`.execute(db)
    await confirmTime(db, new Date())
    const clock = () => new Date()
    return [
      waitMeasurement('retention', await waitsDuring(readPayer, () => purgeTables(backgroundDb, clock()))),
      waitMeasurement('vacuum of all tables', await waitsDuring(readPayer, () => vacuumAll(backgroundDb))),
      waitMeasurement('checkpoint', await waitsDuring(readPayer, () => sql`checkpoint`.execute(db))),
      waitMeasurement('backup', await waitsDuring(readPayer, () => backup(`${DATA_DIR}/backup.tar.gz`))),
    ]
  } finally {
    await close()
  }
}

/** Waits of repeated requests in milliseconds. */
interface WaitTimes {
  readonly longest: number
  readonly secondLongest: number
  readonly p95: number
  readonly p99: number
  /** Duration of the work in milliseconds. */
  readonly duration: number
}

/** Repeats a request while the work runs, and returns how long the requests waited for their responses. */
export const waitsDuring = async (send: () => Promise<unknown>, work: () => Promise<unknown>): Promise<WaitTimes> => {
  const waits: number[] = []
  let isWorking = true
  const sendRepeatedly = async (): Promise<void> => {
    while (isWorking) {
      const start = performance.now()
      await send()
      waits.push(performance.now() - start)
      await setTimeout(2)
    }
  }
  const sending = sendRepeatedly()
  const start = performance.now()
  await work()
  const duration = performance.now() - start
  isWorking = false
  await sending
  waits.sort((a, b) => a - b)
  const percentile = (share: number) => waits[Math.floor(waits.length * share)] ?? 0
  return {
    longest: waits.at(-1) ?? 0,
    secondLongest: waits.at(-2) ?? 0,
    p95: percentile(0.95),
    p99: percentile(0.99),
    duration,
  }
}

/**
 * Returns the measurements of an import.
 * The longest wait is attributed to publishing the rows, the second longest to reading the file.
 */
const importMeasurements = (work: string, waits: WaitTimes, rowCount: number): readonly Measurement[] => [
  {
    ...waitMeasurement(`the reading of an ${work}`, { ...waits, longest: waits.secondLongest }),
    details: `${Math.round((rowCount * 1000) / waits.duration).toLocaleString('en-US')} rows/s`,
  },
  waitMeasurement(`the end of an ${work}`, waits, maxPublishingWaitMs),
]

const waitMeasurement = (work: string, { longest, p99, duration }: WaitTimes, max = maxWaitMs): Measurement => {
  const title = `PGlite, longest wait of a light request during ${work}`
  return withLimit(
    {
      title,
      portalFigure: longest,
      unit: 'ms',
      details: `p99 ${Math.round(p99)} ms, ${(duration / 1000).toFixed(1)} s`,
    },
    { max },
  )
}

const payerRequest = async (client: BenchClient): Promise<() => Promise<unknown>> => {
  const headers = bearerHeader(await signInUser(client, { UniformNo: '90000017', UserId: 'viewer01' }))
  const { Items } = (await client.send({ method: 'GET', path: '/api/Payer?PageSize=1', headers })) as {
    Items: { SerialId: number }[]
  }
  return () => client.send({ method: 'GET', path: `/api/Payer/${Items[0]?.SerialId}`, headers })
}

const deleteImport = async (user: SignedInUser): Promise<void> => {
  const { Items } = await callPortal<{ Items: { SerialId: number }[] }>(
    user,
    'BillImportList?PageSize=1&SortField=SerialId&SortOrder=DESC',
  )
  await callPortal(user, `BillImportList/${Items[0]?.SerialId}`, { method: 'DELETE' })
}
