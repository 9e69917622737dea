import { setTimeout } from 'node:timers/promises'
import { slipPrinter } from '../../server/node/pdf/slip'
import { loadModules } from '../module-files'
import { readPortalSchemas } from '../portal-schemas'
import { sampleSlip } from '../sample-slips'
import { printBareSlips } from './bare-slips'
import { type SignedInUser, withDemoPortal } from './client'
import { billsAsCsv, callPortal, firstBillPayerNo, importBills, latestTermId } from './import-files'
import { type BenchSizes, type Measurement, medianTime, timeOf, withLimit } from './measure'
import { cpuSecondsOf, type Engine, memoryOf, onEngines, type PortalEnv } from './process'

/**
 * Measures the printing of slips: of many into one file, of a batch, from the request until its archive is complete, and
 * the download of the archive.
 */
export const benchSlips = async (
  { batchSlips }: BenchSizes,
  withPostgres: boolean,
): Promise<readonly Measurement[]> => [
  ...(await measureOneFile()),
  ...(await onEngines(withPostgres, (engine, env) => measureBatch(engine, env, batchSlips))),
]

/** Number of slips that are printed into one file. */
const fileSlips = 500

/**
 * Measures how many slips are printed per second into one file, compared with a file for each slip, and with pdfkit's
 * own functions in one file.
 */
const measureOneFile = async (): Promise<readonly Measurement[]> => {
  const templates = readPortalSchemas('schemas', await loadModules()).slips
  const printer = slipPrinter(templates)
  const slips = Array.from({ length: fileSlips }, (_, index) => sampleSlip(String(index).padStart(6, '0')))
  const oneFileTime = await medianTime(5, () => printer.print(slips))
  const bareTime = await medianTime(3, () => printBareSlips(templates, slips))
  const oneByOneTime = await medianTime(3, async () => {
    for (const slip of slips) await printer.print([slip])
  })
  const portal = {
    title: `slips, ${fileSlips} in one file`,
    portalFigure: slipsPerSecond(oneFileTime),
    unit: 'slips/s',
  }
  return [
    {
      ...portal,
      reference: 'the same slips by functions of pdfkit alone',
      referenceFigure: slipsPerSecond(bareTime),
      ratioLimit: '≥ 0.9',
    },
    { ...portal, reference: 'one document each, same library', referenceFigure: slipsPerSecond(oneByOneTime) },
  ]
}

const slipsPerSecond = (milliseconds: number) => (fileSlips * 1000) / milliseconds

/** Maximum processor time of a batch of 20,000 slips in seconds. */
const maxCpuSeconds = 90

/** Maximum growth of the portal's memory in MiB, from a small batch to a large one and to its download. */
const maxGrowth = 200

/** Number of slips in the small batch, which has two files. */
const smallBatchSize = 1000

const measureBatch = async (engine: Engine, env: PortalEnv, slipCount: number): Promise<readonly Measurement[]> => {
  await withDemoPortal(env, ({ maker }) => importBills(maker, billsAsCsv(slipCount)))
  // Starts a new process, because the previous one still has the memory that the import needed.
  return withDemoPortal(env, async ({ maker, server }) => {
    // Printing a small batch first loads fonts and code. A large batch must hardly need more memory than the small one.
    await printBatch(maker, { PayerIdTo: `Z${firstBillPayerNo + smallBatchSize - 1}` })
    const [initialMemory, initialCpu] = [memoryOf(server.pid, 'VmHWM'), cpuSecondsOf(server)]
    let bytes = 0
    const printMs = await timeOf(async () => {
      bytes = await printBatch(maker)
    })
    const [printPeak, printCpu] = [memoryOf(server.pid, 'VmHWM'), cpuSecondsOf(server) - initialCpu]
    const downloadMs = await timeOf(() => downloadBatch(maker))
    const downloadPeak = memoryOf(server.pid, 'VmHWM')
    const title = `batch of ${slipCount.toLocaleString('en-US')} slips, ${engine}`
    const details = `${(slipCount / printCpu).toFixed(0)} slips for each second of processor time, ${Math.round(bytes / slipCount / 1024)} kB a slip`
    return [
      withLimit(
        {
          title,
          portalFigure: printCpu,
          unit: 's of processor time',
          details: `${(printMs / 1000).toFixed(1)} s; ${details}`,
        },
        { max: (maxCpuSeconds * slipCount) / 20_000 },
      ),
      withLimit(
        {
          title: `growth of memory from ${smallBatchSize.toLocaleString('en-US')} slips to that batch, ${engine}`,
          portalFigure: printPeak - initialMemory,
          unit: 'MiB',
        },
        { max: maxGrowth },
      ),
      withLimit(
        {
          title: `growth of memory with its download of ${Math.round(bytes / 2 ** 20)} MiB, ${engine}`,
          portalFigure: downloadPeak - initialMemory,
          unit: 'MiB',
          details: `${(downloadMs / 1000).toFixed(1)} s`,
        },
        { max: maxGrowth },
      ),
    ]
  })
}

interface Batch {
  readonly SerialId: number
  readonly JobStatus: string
  readonly FileSize: number
}

/** Prints the imported bills into files of 500 slips each, and returns the size of the archive in bytes. */
const printBatch = async (maker: SignedInUser, conditions: Readonly<Record<string, string>> = {}): Promise<number> => {
  const body = JSON.stringify({
    ApplyCode: '77001',
    JobName: '壓力測試',
    BillTermId: await latestTermId(maker),
    PayerIdFrom: 'Z',
    SortType: 'FileOrder',
    MergePDFCount: 500,
    ...conditions,
  })
  await callPortal(maker, 'MakePDFList', {
    method: 'POST',
    body,
    headers: { ...maker.headers, 'Content-Type': 'application/json' },
  })
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
  const response = await fetch(`${maker.url}/api/MakePDFList/DownloadPDF/${batch?.SerialId}`, {
    headers: maker.headers,
  })
  let size = 0
  for await (const chunk of response.body ?? []) size += chunk.length
  if (size !== batch?.FileSize) throw new Error(`The download has ${size} bytes instead of ${batch?.FileSize}.`)
}
