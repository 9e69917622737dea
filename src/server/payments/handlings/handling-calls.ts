import type { Resource } from '../../../schema/language/resource'
import { isObject } from '../../../schema/language/shapes/shape'
import { fieldNamed, type RecordValues } from '../../../schema/language/types'
import { requireReason } from '../../access/reason'
import type { Call, Controller, Handler } from '../../call'
import { contextOf } from '../../context'
import type { RecordContext } from '../../record-context'
import { visibleRecord } from '../../records/get'
import { selectList } from '../../records/options'
import { bulkResultOf, enqueueBulkHandling, previewBulkHandling } from './bulk/bulk-calls'
import { changeBillsOf } from './change-bills'
import { type LineVersion, lineOf } from './change-line'
import { type HandlingName, readHandling, readReasonBody, readVersionBody } from './handling-input'
import { handlingsOf, proposalsOf } from './handling-log'
import { correctAsBank, handle, refuse, release, undo, withdraw } from './handlings'
import { previewHandling } from './preview'
import { suggestionsOf } from './suggestions'

const view = 'TLDetailExceptionHandling'

/** Returns the handler of one of the four actions. */
const action =
  (name: HandlingName): Handler =>
  (call) => {
    const { versions, ...input } = readHandling(name, call.body)
    return changed(call, (context) => handle(context, lineOf(call, versions), input))
  }

/** Returns the handler of a decision that needs a reason. */
const withReason =
  (
    act: (context: RecordContext, line: LineVersion, reason: { readonly Reason: string }) => Promise<RecordValues>,
  ): Handler =>
  (call) => {
    const { versions, Reason } = readReasonBody(call.body)
    return changed(call, (context) => act(context, lineOf(call, versions), { Reason }))
  }

/** Returns the handler of a decision without inputs. */
const withoutInput =
  (act: (context: RecordContext, line: LineVersion) => Promise<RecordValues>): Handler =>
  (call) => {
    const versions = readVersionBody(call.body)
    return changed(call, (context) => act(context, lineOf(call, versions)))
  }

/** Changes a line and returns it as a page shows it, even if it is no longer on the page. */
const changed = async (
  call: Call,
  act: (context: RecordContext) => Promise<RecordValues>,
  page = view,
): Promise<RecordValues> => {
  const context = contextOf(call)
  const resource = call.schemas.get(page)
  return visibleRecord(context, resource, fieldsOf(resource, await act(context)))
}

/** Returns the values of a line that the page has, and their labels. */
const fieldsOf = (resource: Resource, { Labels, ...line }: RecordValues): RecordValues => {
  const shown = (values: RecordValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => fieldNamed(resource.fields, name)))
  return { ...shown(line), Labels: shown(isObject(Labels) ? Labels : {}) }
}

/** The calls of the page 資訊流銷帳例外處理. */
export const exceptionCalls: Controller = {
  GetAllSelectList: (call) => selectList(contextOf(call), call.schemas.get(view)),
  Divide: action('Divide'),
  ChangeBill: action('ChangeBill'),
  ChangeVACAccount: action('ChangeVACAccount'),
  Invalid: action('Invalid'),
  GetChangeBills: changeBillsOf,
  Release: withoutInput(release),
  Refuse: withReason(refuse),
  Withdraw: withoutInput(withdraw),
  Undo: withReason(undo),
  PreviewHandling: previewHandling,
  GetHandlings: handlingsOf,
  GetProposals: proposalsOf,
  GetSuggestions: suggestionsOf,
  MultiChangeBill: enqueueBulkHandling('ChangeBill'),
  MultiInvalid: enqueueBulkHandling('Invalid'),
  PreviewMultiChangeBill: previewBulkHandling('ChangeBill'),
  PreviewMultiInvalid: previewBulkHandling('Invalid'),
  GetBulkResult: bulkResultOf,
}

/** Corrects, for an operator of the bank, the account of a line that no agreement owns. */
export const correctLineAsBank: Handler = async (call) => {
  const page = 'SKGTLDetailQuery'
  requireReason(call, call.schemas.get(page))
  const { versions, ...input } = readHandling('ChangeVACAccount', call.body)
  return changed(call, (context) => correctAsBank(context, lineOf(call, versions), input), page)
}
