import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openEmbedded } from '../../server/node/pglite/embedded'
import { vacuumAll } from '../../server/node/pglite/maintenance'
import { purge } from '../../server/retention'
import { bearer, type Client, clientOf, login } from './client'
import { callPortal, csvOf, importBills, importPayers, maxPayers, type SignedInUser, schemasWithImport, xlsxOf } from './import-files'
import { type Measurement, type Sizes, withLimit } from './measure'
import { startPortalProcess, withFolder } from './process'

/** Maximum wait of a request on the embedded database because of other work. */
const maxWaitMs = 500

/** Maximum wait while 100,000 rows of a file are published as records. */
const maxPublishingWaitMs = 5000

const maker = { UniformNo: '90000017', UserId: 'maker01' }
const reader = { UniformNo: '90000017', UserId: 'viewer01' }

/** Measures how long a light request waits on PGlite, which runs one statement at a time, during other, heavy work. */
export const benchStalls = ({ importRows }: Sizes): Promise<readonly Measurement[]> =>
  withFolder(async (DATA_DIR) => [...(await duringImports(DATA_DIR, importRows)), ...(await duringMaintenance(DATA_DIR))])

/** Measures the built portal with demo data: one user imports a file, deletes it, and imports a workbook and a file of payers; another opens a payer repeatedly. */
const duringImports = async (DATA_DIR: string, rows: number): Promise<readonly Measurement[]> => {
  const server = await startPortalProcess({ DATA_DIR, SCHEMAS_DIR: schemasWithImport(DATA_DIR) })
  const [heavy, light] = [clientOf(server.url, 1), clientOf(server.url, 1)]
  try {
    const user = { url: server.url, headers: bearer(await login(heavy, maker)) }
    const open = await payerRequest(light)
    const idle = await waitsDuring(open, () => setTimeout(1000))
    const csv = csvOf(rows)
    const importing = await waitsDuring(open, () => importBills(user, csv))
    const cleanup = await waitsDuring(open, () => setTimeout(5000))
    const deleting = await waitsDuring(open, () => deleteImport(user))
    const xlsx = await xlsxOf(rows)
    const workbook = await waitsDuring(open, () => importBills(user, xlsx))
    const payers = Math.min(rows, maxPayers)
    const wholeFile = await waitsDuring(open, () => importPayers(user, payers))
    const many = rows.toLocaleString('en-US')
    return [
      line('no other work', idle),
      ...importLines(`import of ${many} bills (csv)`, importing, rows),
      line('cleanup after it', cleanup),
      line('its deletion', deleting),
      ...importLines(`import of ${many} bills (xlsx)`, workbook, rows),
      ...importLines(`import of ${payers.toLocaleString('en-US')} payers, all or none`, wholeFile, payers),
    ]
  } finally {
    heavy.close()
    light.close()
    await server.close()
  }
}

/** Measures a query during maintenance on the same data: retention, the vacuum of all tables, a checkpoint and a backup. */
const duringMaintenance = async (DATA_DIR: string): Promise<readonly Measurement[]> => {
  const { db, backgroundDb, backup, close } = await openEmbedded(DATA_DIR, { timeoutMs: 0, report: console.error })
  try {
    const ask = () => sql`select * from payer order by serial_id limit 1`.execute(db)
    await sql`update audit_log set at = at - interval '6 years'`.execute(db)
    const clock = () => new Date()
    return [
      line('retention', await waitsDuring(ask, () => purge(backgroundDb, clock()))),
      line('vacuum of all tables', await waitsDuring(ask, () => vacuumAll(backgroundDb))),
      line('checkpoint', await waitsDuring(ask, () => sql`checkpoint`.execute(db))),
      line('backup', await waitsDuring(ask, () => backup(`${DATA_DIR}/backup.tar.gz`))),
    ]
  } finally {
    await close()
  }
}

interface Waits {
  readonly longest: number
  /** The second longest. */
  readonly second: number
  readonly p99: number
  /** Duration of the work in milliseconds. */
  readonly took: number
}

/** Repeats a request while the work runs, and returns how long the answers took. */
const waitsDuring = async (ask: () => Promise<unknown>, work: () => Promise<unknown>): Promise<Waits> => {
  const waits: number[] = []
  let working = true
  const askRepeatedly = async (): Promise<void> => {
    while (working) {
      const start = performance.now()
      await ask()
      waits.push(performance.now() - start)
      await setTimeout(2)
    }
  }
  const asking = askRepeatedly()
  const start = performance.now()
  await work()
  const took = performance.now() - start
  working = false
  await asking
  waits.sort((a, b) => a - b)
  return { longest: waits.at(-1) ?? 0, second: waits.at(-2) ?? 0, p99: waits[Math.floor(waits.length * 0.99)] ?? 0, took }
}

/** Returns the lines of an import. The longest wait occurs while the rows are published; all other waits occur while the file is read. */
const importLines = (work: string, waits: Waits, rows: number): readonly Measurement[] => [
  {
    ...line(`the reading of an ${work}`, { ...waits, longest: waits.second }),
    more: `${Math.round((rows * 1000) / waits.took).toLocaleString('en-US')} rows/s`,
  },
  line(`the end of an ${work}`, waits, maxPublishingWaitMs),
]

const line = (work: string, { longest, p99, took }: Waits, max = maxWaitMs): Measurement => {
  const what = `PGlite, longest wait of a light request during ${work}`
  return withLimit({ what, ours: longest, unit: 'ms', more: `p99 ${Math.round(p99)} ms, ${(took / 1000).toFixed(1)} s` }, { max })
}

const payerRequest = async (client: Client): Promise<() => Promise<unknown>> => {
  const headers = bearer(await login(client, reader))
  const { Items } = (await client.send({ method: 'GET', path: '/api/Payer?PageSize=1', headers })) as { Items: { SerialId: number }[] }
  return () => client.send({ method: 'GET', path: `/api/Payer/${Items[0]?.SerialId}`, headers })
}

const deleteImport = async (user: SignedInUser): Promise<void> => {
  const { Items } = await callPortal<{ Items: { SerialId: number }[] }>(user, 'BillImportList?PageSize=1&SortField=SerialId&SortOrder=DESC')
  await callPortal(user, `BillImportList/${Items[0]?.SerialId}`, { method: 'DELETE' })
}
