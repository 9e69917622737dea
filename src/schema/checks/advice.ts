import { tenantFields } from '../../domain/access/roles'
import { benefitsFromIndex, isReferenceType, keywordMatch, rulesOf } from '../field-types'
import { patternTexts } from '../field-types/texts'
import { entriesOf, type Finding } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import { tenantOf } from '../load/compile-resource'
import { maxListWidth } from '../text/column-width'
import { placeholdersIn } from '../text/interpolate'
import type { Check } from './check'
import { mustHave, placeOf } from './check-messages'
import {
  type DeclaredField,
  type DeclaredSchema,
  facetsOfDeclared,
  filtersOf,
  isUserEntered,
  itemFieldsIn,
  keyNames,
  missingInForm,
  namesAt,
  objectUnder,
  withItemFields,
} from './declared/declared-schema'
import { cannotFinding, findingAt, mustHaveFinding } from './findings'

/**
 * W901: a field with a pattern should describe it, because otherwise its error message would not explain the expected
 * format.
 */
export const checkPatternTexts: Check = ({ declared }) =>
  declared
    .flatMap(withItemFields)
    .filter(
      ({ raw }) =>
        raw.pattern !== undefined && raw.patternText === undefined && !Object.hasOwn(patternTexts, String(raw.pattern)),
    )
    .map(({ path }) =>
      mustHaveFinding(
        'W901',
        path,
        'patternText',
        'Without it, the error message does not explain the expected format.',
      ),
    )

/** W902: a field that looks like personal data should declare its class (`personal`), so that lists mask it. */
export const checkPersonalData: Check = ({ declared }) =>
  declared
    .flatMap(withItemFields)
    .filter(
      ({ name, type, raw }) =>
        raw.personal === undefined &&
        ((type && rulesOf(type).usualPersonalData) || (type === 'string' && personalFieldNames.test(name))),
    )
    .map(({ path }) => mustHaveFinding('W902', path, 'personal', 'Without it, lists show the values in full.'))

const personalFieldNames = /^(Payer|User|Contact|Owner)Name$|Address$/

/** W903: two menu entries of a group should not have the same order. */
export const checkMenuOrder: Check = ({ name, raw }, { schemas }) => {
  const { group, order } = objectUnder(raw, 'menu')
  // Only the second of the two files, in the order of their names, is reported.
  const duplicate = schemas.find(
    (other) =>
      other.name < name &&
      objectUnder(other.raw, 'menu').group === group &&
      objectUnder(other.raw, 'menu').order === order,
  )
  return duplicate && order !== undefined
    ? [findingAt('W903', ['menu', 'order'], `menu.order is ${order}, the same as that of '${duplicate.name}'.`)]
    : []
}

/** W904: a field that users can enter should be in a section of the form. S210 reports required fields. */
export const checkFieldsShown: Check = (schema) =>
  missingInForm(schema)
    .filter(({ raw }) => raw.required !== true && raw.requiredWhen === undefined)
    .map(
      ({ path }): Finding =>
        findingAt(
          'W904',
          path,
          `${placeOf(path)} is in no section of the form.`,
          'Set "readOnly": true if the server sets the field.',
        ),
    )

/**
 * W924: a detail page should have sections: without them, it shows the fields that users enter in one section, and all
 * others under 系統資訊.
 */
export const checkDetailSections: Check = ({ raw, kind, hasPage, declared }) => {
  const hasSections = raw.form !== undefined || raw.detail !== undefined
  if (kind !== 'records' || !hasPage || hasSections || raw.fields === undefined || declared.some(isUserEntered))
    return []
  return [findingAt('W924', [], mustHave('the detail page', 'form', 'detail'))]
}

/** W905: the list of a page should declare filters. */
export const checkListFilters: Check = ({ raw, kind, hasPage }) =>
  kind === 'records' && hasPage && raw.fields !== undefined && objectUnder(raw, 'list').filters === undefined
    ? [findingAt('W905', raw.list === undefined ? [] : ['list'], mustHave('the list', 'filters'))]
    : []

/**
 * W914: a keyword search should work on a resource to which references refer, because the select box of a reference
 * shows only the first records.
 */
export const checkReferencesSearchable: Check = (schema, { schemas }) => {
  const names = placeholdersIn(displayOf(schema))
  const types = names.map((name) => fieldNamed(schema.fields, name)?.type)
  const refersToSchema = ({ type, raw }: DeclaredField) => isReferenceType(type) && raw.to === schema.name
  const referrer = schemas.find(({ declared }) => declared.flatMap(withItemFields).some(refersToSchema))
  if (
    !referrer ||
    objectUnder(schema.raw, 'list').search !== undefined ||
    types.some((type) => type === undefined || keywordMatch(type))
  )
    return []
  const message = `'${schema.name}' cannot be searched: '${referrer.name}' refers to it, and the select box of that reference shows only the first records.`
  return [findingAt('W914', schema.raw.display === undefined ? [] : ['display'], message)]
}

