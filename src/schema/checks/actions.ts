import { importCalls } from '../calls/endpoints'
import { rulesOf } from '../field-types'
import { type Finding, isObject, type Path } from '../language/shapes/shape'
import { placeholdersIn, unmatchedBrace } from '../text/interpolate'
import type { AllSchemas, CallFacts, Check } from './check'
import {
  bracesHint,
  cannot,
  didYouMean,
  mustBe,
  mustHave,
  notImplemented,
  placeOf,
  quantity,
  unmatchedBraceIn,
} from './check-messages'
import { actionsOf, controllerOf, type DeclaredAction, type DeclaredSchema, keyNames } from './declared/declared-schema'
import { cannotFinding, findingAt, mustHaveFinding, notAResourceFinding } from './findings'

/** S320: the name of an action is valid and unique, because it becomes the last part of a path and of a call's id. */
export const checkActionNames: Check = (schema, { project }) =>
  actionsOf(schema).flatMap(({ name, path, raw }): Finding[] => {
    if (!/^[A-Z][A-Za-z0-9]{0,39}$/.test(name))
      return [findingAt('S320', path, mustBe(`the name of the action '${name}'`, 'letters and digits in PascalCase'))]
    // Only an action with `set` has a generated call.
    const call = `${controllerOf(schema)}.${name}`
    return raw.set !== undefined && (reservedNames.includes(name) || project.endpoints?.includes(call))
      ? [cannotFinding('S320', path, `be named '${name}': another call has that name`)]
      : []
  })

// The last parts of the ids of generated calls.
const reservedNames: readonly string[] = [
  'MultiDelete',
  'GetAllSelectList',
  'GetFullList',
  'GetSearchData',
  ...importCalls,
]

/** S321: an action either makes a call or writes fields, and is offered only where that is possible. */
export const checkActionKinds: Check = (schema) =>
  actionsOf(schema).flatMap((action) => contradictionFindings(action, schema))

const contradictionFindings = ({ path, raw, on }: DeclaredAction, { kind, raw: file }: DeclaredSchema): Finding[] => {
  const finding = (key: string, reason: string): Finding => cannotFinding('S321', [...path, key], reason)
  const [hasCall, hasSet] = [raw.call !== undefined, raw.set !== undefined]
  return [
    ...(hasCall && hasSet ? [cannotFinding('S321', path, "have both 'call' and 'set'")] : []),
    ...(hasCall || hasSet ? [] : [findingAt('S321', path, mustHave(placeOf(path), 'call', 'set'))]),
    ...(hasSet
      ? on
          .filter(isWithoutRecord)
          .map((place) => finding('on', `contain '${place}' with 'set': no record is selected there`))
      : []),
    ...(on.includes('list') && on.length > 1
      ? [finding('on', "combine 'list' with other places: the call gets the query of the list, and no records")]
      : []),
    ...(on.includes('list') && isObject(raw.inputs) && Object.keys(raw.inputs).some((name) => name !== 'FileFormat')
      ? [finding('inputs', "have more than 'FileFormat' with 'list': the call gets the query of the list")]
      : []),
    ...(hasSet && kind !== 'view' && (kind !== 'records' || file.fields === undefined)
      ? [finding('set', 'be used: the page has no records')]
      : []),
    ...(raw.allowedWhen !== undefined && on.every(isWithoutRecord)
      ? [finding('allowedWhen', `be used for an action on a ${on[0]}`)]
      : []),
    ...(raw.overQuery === true && !on.includes('bulk')
      ? [finding('overQuery', "be set: the action is not 'bulk'")]
      : []),
    ...(raw.afterwards === 'download' && hasSet
      ? [finding('afterwards', "be 'download' with 'set', which returns no file")]
      : []),
  ]
}

const isWithoutRecord = (place: string): boolean => place === 'page' || place === 'list'

