import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../src/server/ports'
import { type RunningServer, startServer, temporaryFolder } from '../e2e/support/server'
import { companyToken, demoAccount, outData } from '../e2e/support/sign-in'
import { sampled } from '../support/sample'
import { enginesOf, type PortalData, portalDataOf } from './kill/portal-data'

/** A resource that one file adds to the portal, with an import of all rows or none. */
const shelf = {
  label: '櫃位設定',
  unit: '個',
  menu: { group: 'basic', order: 910, icon: 'ReceiptLong' },
  display: '{ShelfCode}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    ShelfCode: { type: 'string', label: '櫃位代碼', required: true, max: 10, unique: true, writeOnce: true },
    DoorNo: { type: 'string', label: '門牌', max: 10, unique: true },
  },
  import: { columns: ['ApplyCode', 'ShelfCode', 'DoorNo'], existing: 'update', maxRows: 5000 },
}

/** More rows than are imported during a call: the next process runs the job of a killed one. */
const rows = 3000
/**
 * Moments of the kills, as fractions of the rows that are validated; at 1 all rows become records.
 * Moments in time would depend on the load of the machine.
 */
const moments = sampled([0.1, 0.3, 0.5, 0.7, 0.85, 1], [0.3, 0.6, 1])

/**
 * Imports the file of a round and waits for its job, reporting the number of validated rows; returns whether the portal
 * reported that its rows are written.
 */
const sendFile = async (
  server: RunningServer,
  token: string,
  round: string,
  progress: (done: number) => void = () => {},
): Promise<boolean> => {
  const form = new FormData()
  form.append('Mapping', JSON.stringify({ ApplyCode: 0, ShelfCode: 1, DoorNo: 2 }))
  form.append('ImportMode', 'AllOrNothing')
  const lines = Array.from({ length: rows }, (_, no) => `77001,${round}S${no},${round}D${no}`)
  form.append('File', new File([['委託單位代號,櫃位代碼,門牌', ...lines].join('\r\n')], 'shelves.csv'))
  const headers = { authorization: `Bearer ${token}` }
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> =>
    outData<T>(await fetch(`${server.url}/api/Ext/${path}`, { headers, ...init }))
  const { JobId } = await ask<{ JobId: number }>('Shelf/Import', { method: 'POST', body: form })
  for (;;) {
    const jobs = await ask<{ JobId: number; State: string; Done: number; Error: string | null }[]>('GetJobs')
    const job = jobs.find((candidate) => candidate.JobId === JobId)
    progress(job?.Done ?? 0)
    if (job?.State === 'failed') throw new Error(`The job has failed: ${job.Error}`)
    if (job?.State === 'done') return (await ask<{ Written: boolean }>(`GetImportResult/${JobId}`)).Written
    await setTimeout(50)
  }
}

interface Found {
  readonly kept: number
  readonly trail: number
  readonly staged: number
}

const find = async (db: Db, round: string): Promise<Found> => {
  const { rows } = await sql<Found>`
    select
      (select count(*) from shelf where shelf_code like ${`${round}S%`})::integer as kept,
      (select count(*) from audit_log where resource = 'shelf' and action = 'Create' and after ->> 'ShelfCode' like ${`${round}S%`})::integer as trail,
      (select count(*) from staged_row)::integer as staged`.execute(db)
  return rows[0] ?? { kept: -1, trail: -1, staged: -1 }
}

const problemsOfRound = (round: string, written: boolean, { kept, trail }: Found): string[] => [
  ...(kept === 0 || kept === rows ? [] : [`${round}: ${kept} of ${rows} rows became records`]),
  ...(written && kept !== rows ? [`${round}: the portal said that all rows are written, and ${kept} are`] : []),
  ...(trail === kept ? [] : [`${round}: ${kept} records and ${trail} lines in the audit trail`]),
]

/** Kills the server once an import has validated so many rows; returns what the import had returned by then. */
const killDuring = async (
  server: RunningServer,
  send: (progress: (done: number) => void) => Promise<boolean>,
  count: number,
): Promise<boolean> => {
  let sent = Promise.resolve(false)
  await new Promise<void>((reached) => {
    sent = send((done) => done >= count && reached()).catch(() => false)
    void sent.then(() => reached())
  })
  await server.kill()
  return sent
}

const killDuringImports = async ({ dataDir, env, look, change }: PortalData): Promise<void> => {
  const start = async () => {
    const server = await startServer({ dataDir, env: { ...env, SCHEMAS_DIR: schemasWithShelf() } })
    onTestFinished(() => server.kill())
    return { server, token: await companyToken(server, demoAccount('maker01')) }
  }
  const first = await start()
  expect(await sendFile(first.server, first.token, 'W')).toBe(true)
  expect(await first.server.stop()).toBe(0)

  const cutOff: string[] = []
  for (const [no, moment] of moments.entries()) {
    const round = `R${no}`
    const { server, token } = await start()
    const written = await killDuring(server, (progress) => sendFile(server, token, round, progress), rows * moment)
    const problems = await look(async (db) => {
      const found = await find(db, round)
      if (found.kept === 0 && found.staged > 0) cutOff.push(round)
      return problemsOfRound(round, written, found)
    })
    expect(problems).toEqual([])
  }
  // Some kills happened between the first staged row and the moment in which all become records.
  expect(cutOff.length).toBeGreaterThan(0)

  // Their staged rows are deleted after a day, and have no effect before.
  const again = await start()
  // The killed job may run again at the same time: one of the two writes the rows, the other is refused as a repetition.
  const sent = await sendFile(again.server, again.token, String(cutOff[0])).catch(String)
  expect(sent).toSatisfy((result) => result === true || /內容相同的檔案/.test(String(result)))
  expect(await again.server.stop()).toBe(0)
  expect(await look(async (db) => [`${(await find(db, 'R')).staged > 0}`])).toEqual(['true'])
  // By now the killed jobs have run again, each once.
  for (const no of moments.keys())
    expect(await look(async (db) => problemsOfRound(`R${no}`, false, await find(db, `R${no}`)))).toEqual([])
  await change((db) => sql`update staged_row set staged_at = staged_at - interval '2 days'`.execute(db))
  const last = await start()
  await expect.poll(() => readFileSync(join(dataDir, 'portal.log'), 'utf8')).toContain('"staged_row":')
  expect(await last.server.stop()).toBe(0)
  expect(await look(async (db) => [`${(await find(db, 'R')).staged}`])).toEqual(['0'])
}

const schemasWithShelf = (): string => {
  const folder = temporaryFolder()
  cpSync('schemas', folder, { recursive: true })
  writeFileSync(join(folder, 'shelf.json'), JSON.stringify(shelf))
  return folder
}

test.each(enginesOf('PostgreSQL'))(
  'an import of all rows or none that is killed on %s leaves all of them or none, and no staged rows',
  async (engine) => {
    const portalData = await portalDataOf[engine]?.()
    if (portalData) await killDuringImports(portalData)
  },
)
