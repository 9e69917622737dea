import { looseBrace, textFields } from '../fill-text'
import { importCalls } from '../imports/import-endpoints'
import { bracesHint, cannot, didYouMean, mustBe, mustSay, oddBrace, placeOf } from '../phrases'
import { type Finding, isObject, type Path } from '../shape/shape'
import { type ActionView, actionsOf } from './action-view'
import type { AllSchemas, Check } from './check'
import type { SchemaView } from './view'

/** E320: the name of an action is the end of a path and of a call's id. */
export const actionNames: Check = (schema, { known }) =>
  actionsOf(schema).flatMap(({ name, path, raw }): Finding[] => {
    if (!/^[A-Z][A-Za-z0-9]{0,39}$/.test(name))
      return [{ id: 'E320', path, message: mustBe(`the name of the action '${name}'`, 'letters and digits in PascalCase') }]
    const call = `${schema.name.charAt(0).toUpperCase()}${schema.name.slice(1)}.${name}`
    return raw.set !== undefined && (taken.includes(name) || known.endpoints?.includes(call))
      ? [{ id: 'E320', path, message: cannot(placeOf(path), `be named '${name}': another call has that name`) }]
      : []
  })

const taken: readonly string[] = ['MultiDelete', 'GetAllSelectList', 'GetSearchData', ...importCalls]

/** E321: an action either calls or writes, at a place where it can. */
export const actionsAgree: Check = (schema) => actionsOf(schema).flatMap((action) => contradictionsOf(action, schema))

const contradictionsOf = ({ path, raw, on }: ActionView, { kind, raw: file }: SchemaView): Finding[] => {
  const found = (at: Path, message: string, hint?: string): Finding => ({ id: 'E321', path: at, message, hint })
  const [calls, writes] = [raw.call !== undefined, raw.set !== undefined]
  return [
    ...(calls && writes ? [found(path, cannot(placeOf(path), "say both 'call' and 'set'"))] : []),
    ...(calls || writes ? [] : [found(path, mustSay(placeOf(path), "call' or 'set"))]),
    ...(writes && on.includes('page') ? [found([...path, 'on'], cannot(placeOf(path), 'write on a page: there is no record to write into'))] : []),
    ...(writes && (kind !== 'records' || file.fields === undefined)
      ? [found([...path, 'set'], cannot(placeOf(path), 'write: the page has no records of its own'))]
      : []),
    ...(raw.allowedWhen !== undefined && on.every((place) => place === 'page')
      ? [found([...path, 'allowedWhen'], cannot(placeOf(path), 'depend on a record: it stands on the page'))]
      : []),
    ...(raw.afterwards === 'download' && writes ? [found([...path, 'afterwards'], cannot(placeOf(path), 'download: what it writes answers no file'))] : []),
  ]
}

/** E324: every placeholder of a text has something to stand for. */
export const actionTexts: Check = (schema, all) =>
  actionsOf(schema).flatMap((action) =>
    textsOf(action).flatMap((view): Finding[] => {
      const loose = looseBrace(view.text)
      return [
        ...unknownNames(view, namesAtHand(schema, action, view.several, all)),
        ...(loose ? [{ id: 'E324' as const, path: view.path, message: oddBrace(placeOf(view.path), loose), hint: bracesHint }] : []),
      ]
    }),
  )

const unknownNames = ({ text, path }: TextView, known: readonly string[] | undefined): Finding[] =>
  known === undefined
    ? []
    : textFields(text)
        .filter((name) => !known.includes(name))
        .map((name) => ({
          id: 'E324',
          path,
          message: cannot(placeOf(path), `name '${name}': neither the record nor the action has it`),
          hint: didYouMean(name, known),
        }))

interface TextView {
  readonly text: string
  readonly path: Path
  readonly several: boolean
}

const textsOf = ({ raw, path, on }: ActionView): TextView[] =>
  ['confirm', 'text', 'success', 'failure'].flatMap((key): TextView[] => {
    const said = raw[key]
    const at = [...path, key]
    if (typeof said === 'string') return [{ text: said, path: at, several: on.every((place) => place === 'bulk') || /\{(count|failed)\}/.test(said) }]
    return isObject(said)
      ? ['one', 'many'].flatMap((word) => {
          const text = said[word]
          return typeof text === 'string' ? [{ text, path: [...at, word], several: word === 'many' }] : []
        })
      : []
  })

// What a call answers is known where the contract's description is at hand; without it nobody can tell.
const namesAtHand = ({ fields }: SchemaView, { raw, inputs, on }: ActionView, several: boolean, { known }: AllSchemas): readonly string[] | undefined => {
  const own = inputs.map(({ name }) => name)
  if (several) return ['count', 'done', 'failed', ...own]
  const record = on.every((place) => place === 'page') ? own : [...own, ...fields.map(({ name }) => name)]
  if (raw.set !== undefined) return record
  const call = typeof raw.call === 'string' ? known.calls?.[raw.call] : undefined
  return call && [...record, ...(call.answers ?? [])]
}

/** E325: an input is asked and forgotten; it has no column, no place in lists, no later life. */
export const inputsArePlain: Check = (schema) =>
  actionsOf(schema)
    .flatMap(({ inputs }) => inputs)
    .flatMap(({ raw, path, type }): Finding[] => [
      ...['unique', 'uniqueWhere', 'virtual', 'readOnly', 'writeOnce', 'detailOnly', 'readOnlyWhen', 'index', 'was', 'lengthOf', 'within']
        .filter((key) => raw[key] !== undefined)
        .map((key) => ({ id: 'E325' as const, path: [...path, key], message: cannot(placeOf(path), `be '${key}': it is only asked for`) })),
      ...(type === 'count' || type === 'file' || type === 'json'
        ? [{ id: 'E325' as const, path: [...path, 'type'], message: cannot(placeOf(path), `be of type '${type}': nobody could enter it in a dialog`) }]
        : []),
    ])

/** W920: what cannot be taken back is asked first. */
export const dangersAreAsked: Check = (schema) =>
  actionsOf(schema)
    .filter(({ raw, inputs }) => raw.danger === true && raw.confirm === undefined && inputs.length === 0)
    .map(({ path }) => ({ id: 'W920', path, message: mustSay(placeOf(path), 'confirm'), hint: 'Ask before what cannot be taken back.' }))
