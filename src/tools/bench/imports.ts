import { readFileSync } from 'node:fs'
import { bearer, clientOf, login } from './client'
import { csvOf, importBills, importPayers, schemasWithImport } from './import-files'
import type { Measurement, Sizes } from './measure'
import { closing, type Engine, type PortalEnv, startPortalProcess, withDatabase, withFolder } from './process'

/** Rows per second that an import must reach. */
const bars = { PostgreSQL: 5000, PGlite: 2000, bills: 5000 } as const

/** Measures imports: of as many payers as a file may hold, and of bills. */
export const benchImports = async ({ importedPayers }: Sizes, postgres: boolean): Promise<readonly Measurement[]> => [
  ...(await withFolder((DATA_DIR) => engineLines('PGlite', { DATA_DIR }, importedPayers))),
  ...(postgres ? await withDatabase((DATABASE_URL) => withFolder((DATA_DIR) => engineLines('PostgreSQL', { DATABASE_URL, DATA_DIR }, importedPayers))) : []),
]

const engineLines = (engine: Engine, where: PortalEnv, payers: number): Promise<readonly Measurement[]> =>
  closing(startPortalProcess({ ...where, SCHEMAS_DIR: schemasWithImport(where.DATA_DIR) }), (server) =>
    closing(clientOf(server.url, 1), async (client) => {
      const user = { url: server.url, headers: bearer(await login(client, { UniformNo: '90000017', UserId: 'maker01' })) }
      const memory = memoryOf(server.pid, 'VmRSS')
      const payerSpeed = await speedOf(payers, () => importPayers(user, payers))
      const growth = memoryOf(server.pid, 'VmHWM') - memory
      const bills = payers / 5
      const file = csvOf(bills)
      const billSpeed = await speedOf(bills, () => importBills(user, file))
      const line = (what: string, ours: number, theirs: number): Measurement => ({ what, ours, unit: 'rows/s', reference: 'the bar', theirs, bar: '≥ 1' })
      const [many, some] = [payers.toLocaleString('en-US'), bills.toLocaleString('en-US')]
      return [
        line(`import of ${many} payers, all or none, ${engine}`, payerSpeed, bars[engine]),
        { what: `growth of memory while it goes on, ${engine}`, ours: growth, unit: 'MiB', reference: 'the bar', theirs: 400, bar: '≤ 1' },
        line(`import of ${some} bills beside them, ${engine}`, billSpeed, engine === 'PGlite' ? bars.PGlite : bars.bills),
      ]
    }),
  )

const speedOf = async (rows: number, work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (rows * 1000) / (performance.now() - start)
}

/** Returns the memory of a process in MiB, as Linux reports it. */
const memoryOf = (pid: number, what: 'VmRSS' | 'VmHWM'): number => {
  const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
