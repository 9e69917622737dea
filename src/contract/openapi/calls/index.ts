import type { NoticeCallId } from '../../../domain/message-channels'
import type { CallFacts } from '../../../schema/checks'
import type { Endpoint } from '../../endpoint'
import { endpoints } from '../../endpoints'
import { extensions } from '../../extensions'
import type { CallDescription, DocumentedCall, SpecificCall } from '../call'
import { debitCalls } from './debits'
import {
  describeBulkPreviewCall,
  describeHistoryCall,
  describeImportCall,
  describeReportCall,
  describeTabsCall,
  describeUnmaskedListCall,
} from './declared'
import { enterpriseCalls } from './enterprise-area'
import { exceptionCalls } from './exceptions'
import { homeCalls } from './home'
import { payerCalls } from './payer-area'
import { pushCalls } from './pushes'
import { noticeCalls, recordCalls } from './records'
import { extCalls, userCalls } from './users-and-jobs'

/** The descriptions of all calls that are not generic; the compiler reports a missing description. */
const descriptions: Readonly<Record<Exclude<SpecificCall, NoticeCallId>, CallDescription>> = {
  ...homeCalls,
  ...payerCalls,
  ...enterpriseCalls,
  ...userCalls,
  ...extCalls,
  ...recordCalls,
  ...exceptionCalls,
  ...pushCalls,
  ...debitCalls,
}

const descriptionById: ReadonlyMap<string, CallDescription> = new Map(
  Object.entries({ ...descriptions, ...noticeCalls }),
)

/**
 * Returns the description of a call, including calls that schemas declare for unmasked lists, previews of bulk actions,
 * the history of records, imports and reports.
 * Returns undefined for generic calls, and for a call that a schema file of records uses as its list call.
 */
export const descriptionOfCall = (call: DocumentedCall): CallDescription | undefined =>
  describeReportCall(call) ??
  (call.resource && call.operation
    ? undefined
    : (descriptionById.get(call.id) ??
      describeUnmaskedListCall(call) ??
      describeTabsCall(call) ??
      describeHistoryCall(call) ??
      describeBulkPreviewCall(call) ??
      describeImportCall(call)))

/** Returns, by the id of the call, the facts that the schema checks need. */
export const callFacts = (): Readonly<Record<string, CallFacts>> =>
  Object.fromEntries(
    Object.entries({ ...endpoints, ...extensions }).map(([id, endpoint]) => [id, factsOf(id, endpoint)]),
  )

const factsOf = (id: string, { method, path, response, page }: Endpoint): CallFacts => {
  const properties = descriptionById.get(id)?.data?.properties
  return {
    method,
    // Each parameter of a path begins with `/:`.
    pathParameterCount: path.split('/:').length - 1,
    response,
    ...(page ? { page } : {}),
    ...(typeof properties === 'object' && properties !== null ? { outputs: Object.keys(properties) } : {}),
  }
}
