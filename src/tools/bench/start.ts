import { ensureTables } from '../../server/database/ensure-tables'
import { openDatabase } from '../../server/node/database'
import { argon2Passwords } from '../../server/node/passwords'
import { fill } from '../seed/fill'
import { withDatabase } from './bench-database'
import type { Measurement, Sizes } from './measure'
import { portalSchemas } from './payer-rows'
import { closing, type ServerProcess, startBareServer, startPortalProcess, withFolder } from './process'

type Engine = 'PGlite' | 'PostgreSQL'
type Env = { readonly DATA_DIR: string; readonly DATABASE_URL?: string }

/** From the process to its first answer: on nothing, with the demo's data, and with many bills; beside a server that does nothing but answer. */
export const benchStartUp = async ({ bills, embeddedBills }: Sizes, postgres: boolean): Promise<readonly Measurement[]> => {
  const bare = await started(startBareServer)
  const embedded = await withFolder((DATA_DIR) => onEngine('PGlite', { DATA_DIR }, { bare, bills: embeddedBills }))
  if (!postgres) return embedded
  const server = await withFolder((DATA_DIR) => withDatabase((DATABASE_URL) => onEngine('PostgreSQL', { DATA_DIR, DATABASE_URL }, { bare, bills })))
  return [...embedded, ...server]
}

const onEngine = async (engine: Engine, env: Env, { bare, bills }: { readonly bare: number; readonly bills: number }): Promise<readonly Measurement[]> => {
  const line = (what: string, ours: number): Measurement => ({
    what: `start ${what}, ${engine}`,
    ours,
    unit: 'ms',
    reference: 'a bare node:http server',
    theirs: bare,
  })
  const portal = (DEMO: '0' | '1') => started(() => startPortalProcess({ ...env, DEMO }))
  const lines = [
    line('that creates database and tables', await portal('0')),
    line('on empty tables', await portal('0')),
    line('that creates the demo data', await portal('1')),
    line('with the demo data', await portal('1')),
  ]
  const filling = await fillBills(env, bills)
  const many = `${bills.toLocaleString('en-US')} bills`
  return [...lines, { ...line(`with ${many}`, await portal('1')), more: `filled at ${Math.round(filling).toLocaleString('en-US')} bills/s` }]
}

const started = async (start: () => Promise<ServerProcess>): Promise<number> => {
  const server = await start()
  await server.close()
  return server.readyAfter
}

/** Returns how many bills a second went in. */
const fillBills = async ({ DATA_DIR, DATABASE_URL }: Env, bills: number): Promise<number> => {
  return closing(openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }), async ({ db }) => {
    await ensureTables(db, portalSchemas())
    const start = performance.now()
    const made = await fill({ db, passwords: argon2Passwords, bills, now: new Date(), progress: () => {} })
    return (made * 1000) / (performance.now() - start)
  })
}
