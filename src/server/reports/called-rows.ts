import { allEndpoints } from '../../contract/all-endpoints'
import { listParams, maxPageSize } from '../../contract/list-query'
import { endpointId } from '../../schema/endpoints'
import { reportParams } from '../../schema/reports/report-endpoints'
import type { ReportSpec } from '../../schema/reports/report-spec'
import type { SchemaSet } from '../../schema/schema-set'
import { isObject } from '../../schema/shape/shape'
import type { Row } from '../../schema/types'
import { type Call, type Handler, HttpRefusal } from '../call'
import { tooManyRows } from './too-many-rows'

/** The rows that a call of the contract answers to the parameters of a report; of a list all its pages. */
export const calledRows = async (id: string, { maxRows }: ReportSpec, call: Call, find: (id: string) => Handler | undefined): Promise<readonly Row[]> => {
  const endpoint = allEndpoints(call.schemas)[id]
  const handler = find(id)
  if (!endpoint || !handler) throw new HttpRefusal(501, '此功能尚未開放。')
  const query = Object.fromEntries(Object.entries(call.query).filter(([name]) => !ofReport.includes(name)))
  const ask = (more: Call['query']) => handler({ ...call, endpoint, query: { ...query, ...more } })
  if (endpoint.answer !== 'list') return itemsOf(await ask({}))
  const rows: Row[] = []
  // A report may name what the list shows on demand alone.
  const whole: Call['query'] = isRecordList(id, call.schemas) ? { [listParams.allFields]: ['true'] } : {}
  for (let page = 1; ; page += 1) {
    const some = itemsOf(await ask({ ...whole, [listParams.page]: [String(page)], [listParams.pageSize]: [String(maxPageSize)] }))
    rows.push(...some)
    if (rows.length > maxRows) throw tooManyRows(maxRows)
    if (some.length < maxPageSize) return rows
  }
}

const isRecordList = (id: string, { resources }: SchemaSet): boolean =>
  resources.some(({ kind, endpoints }) => kind === 'records' && endpoints.operations.includes('list') && endpointId(endpoints.controller, 'list') === id)

// The page and the format are the report's, not those of the call behind it.
const ofReport: readonly string[] = Object.values(reportParams)

const itemsOf = (answer: unknown): readonly Row[] => {
  const items = isObject(answer) ? answer.Items : answer
  if (Array.isArray(items)) return items as readonly Row[]
  throw new Error('A call that a report takes its rows from answers them as Items.')
}
