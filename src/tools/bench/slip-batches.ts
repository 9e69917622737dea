import { setTimeout } from 'node:timers/promises'
import { bearerHeader, openClient, signInUser } from './client'
import { billsAsCsv, callPortal, firstBill, importBills, latestTerm, type SignedInUser } from './import-files'
import { type BenchSizes, type Measurement, timeOf, withLimit } from './measure'
import { cpuSecondsOf, type Engine, memoryOf, onEngines, type PortalEnv, type ServerProcess, startPortalProcess, withClosing } from './process'

/** Seconds that a batch of 20,000 slips may take. */
const maxSeconds = 90

/** Maximum growth of the portal's memory in MiB, from a small batch to a large one. */
const maxGrowth = 200

/** Number of slips in the small batch: two files. */
const smallBatch = 1000

/** Measures a batch of slips in a portal of its own, from its request to its file, and the download. */
export const benchSlipBatches = ({ batchSlips }: BenchSizes, withPostgres: boolean): Promise<readonly Measurement[]> =>
  onEngines(withPostgres, (engine, env) => batchMeasurements(engine, env, batchSlips))

const batchMeasurements = async (engine: Engine, env: PortalEnv, slips: number): Promise<readonly Measurement[]> => {
  await withMaker(env, ({ maker }) => importBills(maker, billsAsCsv(slips)))
  // Starts a new process, because the former one keeps the memory of the import.
  return withMaker(env, async ({ maker, server }) => {
    // Fonts and code are loaded; what a larger batch needs beyond that must not depend on its size.
    await printBatch(maker, { PayerIdTo: `Z${firstBill + smallBatch - 1}` })
    const [memory, cpu] = [memoryOf(server.pid, 'VmHWM'), cpuSecondsOf(server)]
    let bytes = 0
    const milliseconds = await timeOf(async () => {
      bytes = await printBatch(maker)
    })
    const [printedPeak, printedCpu] = [memoryOf(server.pid, 'VmHWM'), cpuSecondsOf(server) - cpu]
    const downloadMs = await timeOf(() => downloadBatch(maker))
    const peak = memoryOf(server.pid, 'VmHWM')
    const title = `batch of ${slips.toLocaleString('en-US')} slips, ${engine}`
    const details = `${(slips / printedCpu).toFixed(0)} slips for each second of processor time, ${Math.round(bytes / slips / 1024)} kB a slip`
    return [
      withLimit(
        { title, portalFigure: printedCpu, unit: 's of processor time', details: `${(milliseconds / 1000).toFixed(1)} s; ${details}` },
        { max: (maxSeconds * slips) / 20_000 },
      ),
      withLimit(
        {
          title: `growth of memory from ${smallBatch.toLocaleString('en-US')} slips to that batch, ${engine}`,
          portalFigure: printedPeak - memory,
          unit: 'MiB',
        },
        { max: maxGrowth },
      ),
      withLimit(
        {
          title: `growth of memory with its download of ${Math.round(bytes / 2 ** 20)} MiB, ${engine}`,
          portalFigure: peak - memory,
          unit: 'MiB',
          details: `${(downloadMs / 1000).toFixed(1)} s`,
        },
        { max: maxGrowth },
      ),
    ]
  })
}

/** A running portal, and a signed-in user of it who may print slips. */
interface BenchMaker {
  readonly server: ServerProcess
  readonly maker: SignedInUser
}

const withMaker = <T>(env: PortalEnv, work: (maker: BenchMaker) => Promise<T>): Promise<T> =>
  withClosing(startPortalProcess(env), (server) =>
    withClosing(openClient(server.url, 1), async (client) => {
      const headers = bearerHeader(await signInUser(client, { UniformNo: '90000017', UserId: 'maker01' }))
      return work({ server, maker: { url: server.url, headers } })
    }),
  )

interface Batch {
  readonly SerialId: number
  readonly JobStatus: string
  readonly FileSize: number
}

/** Prints the imported bills in files of 500 and returns the size of the archive. */
const printBatch = async (maker: SignedInUser, conditions: Readonly<Record<string, string>> = {}): Promise<number> => {
  const body = JSON.stringify({
    ...{ ApplyCode: '77001', JobName: '壓力測試', BillTermId: await latestTerm(maker) },
    ...{ PayerIdFrom: 'Z', SortType: 'FileOrder', MergePDFCount: 500 },
    ...conditions,
  })
  await callPortal(maker, 'MakePDFList', { method: 'POST', body, headers: { ...maker.headers, 'Content-Type': 'application/json' } })
  for (;;) {
    const batch = await latestBatch(maker)
    if (batch?.JobStatus === 'Done') return batch.FileSize
    if (batch?.JobStatus === 'Failed') throw new Error('The batch failed.')
    await setTimeout(500)
  }
}

const latestBatch = async (maker: SignedInUser): Promise<Batch | undefined> => {
  const path = 'MakePDFList?PageNo=1&PageSize=1&SortField=SerialId&SortOrder=DESC'
  return (await callPortal<{ Items: readonly Batch[] }>(maker, path)).Items[0]
}

const downloadBatch = async (maker: SignedInUser): Promise<void> => {
  const batch = await latestBatch(maker)
  const response = await fetch(`${maker.url}/api/MakePDFList/DownloadPDF/${batch?.SerialId}`, { headers: maker.headers })
  let size = 0
  for await (const chunk of response.body ?? []) size += chunk.length
  if (size !== batch?.FileSize) throw new Error(`The download has ${size} bytes instead of ${batch?.FileSize}.`)
}
