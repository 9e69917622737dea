import { sql } from 'kysely'
import { loadSchemas } from '../../schema/load'
import { openDatabase } from '../../server/node/database'
import { argon2Passwords } from '../../server/node/passwords'
import { readSchemaFiles } from '../../server/node/schema-files'
import { readSettings } from '../../server/node/settings'
import type { Db } from '../../server/ports'
import { ensureTables } from '../../server/store/tables'
import { knownNames } from '../known'
import { fill } from './fill'
import { readOptions, type SeedOptions } from './options'

// npm run seed -- --bills 1000000: fills the database of DATABASE_URL, or the embedded one in DATA_DIR, for scale tests.
const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') refuse(options)
else await seed(options).catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)))

async function seed({ bills, yes }: SeedOptions): Promise<void> {
  const { settings } = readSettings(process.env)
  const { db, close } = await openDatabase(settings)
  try {
    const { schemas } = loadSchemas(readSchemaFiles(settings.schemasDir), knownNames())
    await ensureTables(db, schemas)
    const real = settings.production ? 'NODE_ENV is production' : await realCompany(db)
    if (real && !yes) throw new Error(`Nothing was written: this looks like a real portal (${real}). Add --yes if the test data is really wanted there.`)
    const start = performance.now()
    const rate = (rows: number) => Math.round((rows * 1000) / (performance.now() - start)).toLocaleString('en-US')
    const progress = (done: number) => {
      if (done % 100_000 === 0) console.log(`${done.toLocaleString('en-US')} bills, ${rate(done)} rows/s`)
    }
    const made = await fill({ db, passwords: argon2Passwords, bills, now: new Date(), progress })
    console.log(`${made.toLocaleString('en-US')} new bills in ${Math.round((performance.now() - start) / 1000)} s (${rate(made)} rows/s).`)
    console.log('Company 90000038, agreement 88001; sign in as scale01 with the password of the demo users.')
  } finally {
    await close()
  }
}

/** A company that neither the demo nor this tool made. */
async function realCompany(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select customer_name as name from customer where create_user not in ('demo', 'seed') limit 1`.execute(db)
  return rows[0] ? `it has the company ${rows[0].name}` : ''
}

function refuse(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
