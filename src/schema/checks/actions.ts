import { importCalls } from '../calls/endpoints'
import { type Finding, isObject, type Path } from '../language/shapes/shape'
import { placeholdersIn, unmatchedBrace } from '../text/interpolate'
import type { AllSchemas, CallFacts, Check } from './check'
import { bracesHint, cannot, didYouMean, mustBe, notImplemented, placeOf, unmatchedBraceIn } from './check-messages'
import { cannotAt, foundAt, mustHaveAt, notAResourceAt } from './findings'
import { type ActionView, actionsOf, controllerOf, keyNames, type SchemaView } from './view/schema-view'

/** S320: the name of an action is valid and unique, because it becomes the last part of a path and of a call's id. */
export const checkActionNames: Check = (schema, { known }) =>
  actionsOf(schema).flatMap(({ name, path, raw }): Finding[] => {
    if (!/^[A-Z][A-Za-z0-9]{0,39}$/.test(name)) return [foundAt('S320', path, mustBe(`the name of the action '${name}'`, 'letters and digits in PascalCase'))]
    const call = `${controllerOf({ name: schema.name, raw: {} })}.${name}`
    return raw.set !== undefined && (reservedNames.includes(name) || known.endpoints?.includes(call))
      ? [cannotAt('S320', path, `be named '${name}': another call has that name`)]
      : []
  })

const reservedNames: readonly string[] = ['MultiDelete', 'GetAllSelectList', 'GetSearchData', ...importCalls]

/** S321: an action either makes a call or writes fields, and is offered only where that is possible. */
export const checkActionKinds: Check = (schema) => actionsOf(schema).flatMap((action) => contradictions(action, schema))

const contradictions = ({ path, raw, on }: ActionView, { kind, raw: file }: SchemaView): Finding[] => {
  const found = (key: string, reason: string): Finding => cannotAt('S321', [...path, key], reason)
  const [calls, writes] = [raw.call !== undefined, raw.set !== undefined]
  return [
    ...(calls && writes ? [cannotAt('S321', path, "have both 'call' and 'set'")] : []),
    ...(calls || writes ? [] : [mustHaveAt('S321', path, "call' or 'set")]),
    ...(writes && on.includes('page') ? [found('on', "contain 'page' with 'set': no record is selected there")] : []),
    ...(writes && (kind !== 'records' || file.fields === undefined) ? [found('set', 'be used: the page has no records')] : []),
    ...(raw.allowedWhen !== undefined && on.every((place) => place === 'page') ? [found('allowedWhen', 'be used for an action on a page')] : []),
    ...(raw.afterwards === 'download' && writes ? [found('afterwards', "be 'download' with 'set', which returns no file")] : []),
  ]
}

/** S324: every placeholder in a text of an action has a source for its value. */
export const checkActionTexts: Check = (schema, all) =>
  actionsOf(schema).flatMap((action) =>
    textsOf(action).flatMap((view): Finding[] => {
      const brace = unmatchedBrace(view.text)
      return [
        ...unknownPlaceholders(view, availableNames(schema, action, view.isBulk, all)),
        ...(brace ? [foundAt('S324', view.path, unmatchedBraceIn(placeOf(view.path), brace), bracesHint)] : []),
      ]
    }),
  )

const unknownPlaceholders = ({ text, path }: TextView, known: readonly string[] | undefined): Finding[] =>
  known === undefined
    ? []
    : placeholdersIn(text)
        .filter((name) => !known.includes(name))
        .map((name) => cannotAt('S324', path, `use '{${name}}': neither the record nor the action has that value`, didYouMean(name, known)))

interface TextView {
  readonly text: string
  readonly path: Path
  /** Whether it is about several records. */
  readonly isBulk: boolean
}

const textsOf = ({ raw, path, on }: ActionView): TextView[] =>
  ['confirm', 'text', 'success', 'failure'].flatMap((key): TextView[] => {
    const value = raw[key]
    const at = [...path, key]
    if (typeof value === 'string') return [{ text: value, path: at, isBulk: on.every((place) => place === 'bulk') || /\{(count|failed)\}/.test(value) }]
    return isObject(value)
      ? ['one', 'many'].flatMap((word) => {
          const text = value[word]
          return typeof text === 'string' ? [{ text, path: [...at, word], isBulk: word === 'many' }] : []
        })
      : []
  })

