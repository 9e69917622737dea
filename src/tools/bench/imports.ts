import { readFileSync } from 'node:fs'
import { bearer, clientOf, login } from './client'
import { csvOf, importBills, importPayers, schemasWithImport } from './import-files'
import { type Measurement, type Sizes, withLimit } from './measure'
import { type Engine, onEngines, type PortalEnv, startPortalProcess, withClosing } from './process'

/** Minimum number of rows per second. */
const minSpeeds = { PostgreSQL: 5000, PGlite: 2000 } as const

/** Measures imports of payers and of bills. */
export const benchImports = ({ importedPayers }: Sizes, postgres: boolean): Promise<readonly Measurement[]> =>
  onEngines(postgres, (engine, env) => importLines(engine, env, importedPayers))

const importLines = (engine: Engine, env: PortalEnv, payers: number): Promise<readonly Measurement[]> =>
  withClosing(startPortalProcess({ ...env, SCHEMAS_DIR: schemasWithImport(env.DATA_DIR) }), (server) =>
    withClosing(clientOf(server.url, 1), async (client) => {
      const user = { url: server.url, headers: bearer(await login(client, { UniformNo: '90000017', UserId: 'maker01' })) }
      const memory = memoryOf(server.pid, 'VmRSS')
      const payerSpeed = await speedOf(payers, () => importPayers(user, payers))
      const growth = memoryOf(server.pid, 'VmHWM') - memory
      const bills = payers / 5
      const file = csvOf(bills)
      const billSpeed = await speedOf(bills, () => importBills(user, file))
      const line = (what: string, ours: number) => withLimit({ what: `${what}, ${engine}`, ours, unit: 'rows/s' }, { min: minSpeeds[engine] })
      return [
        line(`import of ${payers.toLocaleString('en-US')} payers, all or none`, payerSpeed),
        withLimit({ what: `growth of memory during that import, ${engine}`, ours: growth, unit: 'MiB' }, { max: 400 }),
        line(`import of ${bills.toLocaleString('en-US')} bills`, billSpeed),
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
