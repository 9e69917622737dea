import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { anyTables } from '../../src/server/database/transaction'
import type { Db } from '../../src/server/ports'
import { emptyDatabase, serverUrl } from './support/postgres'
import { type RunningServer, startServer, temporaryFolder } from './support/server'
import { companyToken, demoAccount, outData } from './support/sign-in'

const start = async (env: Record<string, string>, dataDir: string): Promise<RunningServer> => {
  const server = await startServer({ env, dataDir })
  onTestFinished(() => server.kill())
  return server
}

const call = (server: RunningServer, token: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}/api${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })

const fee = (FeeCode: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ApplyCode: '77001', FeeCode, FeeName: '壓力測試', SortNo: 9, FeeStatus: 'Active' }),
})

/** The committee's term that is open longest. */
const openTerm = async (db: Db): Promise<string> => {
  const terms = db
    .selectFrom('bill_term')
    .select('bill_term_id as id')
    .where('apply_code', '=', '77001')
    .where('term_status', '=', 'Open')
  return String((await terms.orderBy('payment_end_date', 'desc').executeTakeFirstOrThrow()).id)
}

const rows = 10_000

const upload = async (server: RunningServer, token: string, init: RequestInit): Promise<number> =>
  (await outData<{ SerialId: number }>(await call(server, token, '/BillImportList', init))).SerialId

/** Uploads a file that takes its process a while. */
const bills = (BillTermId: string, from: number): RequestInit => {
  const lines = Array.from({ length: rows }, (_, index) => `Z${from + index},${from + index},王大明,1000`)
  const form = new FormData()
  const fields = {
    ApplyCode: '77001',
    CurrencyType: 'TWD',
    ImportBatchName: '壓力測試',
    BillImportPDFSetting: 'None',
    CustomerName: '示範社區管理委員會',
  }
  for (const [name, value] of Object.entries({ ...fields, BillTermId, OriFileName: 'bills.csv' }))
    form.append(name, value)
  form.append('File', new File([['繳款人代號,繳款人編號,繳款人姓名,應繳金額', ...lines].join('\r\n')], 'bills.csv'))
  return { method: 'POST', body: form }
}

/** The number of imports that have read a part of their file, and have not ended. */
const underWay = async (db: Db): Promise<number> =>
  (await db.selectFrom('job').select('id').where('state', '=', 'running').where('done', '>', 0).execute()).length

test.runIf(serverUrl !== '')(
  'two processes on one database share sessions, limits, files and jobs; one is killed under load and the other continues',
  async () => {
    const { url, db } = await emptyDatabase()
    const dataDir = temporaryFolder()
    // Both start together on an empty database: tables, queues and demo data are created once.
    const [one, two] = await Promise.all([
      start({ DATABASE_URL: url, DEMO: '1' }, dataDir),
      start({ DATABASE_URL: url, DEMO: '1' }, dataDir),
    ])
    expect(
      await db.selectFrom('agreement').select('apply_code').where('apply_code', '=', '77001').execute(),
    ).toHaveLength(1)

    const token = await companyToken(one, demoAccount('maker01'))
    expect((await call(two, token, '/fee')).status).toBe(200)
    const term = await openTerm(db)

    const acknowledged: string[] = []
    const odd: string[] = []
    let running = true
    let no = 0
    const load = async (home: RunningServer): Promise<void> => {
      let server = home
      while (running) {
        const code = `X${++no}`
        const answer = await call(server, token, '/fee', fee(code)).catch(() => undefined)
        // A caller that loses the connection switches to the other process, as a load balancer does.
        if (!answer) server = two
        else if (((await answer.json().catch(() => ({}))) as { ReturnCode?: string }).ReturnCode === '0000')
          acknowledged.push(code)
        else if (answer.status !== 200) odd.push(`${answer.status}`)
      }
    }
    const callers = [one, two, one, two, one, two].map(load)
    await expect.poll(() => acknowledged.length).toBeGreaterThan(30)
    // Neither import can write its bills before both are under way.
    // A process runs one import at a time, so each process has one, and the killed one leaves its own unfinished.
    const uploads = await db.transaction().execute(async (trx) => {
      await sql`lock table bill in exclusive mode`.execute(trx)
      const sent = [await upload(one, token, bills(term, 800_000)), await upload(two, token, bills(term, 900_000))]
      await expect.poll(() => underWay(db)).toBe(2)
      await one.kill()
      return sent
    })
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 30)
    running = false
    await Promise.all(callers)

    const kept = new Set(
      (await anyTables(db).selectFrom('fee').select('fee_code').execute()).map((row) => String(row.fee_code)),
    )
    expect(acknowledged.filter((code) => !kept.has(code))).toEqual([])
    expect(odd).toEqual([])
    for (const id of uploads) {
      const detail = async () =>
        outData<{ ImportStatus: string; SuccessCount: number }>(await call(two, token, `/BillImportList/${id}`))
      await expect
        .poll(async () => (await detail()).ImportStatus, { timeout: 180_000, interval: 500 })
        .toBe('Succeeded')
      expect((await detail()).SuccessCount).toBe(rows)
      expect((await call(two, token, `/BillImportList/DownloadFile/${id}`)).status).toBe(200)
    }
    const tries = await db.selectFrom('job').select('tries').where('name', '=', 'billImport').orderBy('tries').execute()
    expect(tries).toEqual([{ tries: 1 }, { tries: 2 }])
    expect(
      await db
        .selectFrom('bill')
        .select('serial_id')
        .where('payer_no', '>=', '800000')
        .where('apply_code', '=', '77001')
        .execute(),
    ).toHaveLength(2 * rows)
  },
  360_000,
)

test.runIf(serverUrl !== '')('a wrong password counts in both processes', async () => {
  const { url } = await emptyDatabase()
  const dataDir = temporaryFolder()
  const servers = [
    await start({ DATABASE_URL: url, DEMO: '1' }, dataDir),
    await start({ DATABASE_URL: url, DEMO: '1' }, dataDir),
  ] as const
  const wrong = { ...demoAccount('viewer01'), Mima: 'Wrong2026x' }
  await companyToken(servers[0], demoAccount('viewer01'))
  for (let no = 0; no < 6; no++)
    await expect(companyToken(servers[no % 2] as RunningServer, wrong)).rejects.toThrow(/100[12]/)
  await expect(companyToken(servers[0], demoAccount('viewer01'))).rejects.toThrow('1002')
  await expect(companyToken(servers[1], demoAccount('viewer01'))).rejects.toThrow('1002')
})