/** S324: every placeholder in a text of an action is replaced with a value of the record, the inputs or the call. */
export const checkActionTexts: Check = (schema, all) =>
  actionsOf(schema).flatMap((action) =>
    textsOf(action).flatMap((actionText): Finding[] => {
      const brace = unmatchedBrace(actionText.text)
      return [
        ...unknownPlaceholderFindings(actionText, availableNames(schema, action, actionText.isBulk, all)),
        ...(brace
          ? [findingAt('S324', actionText.path, unmatchedBraceIn(placeOf(actionText.path), brace), bracesHint)]
          : []),
      ]
    }),
  )

const unknownPlaceholderFindings = ({ text, path }: ActionText, available: readonly string[] | undefined): Finding[] =>
  available === undefined
    ? []
    : placeholdersIn(text)
        .filter((name) => !available.includes(name))
        .map((name) =>
          cannotFinding(
            'S324',
            path,
            `use '{${name}}': neither the record nor the action has that value`,
            didYouMean(name, available),
          ),
        )

interface ActionText {
  readonly text: string
  readonly path: Path
  /** Whether the text is shown for several records. */
  readonly isBulk: boolean
}

const textsOf = ({ raw, path, on }: DeclaredAction): ActionText[] =>
  ['confirm', 'text', 'success', 'failure'].flatMap((key): ActionText[] => {
    const value = raw[key]
    const keyPath = [...path, key]
    // A text with {count} or {failed} is a text for several records, even if the action is offered elsewhere too.
    if (typeof value === 'string')
      return [
        {
          text: value,
          path: keyPath,
          isBulk: on.every((place) => place === 'bulk') || /\{(count|failed)\}/.test(value),
        },
      ]
    return isObject(value)
      ? ['one', 'many'].flatMap((variant) => {
          const text = value[variant]
          return typeof text === 'string' ? [{ text, path: [...keyPath, variant], isBulk: variant === 'many' }] : []
        })
      : []
  })

// Returns undefined if the calls of the contract are unknown, because texts can also name the values that a call
// returns.
const availableNames = (
  { fields }: DeclaredSchema,
  { raw, inputs, on }: DeclaredAction,
  isBulk: boolean,
  { project }: AllSchemas,
): readonly string[] | undefined => {
  const inputNames = inputs.map(({ name }) => name)
  if (isBulk) return ['count', 'done', 'failed', ...inputNames]
  const names = on.every(isWithoutRecord) ? inputNames : [...inputNames, ...fields.map(({ name }) => name)]
  if (raw.set !== undefined) return names
  const call = typeof raw.call === 'string' ? project.calls?.[raw.call] : undefined
  return call && [...names, ...(call.outputs ?? [])]
}

/**
 * S325: an input has no settings that concern columns, lists or stored values, because its value is not stored.
 * Its type is one that a dialog can enter or compute.
 */
export const checkActionInputs: Check = (schema) =>
  actionsOf(schema)
    .flatMap(({ inputs }) => inputs)
    .flatMap(({ raw, path, type }): Finding[] => [
      ...[
        'unique',
        'uniqueWhere',
        'virtual',
        'readOnly',
        'writeOnce',
        'detailOnly',
        'copyable',
        'handWritten',
        'readOnlyWhen',
        'index',
        'was',
        'lengthOf',
        'within',
      ]
        .filter((key) => raw[key] !== undefined)
        .map((key) => findingAt('S325', [...path, key], cannot(placeOf(path), `have '${key}': inputs are not stored`))),
      ...(type && (type === 'file' || (type !== 'computed' && rulesOf(type).canBeEntered === false))
        ? [
            findingAt(
              'S325',
              [...path, 'type'],
              cannot(placeOf(path), `be of type '${type}': a dialog cannot enter it`),
            ),
          ]
        : []),
    ])

/**
 * W920: an action that does more than download a file asks the user first, or has a dialog, which users can cancel: one
 * with inputs or a hand-written one. Only where the screens are known: the server starts without them.
 */
