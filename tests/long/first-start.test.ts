import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/server/node/database'
import { sampled } from '../support/sample'

const home = mkdtempSync(join(tmpdir(), 'first-start-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const script = join(home, 'first-start.mts')
writeFileSync(
  script,
  `import { openDatabase } from '${process.cwd()}/src/server/node/database'; await openDatabase({ dataDir: process.argv.at(-1) }); setInterval(() => {}, 1000)`,
)

const moments = sampled([0.05, 0.15, 0.3, 0.45, 0.55, 0.65, 0.75, 0.9, 1.2], [0.15, 0.55, 0.9])

test.each(moments)('a kill %d s into the first start leaves nothing that prevents the next one', async (seconds) => {
  const dataDir = join(home, `data-${seconds}`)
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: 'ignore' })
  // Once its files begin to appear, they are written within a second or two.
  while (
    !existsSync(join(dataDir, 'database.half', 'PG_VERSION')) &&
    !existsSync(join(dataDir, 'database')) &&
    child.exitCode === null
  )
    await setTimeout(5)
  await setTimeout(seconds * 1000)
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { db, close } = await openDatabase({ dataDir })
  await sql`create table works (no integer)`.execute(db)
  await close()
  expect(readdirSync(dataDir)).toEqual(['database'])
})
