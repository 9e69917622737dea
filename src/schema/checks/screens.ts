import type { Check } from './check'
import { didYouMean, notOneOf } from './check-messages'
import {
  actionsOf,
  type DeclaredSchema,
  isUserEntered,
  namesAt,
  objectsAt,
  sectionFieldNames,
} from './declared/declared-schema'
import { cannotFinding, findingAt } from './findings'

/** S404: a page of kind `custom` has a hand-written screen. */
export const checkScreen: Check = ({ name, kind }, { project: { screens } }) =>
  kind === 'custom' && screens && !(name in screens)
    ? [cannotFinding('S404', ['kind'], `be 'custom': resources/${name}/index.tsx does not exist`)]
    : []

/** S407: a cell or an input that a field declares as hand-written is in the folder of its page. */
export const checkHandWrittenParts: Check = ({ name, declared }, { project: { screens } }) => {
  if (!screens) return []
  const { Cells = [], Inputs = [] } = screens[name] ?? {}
  const written = new Map([
    ['cell', Cells],
    ['input', Inputs],
  ])
  return declared.flatMap((field) =>
    namesAt(field.raw.handWritten, [...field.path, 'handWritten'])
      .filter((part) => written.get(part.name)?.includes(field.name) === false)
      .map((part) => {
        const reason = `be '${part.name}': resources/${name}/index.tsx has no ${part.name} '${field.name}'`
        return cannotFinding('S407', part.path, reason)
      }),
  )
}

/** S408: what hand-written screens replace by its name is declared in the file of the page. */
export const checkScreenNames: Check = (schema, { project: { screens } }) =>
  replaceableParts(schema).flatMap(({ part, kind, names }) =>
    (screens?.[schema.name]?.[part] ?? [])
      .filter((name) => !names.includes(name))
      .map((name) => {
        const place = `a key of ${part} in resources/${schema.name}/index.tsx`
        return findingAt('S408', [], notOneOf(place, name, `${kind} of '${schema.name}'`), didYouMean(name, names))
      }),
  )

const replaceableParts = (schema: DeclaredSchema) =>
  [
    { part: 'Cells', kind: 'a field', names: schema.fields.map(({ name }) => name) },
    { part: 'Inputs', kind: 'an input', names: inputNames(schema) },
    { part: 'ActionDialogs', kind: 'an action', names: actionsOf(schema).map(({ name }) => name) },
    {
      part: 'BelowCreateSections',
      kind: 'a section',
      names: objectsAt(schema.raw.form, ['form']).map(({ raw }) => String(raw.title)),
    },
  ] as const

/** Returns the fields of the form; without a declared form, those that users enter. */
const inputNames = (schema: DeclaredSchema): readonly string[] =>
  (schema.raw.form === undefined ? schema.fields.filter(isUserEntered) : sectionFieldNames(schema)).map(
    ({ name }) => name,
  )

/** S409: the parts of a record's page have different titles, by which screen readers list them. */
export const checkPartTitles: Check = ({ raw }) =>
  partTitles(raw).flatMap(({ title, path }, place, parts) =>
    parts.findIndex((part) => part.title === title) < place
      ? [findingAt('S409', path, `The title '${title}' is that of another part of the record.`)]
      : [],
  )

const partTitles = (raw: DeclaredSchema['raw']) =>
  (
    [
      ['form', 'title'],
      ['detail', 'title'],
      ['related', 'label'],
    ] as const
  ).flatMap(([part, key]) =>
    objectsAt(raw[part], [part]).map((one) => ({ title: String(one.raw[key]), path: [...one.path, key] })),
  )
