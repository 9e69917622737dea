import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { withdrawImport } from '../../server/imports/give-up'
import { openEmbedded } from '../../server/node/pglite/embedded'
import { vacuumAll } from '../../server/node/pglite/vacuum'
import { sheets } from '../../server/node/sheets'
import { purge } from '../../server/retention'
import { bearer, type Client, clientOf, login } from './client'
import type { Measurement, Sizes } from './measure'
import { importPayers, mostPayers, schemasWithImport } from './payer-import'
import { startPortalProcess, withFolder } from './process'

/** The longest that anybody may wait on the embedded database because of somebody else's work, in milliseconds. */
const bar = 250

const maker = { UniformNo: '90000017', UserId: 'maker01' }
const reader = { UniformNo: '90000017', UserId: 'viewer01' }

/** How long a light request waits on PGlite, which does one thing at a time, while somebody else writes a great deal. */
export const benchStalls = ({ importRows }: Sizes): Promise<readonly Measurement[]> =>
  withFolder(async (DATA_DIR) => [...(await besideImport(DATA_DIR, importRows)), ...(await besideUpkeep(DATA_DIR, importRows))])

/** The built portal with the demo's data: one user imports a file and deletes it again, then brings a workbook and a file of payers; another opens a payer all the time. */
const besideImport = async (DATA_DIR: string, rows: number): Promise<readonly Measurement[]> => {
  const server = await startPortalProcess({ DATA_DIR, SCHEMAS_DIR: schemasWithImport(DATA_DIR) })
  const [heavy, light] = [clientOf(server.url, 1), clientOf(server.url, 1)]
  try {
    const work = { client: heavy, url: server.url, headers: bearer(await login(heavy, maker)) }
    const open = await opener(light)
    const idle = await beside(open, () => setTimeout(1000))
    const csv = csvOf(rows)
    const importing = await beside(open, () => importFile(work, csv))
    const tidying = await beside(open, () => setTimeout(5000))
    const deleting = await beside(open, () => deleteFile(work))
    const xlsx = await xlsxOf(rows)
    const workbook = await beside(open, () => importFile(work, xlsx))
    const payers = Math.min(rows, mostPayers)
    const wholeFile = await beside(open, () => importPayers(server.url, work.headers, payers))
    const many = rows.toLocaleString('en-US')
    return [
      line('nothing else', idle),
      line(`import of ${many} bills (csv)`, importing, `${Math.round((rows * 1000) / importing.took).toLocaleString('en-US')} bills/s`),
      line('tidying up after it', tidying),
      line('its deletion', deleting),
      line(`import of ${many} bills (xlsx)`, workbook, `${Math.round((rows * 1000) / workbook.took).toLocaleString('en-US')} bills/s`),
      line(
        `import of ${payers.toLocaleString('en-US')} payers, all or none`,
        wholeFile,
        `${Math.round((payers * 1000) / wholeFile.took).toLocaleString('en-US')} payers/s`,
      ),
    ]
  } finally {
    heavy.close()
    light.close()
    await server.stop()
  }
}

/** What a portal does by itself, on the same data: a query beside taking an import back, forgetting old rows, the vacuum of all tables, a checkpoint and a backup. */
const besideUpkeep = async (DATA_DIR: string, rows: number): Promise<readonly Measurement[]> => {
  const { db, backgroundDb, backup, close } = await openEmbedded(DATA_DIR, { patience: 0, report: console.error })
  try {
    const ask = () => sql`select * from payer order by serial_id limit 1`.execute(db)
    const { rows: imports } = await sql<{ id: number }>`
      update bill_import set import_status = 'Processing' where success_count = ${rows} returning serial_id as id`.execute(db)
    await sql`update audit_log set at = at - interval '6 years'`.execute(db)
    const clock = () => new Date()
    const withdraw = async () => {
      for (const { id } of imports) await withdrawImport({ backgroundDb, clock }, { id, message: 'benchmark', cancelled: false })
    }
    return [
      line('taking an import back', await beside(ask, withdraw)),
      line('deleting what is old', await beside(ask, () => purge(backgroundDb, clock()))),
      line('vacuum of all tables', await beside(ask, () => vacuumAll(backgroundDb))),
      line('checkpoint', await beside(ask, () => sql`checkpoint`.execute(db))),
      line('backup', await beside(ask, () => backup(`${DATA_DIR}/backup.tar.gz`))),
    ]
  } finally {
    await close()
  }
}