const displayOf = ({ raw }: DeclaredSchema): string =>
  typeof raw.display === 'string'
    ? raw.display
    : keyNames(raw)
        .map((name) => `{${name}}`)
        .join(' ')

/**
 * W906: the field of a filter should have an index, because otherwise the database reads the whole table.
 * Not reported for fields with few distinct values, which an index does not help, or for filters by a substring or a
 * prefix, which need other kinds of indexes.
 */
export const checkFilterIndexes: Check = (schema) => {
  const { raw, fields, kind } = schema
  // Rows that the server computes have no columns.
  if (kind === 'report' && raw.fields !== undefined) return []
  const [first, second] = keyNames(raw)
  const indexedNames = [
    first,
    // Every query filters by the tenant, so the key's index also serves the field that follows the tenant in the key.
    ...(first === tenantOf(raw) ? [second] : []),
    ...Object.values(tenantFields),
    String(objectUnder(raw, 'list').sort ?? '').replace(/^-/, ''),
  ]
  return filtersOf(schema).flatMap(({ name, path, match }): Finding[] => {
    const field = fieldNamed(fields, name)
    if (!field?.type || indexedNames.includes(name) || !benefitsFromIndex(field, match) || isIndexed(field)) return []
    const hint = `Set "index": true in fields.${name}, or accept W906 with the reason why the list stays short.`
    return [cannotFinding('W906', path, `use an index: '${name}' has none`, hint)]
  })
}

// Every reference gets an index.
const isIndexed = ({ raw, type }: Pick<DeclaredField, 'raw' | 'type'>): boolean =>
  raw.index === true || (raw.unique !== undefined && raw.unique !== false) || type === 'reference'

/** W907: a label should be a text for users rather than the name of the field. */
export const checkLabels: Check = ({ declared }) =>
  declared
    .flatMap(withItemFields)
    .filter(
      ({ name, raw }) =>
        typeof raw.label === 'string' && raw.label.replaceAll(' ', '').toLowerCase() === name.toLowerCase(),
    )
    .map(({ path, name }) =>
      findingAt(
        'W907',
        [...path, 'label'],
        `${placeOf([...path, 'label'])} is only the field's name.`,
        `Write a label for '${name}' in zh-TW.`,
      ),
    )

/**
 * W908: two fields that users enter should not have the same label, because users cannot distinguish them or their
 * error messages.
 */
export const checkDuplicateLabels: Check = ({ declared }) => [
  ...sameLabelFindings(declared.filter(isUserEntered)),
  ...declared.flatMap((field) => (field.type === 'rows' ? sameLabelFindings(itemFieldsIn(field)) : [])),
]

const sameLabelFindings = (fields: readonly DeclaredField[]): Finding[] =>
  fields.flatMap(({ raw, path }, index) => {
    const duplicate = fields.slice(0, index).find((other) => other.raw.label === raw.label)
    return duplicate && raw.label !== undefined
      ? [
          findingAt(
            'W908',
            [...path, 'label'],
            `${placeOf([...path, 'label'])} is '${raw.label}', the same as that of '${duplicate.name}'.`,
          ),
        ]
      : []
  })

/** W910: two options of a field should not have the same text. */
export const checkDuplicateOptions: Check = ({ declared }) =>
  declared.flatMap(withItemFields).flatMap(({ raw, path }) => {
    const options = entriesOf(raw.options)
    return options.flatMap(([code, text], index): Finding[] => {
      const duplicate = options.slice(0, index).find(([, other]) => other === text)
      const keyPath = [...path, 'options', code]
      return duplicate
        ? [findingAt('W910', keyPath, `${placeOf(keyPath)} is '${text}', the same as that of '${duplicate[0]}'.`)]
        : []
    })
  })

/** W923: the default columns of a list should fit in a window of 1,440 px. */
export const checkListWidth: Check = ({ name }, { project: { listWidths = {} } }) => {
  const width = listWidths[name] ?? 0
  return width > maxListWidth
    ? [
        findingAt(
          'W923',
          ['list', 'columns'],
          `The default columns of '${name}' are ${width.toLocaleString('en')} px wide, of ${maxListWidth.toLocaleString('en')}.`,
        ),
      ]
    : []
}

/** W925: a list whose columns are declared, and that shows amounts, should have sums, or say that it has none. */
export const checkListTotals: Check = ({ raw, kind, hasPage, fields }) => {
  const { columns, hidden, totals } = objectUnder(raw, 'list')
  if (kind === 'custom' || !hasPage || totals !== undefined) return []
  const isHidden = (name: string) => namesAt(hidden, []).some((column) => column.name === name)
  const amount = namesAt(columns, []).find(({ name }) => {
    const field = fieldNamed(fields, name)
    return field && !isHidden(name) && facetsOfDeclared(field).numberKind?.isAmount
  })
  return amount ? [findingAt('W925', ['list'], `The list shows the amount '${amount.name}', but has no 'totals'.`)] : []
}
