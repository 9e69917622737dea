import { cannot, didYouMean, notAResource, notWritten, placeOf } from '../phrases'
import { type Finding, isObject } from '../shape/shape'
import { type ActionView, actionsOf } from './action-view'
import type { AllSchemas, CallFacts, Check } from './check'
import { keyNames, type SchemaView } from './view'

/** E411: an action calls what the contract has, with what its place gives. */
export const callsAreWritten: Check = (schema, all) =>
  actionsOf(schema).flatMap((action) => {
    const { raw, path } = action
    const { calls } = all.known
    if (typeof raw.call !== 'string' || calls === undefined) return []
    const at = [...path, 'call']
    const found = (message: string, hint?: string): Finding => ({ id: 'E411', path: at, message, hint })
    const call = calls[raw.call]
    if (!call) return [found(notWritten(placeOf(at), raw.call, 'call is in src/contract'), didYouMean(raw.call, nearby(raw.call, all)))]
    return misfits(action, call, schema).map((why) => found(cannot(placeOf(at), `be '${raw.call}': ${why}`)))
  })

const misfits = ({ raw, on }: ActionView, { parameters, file }: CallFacts, schema: SchemaView): string[] => [
  ...(on.includes('page') && parameters > 0 ? ['its path names a record, and a page has none'] : []),
  ...(parameters > 0 && parameters !== keyNames(schema.raw).length
    ? [`its path takes ${parameters} parts of a key, and the key has ${keyNames(schema.raw).length}`]
    : []),
  ...(raw.afterwards === 'download' && !file ? ['it answers no file to download'] : []),
  ...(file && raw.afterwards !== 'download' ? ["it answers a file, and 'afterwards' is not 'download'"] : []),
]

// Of the same controller first: the names of all calls are too many to be told.
const nearby = (call: string, { known: { calls = {} } }: AllSchemas): readonly string[] => {
  const controller = `${call.split('.')[0]}.`
  const own = Object.keys(calls).filter((id) => id.toLowerCase().startsWith(controller.toLowerCase()))
  return own.length > 0 ? own : Object.keys(calls)
}

/** E412: the page that an action leads to. */
export const endsArePages: Check = (schema, all) =>
  actionsOf(schema).flatMap(({ raw, path }): Finding[] => {
    if (!isObject(raw.afterwards) || typeof raw.afterwards.page !== 'string') return []
    const { page } = raw.afterwards
    const at = [...path, 'afterwards', 'page']
    const other = all.get(page)
    if (all.unread.includes(page) || other?.page) return []
    const pages = all.schemas.filter((one) => one.page).map(({ name }) => name)
    return other
      ? [{ id: 'E412', path: at, message: cannot(placeOf(at), `be '${page}': it has no page`) }]
      : [{ id: 'E412', path: at, message: notAResource(placeOf(at), page), hint: didYouMean(page, pages) }]
  })