interface Waits {
  readonly longest: number
  readonly p99: number
  /** Milliseconds that the work took. */
  readonly took: number
}

/** Asks again and again while the work is done, and says how long the answers took. */
const beside = async (ask: () => Promise<unknown>, work: () => Promise<unknown>): Promise<Waits> => {
  const waits: number[] = []
  let working = true
  const asking = async (): Promise<void> => {
    while (working) {
      const start = performance.now()
      await ask()
      waits.push(performance.now() - start)
      await setTimeout(2)
    }
  }
  const asked = asking()
  const start = performance.now()
  await work()
  const took = performance.now() - start
  working = false
  await asked
  waits.sort((one, other) => one - other)
  return { longest: waits.at(-1) ?? 0, p99: waits[Math.floor(waits.length * 0.99)] ?? 0, took }
}

const line = (what: string, { longest, p99, took }: Waits, speed?: string): Measurement => ({
  what: `PGlite, longest wait of a light request beside ${what}`,
  ours: longest,
  unit: 'ms',
  more: [`p99 ${Math.round(p99)} ms`, `${(took / 1000).toFixed(1)} s`, speed].filter(Boolean).join(', '),
  reference: 'the bar',
  theirs: bar,
  bar: '≤ 1',
})

const opener = async (client: Client): Promise<() => Promise<unknown>> => {
  const headers = bearer(await login(client, reader))
  const { Items } = (await client.send({ method: 'GET', path: '/api/Payer?PageSize=1', headers })) as { Items: { SerialId: number }[] }
  return () => client.send({ method: 'GET', path: `/api/Payer/${Items[0]?.SerialId}`, headers })
}

interface Work {
  readonly client: Client
  readonly url: string
  readonly headers: { readonly Authorization: string }
}

const imports = '/api/BillImportList'

const importFile = async ({ client, url, headers }: Work, file: File): Promise<void> => {
  const answer = await fetch(url + imports, { method: 'POST', headers, body: await uploadOf(client, headers, file) })
  const { OutData } = (await answer.json()) as { OutData: { SerialId: number } }
  for (;;) {
    const { ImportStatus } = (await client.send({ method: 'GET', path: `${imports}/${OutData.SerialId}`, headers })) as { ImportStatus: string }
    if (ImportStatus === 'Succeeded') return
    if (ImportStatus !== 'Pending' && ImportStatus !== 'Processing') throw new Error(`The import ended as ${ImportStatus}.`)
    await setTimeout(200)
  }
}

const deleteFile = async ({ client, url, headers }: Work): Promise<void> => {
  const { Items } = (await client.send({ method: 'GET', path: `${imports}?PageSize=1&SortField=SerialId&SortOrder=DESC`, headers })) as {
    Items: { SerialId: number }[]
  }
  const answer = await fetch(`${url}${imports}/${Items[0]?.SerialId}`, { method: 'DELETE', headers })
  const { ReturnCode, ReturnMsg } = (await answer.json()) as { ReturnCode: string; ReturnMsg: string }
  if (ReturnCode !== '0000') throw new Error(ReturnMsg)
}

const uploadOf = async (client: Client, headers: Work['headers'], file: File): Promise<FormData> => {
  const path = '/api/BillTerm/GetSearchData?ApplyCode=77001&TermStatus=Open&SortField=PaymentEndDate&SortOrder=DESC'
  const { Items } = (await client.send({ method: 'GET', path, headers })) as { Items: { BillTermId: string }[] }
  const form = new FormData()
  const fields = { ApplyCode: '77001', CurrencyType: 'TWD', ImportBatchName: '壓力測試', BillImportPDFSetting: 'None', CustomerName: '示範社區管理委員會' }
  for (const [name, value] of Object.entries({ ...fields, BillTermId: Items[0]?.BillTermId ?? '', OriFileName: file.name })) form.append(name, value)
  form.append('File', file)
  return form
}

const titles = ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額'] as const
const billCells = (rows: number) => Array.from({ length: rows }, (_, no) => [`Z${600_000 + no}`, String(600_000 + no), '王大明', '1000'])

const csvOf = (rows: number): File => new File([[titles, ...billCells(rows)].map((cells) => cells.join()).join('\r\n')], 'bills.csv')

const xlsxOf = async (rows: number): Promise<File> => {
  const sheet = { name: '帳單', columns: titles.map((title) => ({ title })), rows: billCells(rows).map((cells) => ({ cells })) }
  return new File([await sheets().write(sheet)], 'bills.xlsx')
}
