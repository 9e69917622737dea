import { readFileSync } from 'node:fs'
import { bearerHeader, openClient, signInUser } from './client'
import { billsAsCsv, importBills, importPayers, schemasWithImport } from './import-files'
import { type BenchSizes, type Measurement, withLimit } from './measure'
import { type Engine, onEngines, type PortalEnv, startPortalProcess, withClosing } from './process'

/** Minimum number of rows per second. */
const minSpeeds = { PostgreSQL: 5000, PGlite: 2000 } as const

/** Measures imports of payers and of bills. */
export const benchImports = ({ importedPayers }: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> =>
  onEngines(withPostgres, (engine, env) => importLines(engine, env, importedPayers))

const importLines = (engine: Engine, env: PortalEnv, payers: number): Promise<readonly Measurement[]> =>
  withClosing(startPortalProcess({ ...env, SCHEMAS_DIR: schemasWithImport(env.DATA_DIR) }), (server) =>
    withClosing(openClient(server.url, 1), async (client) => {
      const user = { url: server.url, headers: bearerHeader(await signInUser(client, { UniformNo: '90000017', UserId: 'maker01' })) }
      const memory = memoryOf(server.pid, 'VmRSS')
      const payerSpeed = await speedOf(payers, () => importPayers(user, payers))
      const growth = memoryOf(server.pid, 'VmHWM') - memory
      const bills = payers / 5
      const file = billsAsCsv(bills)
      const billSpeed = await speedOf(bills, () => importBills(user, file))
      const line = (title: string, portalFigure: number) =>
        withLimit({ title: `${title}, ${engine}`, portalFigure, unit: 'rows/s' }, { min: minSpeeds[engine] })
      return [
        line(`import of ${payers.toLocaleString('en-US')} payers, all or none`, payerSpeed),
        withLimit({ title: `growth of memory during that import, ${engine}`, portalFigure: growth, unit: 'MiB' }, { max: 400 }),
        line(`import of ${bills.toLocaleString('en-US')} bills`, billSpeed),
      ]
    }),
  )

const speedOf = async (rows: number, work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (rows * 1000) / (performance.now() - start)
}

/** Returns the memory of a process in MiB, as Linux reports it: VmRSS at present, VmHWM at its peak. */
const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
