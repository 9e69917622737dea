import type {
  bulkHandlingPreview,
  bulkHandlingResult,
  changeBills,
  handlingBodies,
  handlingLog,
  handlingPreview,
  previewHandlingBody,
  proposals,
  suggestions,
} from './openapi/calls/exceptions'
import type { ValueOf } from './openapi/json'

/** Body of TLDetailExceptionHandling/{id}/Divide. */
export type DivideBody = ValueOf<typeof handlingBodies.Divide>
/** Body of TLDetailExceptionHandling/{id}/ChangeBill. */
export type ChangeBillBody = ValueOf<typeof handlingBodies.ChangeBill>
/** Body of TLDetailExceptionHandling/{id}/ChangeVACAccount. */
export type ChangeVACAccountBody = ValueOf<typeof handlingBodies.ChangeVACAccount>
/** Body of TLDetailExceptionHandling/{id}/Invalid. */
export type InvalidBody = ValueOf<typeof handlingBodies.Invalid>
/** Body of Ext/TLDetailExceptionHandling/{SerialId}/PreviewHandling. */
export type PreviewHandlingBody = ValueOf<typeof previewHandlingBody>
/** OutData of Ext/TLDetailExceptionHandling/{SerialId}/PreviewHandling. */
export type HandlingPreview = ValueOf<typeof handlingPreview>
/** OutData of TLDetailExceptionHandling/{SerialId}/GetChangeBills. */
export type ChangeBills = ValueOf<typeof changeBills>
/** OutData of Ext/TLDetailExceptionHandling/{SerialId}/GetHandlings. */
export type HandlingLog = ValueOf<typeof handlingLog>
/** OutData of Ext/TLDetailExceptionHandling/GetProposals. */
export type Proposals = ValueOf<typeof proposals>
/** OutData of Ext/TLDetailExceptionHandling/GetSuggestions. */
export type Suggestions = ValueOf<typeof suggestions>
/** OutData of Ext/TLDetailExceptionHandling/PreviewMultiChangeBill and PreviewMultiInvalid. */
export type BulkHandlingPreview = ValueOf<typeof bulkHandlingPreview>
/** OutData of Ext/TLDetailExceptionHandling/GetBulkResult/{JobId}. */
export type BulkHandlingResult = ValueOf<typeof bulkHandlingResult>
