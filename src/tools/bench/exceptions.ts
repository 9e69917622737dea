import { maxAskedLines } from '../../contract/exceptions-limits'
import { maxPageSize } from '../../contract/list-query'
import { type BenchClient, bearerHeader, signInUser } from './client'
import { scaleTestUser } from './fill'
import { measureLoad } from './load'
import { type BenchSizes, lineConnections, type Measurement, timeOf, withLimit } from './measure'

const page = 'TLDetailExceptionHandling'

/** Measures what the work list reads for its exceptions, and the handling of many of them in one job. */
export const measureExceptions = async (client: BenchClient, sizes: BenchSizes): Promise<readonly Measurement[]> => {
  const portal = { client, headers: bearerHeader(await signInUser(client, scaleTestUser)), sizes }
  const ids = await overdueLines(portal, sizes.bulkHandlings)
  const idOf = (requestNo: number): number => ids[requestNo % ids.length] ?? 0
  const someIds = (requestNo: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `SerialId=${idOf(requestNo + index * 7)}`).join('&')
  return [
    await measureRead(portal, {
      name: 'what would solve 20 exceptions',
      pathOf: (requestNo) => `/api/Ext/${page}/GetSuggestions?${someIds(requestNo, 20)}`,
    }),
    await measureRead(portal, {
      name: `what would solve ${maxAskedLines} exceptions`,
      pathOf: (requestNo) => `/api/Ext/${page}/GetSuggestions?${someIds(requestNo, maxAskedLines)}`,
      max: 300,
    }),
    await measureRead(portal, {
      name: 'bills to which an exception can be changed',
      pathOf: (requestNo) => `/api/${page}/${idOf(requestNo)}/GetChangeBills`,
    }),
    await measureBulkHandling(portal, ids),
  ]
}

interface MeasuredPortal {
  readonly client: BenchClient
  readonly headers: Readonly<Record<string, string>>
  readonly sizes: BenchSizes
}

/** Returns the serial ids of late payments, which can be written off to their own bills. */
const overdueLines = async ({ client, headers }: MeasuredPortal, count: number): Promise<readonly number[]> => {
  const ids: number[] = []
  for (let pageNo = 1; ids.length < count; pageNo++) {
    const path = `/api/${page}?ExceptionType=Overdue&PageSize=${maxPageSize}&PageNo=${pageNo}`
    const { Items } = (await client.send({ method: 'GET', path, headers })) as {
      readonly Items: readonly { readonly SerialId: number }[]
    }
    if (Items.length === 0) throw new Error(`The database has only ${ids.length} late payments instead of ${count}.`)
    ids.push(...Items.map(({ SerialId }) => SerialId))
  }
  return ids.slice(0, count)
}

interface MeasuredRead {
  readonly name: string
  readonly pathOf: (requestNo: number) => string
  readonly max?: number
}

const measureRead = async (
  { client, headers, sizes }: MeasuredPortal,
  { name, pathOf, max = 100 }: MeasuredRead,
): Promise<Measurement> => {
  const bounds = { connections: lineConnections, milliseconds: sizes.trafficMs, requests: 100_000 }
  const { p50, p95 } = await measureLoad(bounds, (requestNo) =>
    client.send({ method: 'GET', path: pathOf(requestNo), headers }),
  )
  const title = `${name}, ${sizes.lines.toLocaleString('en-US')} bills, p95 at ${lineConnections} connections`
  return withLimit({ title, portalFigure: p95, unit: 'ms', details: `p50 ${Math.round(p50)} ms` }, { max })
}

/** Measures a job that writes late payments off to their own bills. */
const measureBulkHandling = async (portal: MeasuredPortal, ids: readonly number[]): Promise<Measurement> => {
  const { client, headers } = portal
  const milliseconds = await timeOf(async () => {
    const { JobId } = (await client.send({
      method: 'POST',
      path: `/api/Ext/${page}/MultiChangeBill`,
      headers,
      body: { Reason: '逾期繳，經核准銷帳', Records: ids.map((SerialId) => ({ SerialId })) },
    })) as { readonly JobId: number }
    const { DoneCount } = await resultOf(portal, JobId)
    if (DoneCount !== ids.length) throw new Error(`${DoneCount} of ${ids.length} lines were handled.`)
  })
  const title = `${ids.length.toLocaleString('en-US')} exceptions handled together`
  return withLimit({ title, portalFigure: milliseconds / 1000, unit: 's' }, { max: 10 })
}

/** Returns the result of a job as soon as it has one. */
const resultOf = async (
  { client, headers }: MeasuredPortal,
  jobId: number,
): Promise<{ readonly DoneCount: number }> => {
  for (;;) {
    const jobs = (await client.send({ method: 'GET', path: '/api/Ext/GetJobs', headers })) as readonly {
      readonly JobId: number
      readonly State: string
    }[]
    const state = jobs.find(({ JobId }) => JobId === jobId)?.State
    if (state === 'failed') throw new Error('The job failed.')
    if (state === 'done') break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return client.send({ method: 'GET', path: `/api/Ext/${page}/GetBulkResult/${jobId}`, headers }) as Promise<{
    readonly DoneCount: number
  }>
}