// Undefined where the calls of the contract are unknown, because their results have placeholders too.
const availableNames = ({ fields }: SchemaView, { raw, inputs, on }: ActionView, isBulk: boolean, { known }: AllSchemas): readonly string[] | undefined => {
  const inputNames = inputs.map(({ name }) => name)
  if (isBulk) return ['count', 'done', 'failed', ...inputNames]
  const names = on.every((place) => place === 'page') ? inputNames : [...inputNames, ...fields.map(({ name }) => name)]
  if (raw.set !== undefined) return names
  const call = typeof raw.call === 'string' ? known.calls?.[raw.call] : undefined
  return call && [...names, ...(call.outputs ?? [])]
}

/** S325: an input declares no settings for columns, lists or stored values, because its value is not kept. */
export const checkActionInputs: Check = (schema) =>
  actionsOf(schema)
    .flatMap(({ inputs }) => inputs)
    .flatMap(({ raw, path, type }): Finding[] => [
      ...['unique', 'uniqueWhere', 'virtual', 'readOnly', 'writeOnce', 'detailOnly', 'readOnlyWhen', 'index', 'was', 'lengthOf', 'within']
        .filter((key) => raw[key] !== undefined)
        .map((key) => foundAt('S325', [...path, key], cannot(placeOf(path), `have '${key}': inputs are not stored`))),
      ...(type === 'count' || type === 'file' || type === 'json'
        ? [foundAt('S325', [...path, 'type'], cannot(placeOf(path), `be of type '${type}': a dialog cannot enter it`))]
        : []),
    ])

/** W920: an action that cannot be undone should ask for confirmation. */
export const checkDangerousActions: Check = (schema) =>
  actionsOf(schema)
    .filter(({ raw, inputs }) => raw.danger === true && raw.confirm === undefined && inputs.length === 0)
    .map(({ path }) => mustHaveAt('W920', path, 'confirm'))

/** S411: an action calls an existing call of the contract that suits the place where the action is offered. */
export const checkActionCalls: Check = (schema, all) =>
  actionsOf(schema).flatMap((action) => {
    const { raw, path } = action
    const { calls } = all.known
    if (typeof raw.call !== 'string' || calls === undefined) return []
    const at = [...path, 'call']
    const found = (message: string, hint?: string): Finding => foundAt('S411', at, message, hint)
    const call = calls[raw.call]
    if (!call) return [found(notImplemented(placeOf(at), raw.call, 'call is in src/contract'), didYouMean(raw.call, similarCalls(raw.call, all)))]
    return callMismatches(action, call, schema).map((reason) => found(cannot(placeOf(at), `be '${raw.call}': ${reason}`)))
  })

const callMismatches = ({ raw, on }: ActionView, { parameters, file }: CallFacts, schema: SchemaView): string[] => [
  ...(on.includes('page') && parameters > 0 ? ['its path identifies a record, and a page has none'] : []),
  ...(parameters > 0 && parameters !== keyNames(schema.raw).length
    ? [`its path has ${parameters} parts of a key, and the key has ${keyNames(schema.raw).length}`]
    : []),
  ...(raw.afterwards === 'download' && !file ? ['it returns no file'] : []),
  ...(file && raw.afterwards !== 'download' ? ["it returns a file, and 'afterwards' is not 'download'"] : []),
]

// Suggests only calls of the same controller where there are any, because the contract has too many calls to list.
const similarCalls = (call: string, { known: { calls = {} } }: AllSchemas): readonly string[] => {
  const controller = `${call.split('.')[0]}.`
  const ofController = Object.keys(calls).filter((id) => id.toLowerCase().startsWith(controller.toLowerCase()))
  return ofController.length > 0 ? ofController : Object.keys(calls)
}

/** S412: an action leads to an existing page. */
export const checkActionPages: Check = (schema, all) =>
  actionsOf(schema).flatMap(({ raw, path }): Finding[] => {
    if (!isObject(raw.afterwards) || typeof raw.afterwards.page !== 'string') return []
    const { page } = raw.afterwards
    const at = [...path, 'afterwards', 'page']
    const other = all.get(page)
    if (all.unreadable.includes(page) || other?.page) return []
    const pages = all.schemas.filter((one) => one.page).map(({ name }) => name)
    return other ? [cannotAt('S412', at, `be '${page}': that resource has no page`)] : [notAResourceAt('S412', at, page, didYouMean(page, pages))]
  })