export const checkActionConfirmations: Check = (schema, { project: { screens } }) => {
  if (!screens) return []
  const dialogs = screens[schema.name]?.ActionDialogs ?? []
  return actionsOf(schema)
    .filter(
      ({ name, raw, inputs }) =>
        raw.confirm === undefined &&
        inputs.length === 0 &&
        !dialogs.includes(name) &&
        (raw.danger === true || raw.afterwards !== 'download'),
    )
    .map(({ path }) => mustHaveFinding('W920', path, 'confirm'))
}

/** W922: an action in table rows has an icon, because rows show no label. */
export const checkActionIcons: Check = (schema) =>
  actionsOf(schema)
    .filter(({ raw, on }) => raw.icon === undefined && on.includes('row'))
    .map(({ path }) => mustHaveFinding('W922', path, 'icon'))

/** S411: an action makes an existing call of the contract, which suits the place where the action is offered. */
export const checkActionCalls: Check = (schema, all) =>
  actionsOf(schema).flatMap((action) => {
    const { raw, path } = action
    const { calls } = all.project
    if (typeof raw.call !== 'string' || calls === undefined) return []
    const keyPath = [...path, 'call']
    const finding = (message: string, hint?: string): Finding => findingAt('S411', keyPath, message, hint)
    const call = calls[raw.call]
    if (!call)
      return [
        finding(
          notImplemented(placeOf(keyPath), raw.call, 'call is in src/contract'),
          didYouMean(raw.call, similarCalls(raw.call, all)),
        ),
      ]
    return callMismatches(action, call, { page: schema.name, keyFieldCount: keyFieldCount(schema, all) }).map(
      (reason) => finding(cannot(placeOf(keyPath), `be '${raw.call}': ${reason}`)),
    )
  })

// A view lists records of another resource, so they have the key of that resource.
// A repeated name counts once, because S125 reports it.
const keyFieldCount = ({ kind, raw }: DeclaredSchema, all: AllSchemas): number =>
  new Set(keyNames((kind === 'view' ? all.get(String(raw.of))?.raw : raw) ?? {})).size

const callMismatches = (
  { raw, on }: DeclaredAction,
  { method, pathParameterCount, response, page }: CallFacts,
  required: { readonly page: string; readonly keyFieldCount: number },
): string[] => [
  ...on
    .filter((place) => isWithoutRecord(place) && pathParameterCount > 0)
    .map((place) => `its path identifies a record, and a ${place} has none`),
  ...(on.includes('list') && (method !== 'GET' || page !== required.page)
    ? [`an action on the list needs a GET call of the page '${required.page}'`]
    : []),
  ...(pathParameterCount > 0 && pathParameterCount !== required.keyFieldCount
    ? [
        `its path has ${quantity(pathParameterCount, 'parameter')}, and the key has ${quantity(required.keyFieldCount, 'field')}`,
      ]
    : []),
  ...(raw.afterwards === 'download' && response !== 'file' ? ['it returns no file'] : []),
  ...(response === 'file' && raw.afterwards !== 'download'
    ? ["it returns a file, and 'afterwards' is not 'download'"]
    : []),
]

// Suggests only calls of the same controller if there are any, because the contract has too many calls to list.
const similarCalls = (call: string, { project: { calls = {} } }: AllSchemas): readonly string[] => {
  const controller = `${call.split('.')[0]}.`
  const ofController = Object.keys(calls).filter((id) => id.toLowerCase().startsWith(controller.toLowerCase()))
  return ofController.length > 0 ? ofController : Object.keys(calls)
}

/** S412: an action leads to an existing page. */
export const checkActionPages: Check = (schema, all) =>
  actionsOf(schema).flatMap(({ raw, path }): Finding[] => {
    if (!isObject(raw.afterwards) || typeof raw.afterwards.page !== 'string') return []
    const { page } = raw.afterwards
    const keyPath = [...path, 'afterwards', 'page']
    const target = all.get(page)
    if (all.unreadable.includes(page) || target?.hasPage) return []
    const pages = all.schemas.filter((other) => other.hasPage).map(({ name }) => name)
    return target
      ? [cannotFinding('S412', keyPath, `be '${page}': that resource has no page`)]
      : [notAResourceFinding('S412', keyPath, page, didYouMean(page, pages))]
  })
