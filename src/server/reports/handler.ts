import { reportCallIds, reportFileCallId } from '../../schema/calls/endpoints'
import { isReport } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { reportOfCall } from '../../schema/reports/report-form'
import type { Handler } from '../call'
import { contextOf } from '../context'
import { reportFile } from './report-file'
import { reportPage } from './report-page'

/** Returns the handler of a call for the rows of a report or for its file; undefined for any other call. */
export const reportHandler = (id: string, { resources }: SchemaSet): Handler | undefined => {
  for (const resource of resources.filter(isReport)) {
    const callId = reportCallIds(resource).find((candidate) => candidate === id || reportFileCallId(candidate) === id)
    const report = callId === undefined ? undefined : reportOfCall(resource, callId)
    if (callId === undefined || !report) continue
    return callId === id
      ? (call) => reportPage(contextOf(call), report, { query: call.query, callId })
      : (call) => reportFile(call, report, callId)
  }
  return undefined
}
