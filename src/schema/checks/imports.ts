import { tenantFields } from '../../domain/access/roles'
import { canBeInCell, hasCalendar, isReferenceType, rulesOf } from '../field-types'
import { defaultReferencedField } from '../field-types/references'
import { sampleProblem } from '../imports/cells'
import { normalizedTitle } from '../imports/columns'
import { importLimits } from '../language/import'
import type { Finding, Path, RawObject } from '../language/shapes/shape'
import { compileField } from '../load/compile-field'
import { tenantOf } from '../load/compile-resource'
import { isErrorTitle } from '../sheets/failed-rows'
import type { AllSchemas, Check } from './check'
import { cannot, didYouMean, isMisspelledIn, mustHave, placeOf } from './check-messages'
import { type DeclaredImportColumn, importColumns, itemCountIn, titlesOfColumn } from './declared/declared-import'
import {
  type DeclaredField,
  type DeclaredSchema,
  isUserEntered,
  itemFieldsIn,
  keyNames,
  namesAt,
  objectUnder,
} from './declared/declared-schema'
import { cannotFinding, findingAt, missingFieldFindings, repeatedFinding } from './findings'

/**
 * S601, S602: the columns of an import fill distinct fields, which users can enter and cells can contain.
 * Titles are unique, and none is the title of an error column.
 */
export const checkImportColumns: Check = (schema) => {
  const columns = importColumns(schema)
  return columns.flatMap((column, index): Finding[] => [
    ...unknownFieldFindings(schema, column),
    ...fieldFindings(column),
    ...(columns.slice(0, index).some(({ name }) => name === column.name)
      ? [repeatedFinding('S602', column.path, column.name)]
      : []),
    ...sharedTitleFindings(schema, column, columns.slice(0, index)),
  ])
}

/** S603: an import has a column for every required field, because otherwise no record could be created. */
export const checkImportRequired: Check = (schema) => {
  const { columns, inputs } = objectUnder(schema.raw, 'import')
  if (!Array.isArray(columns) || inputs !== undefined) return []
  const lists = importedLists(schema)
  const importedNames = [...importColumns(schema), ...lists].map(({ name }) => name)
  const requiredNames = [
    ...schema.declared.filter(isRequired).map(({ name }) => name),
    ...lists.flatMap((list) =>
      itemFieldsIn(list).flatMap((field) => (isRequired(field) ? [`${list.name}.${field.name}`] : [])),
    ),
  ]
  const fieldNames = [
    ...schema.fields.map(({ name }) => name),
    ...lists.flatMap((list) => itemFieldsIn(list).map((field) => `${list.name}.${field.name}`)),
  ]
  return requiredNames
    .filter(
      (name) =>
        !importedNames.includes(name) &&
        !isMisspelledIn(name, importedNames, fieldNames) &&
        !isSessionCompany(name, schema),
    )
    .map((name) =>
      cannotFinding(
        'S603',
        ['import', 'columns'],
        `omit '${name}': it is required`,
        'Without it, every row would be rejected.',
      ),
    )
}

/** Returns the list fields that an import fills. */
const importedLists = (schema: DeclaredSchema): readonly DeclaredField[] => [
  ...new Set(importColumns(schema).flatMap(({ list }) => (list ? [list] : []))),
]

// W913 reports required fields that a condition can hide.
const isRequired = (field: DeclaredField): boolean =>
  field.raw.required === true &&
  field.raw.default === undefined &&
  field.raw.shownWhen === undefined &&
  isUserEntered(field)

/**
 * S607: `lines` names only list fields that the import fills, with no more items than they allow, and the columns do
 * not exceed the limit.
 */
export const checkImportLines: Check = (schema) => {
  const lists = importedLists(schema)
  const lineFindings = Object.entries(objectUnder(objectUnder(schema.raw, 'import'), 'lines')).flatMap(
    ([name, count]): Finding[] => {
      const path = ['import', 'lines', name]
      const list = lists.find((candidate) => candidate.name === name)
      const names = lists.map((candidate) => candidate.name)
      if (!list)
        return [cannotFinding('S607', path, 'be set: no column of the import fills that list', didYouMean(name, names))]
      const { max } = list.raw
      return typeof count === 'number' && typeof max === 'number' && count > max
        ? [cannotFinding('S607', path, `be ${count}: '${name}' has at most ${max} items`)]
        : []
    },
  )
  const total = importColumns(schema).reduce((sum, { list }) => sum + (list ? itemCountIn(schema, list) : 1), 0)
  if (total <= importLimits.columns.max) return lineFindings
  return [
    ...lineFindings,
    findingAt(
      'S607',
      ['import'],
      cannot("'import'", `have ${total} columns: the maximum is ${importLimits.columns.max}`),
    ),
  ]
}

/**
 * S604: the settings of a column suit its field.
 * Only a date or month has a `format`, and the field accepts the `sample`.
 */
export const checkImportFormats: Check = (schema) =>
  importColumns(schema).flatMap(({ name, path, field, raw }): Finding[] => {
    if (!field?.type) return []
    const keyPath = [...path, 'format']
    return [
      ...(raw.format !== undefined && !hasCalendar(field.type)
        ? [
            cannotFinding(
              'S604',
              keyPath,
              `be set for '${name}': it is of type '${field.type}', and only dates and months have a calendar`,
            ),
          ]
        : []),
      ...sampleFindings(schema, field, raw, path),
    ]
  })

/**
 * S605: the fields in `match`, which identify an existing record, exist and are columns of the import.
 * An import that updates has `match`, unless the key or a unique field identifies the record.
 */
export const checkImportMatch: Check = (schema) => {
  const { match, existing, inputs } = objectUnder(schema.raw, 'import')
  if (inputs !== undefined) return []
  const columns = importColumns(schema).map(({ name }) => name)
  const isKeyEntered = keyNames(schema.raw).every(
    (name) =>
      isSessionCompany(name, schema) || schema.fields.some((field) => field.name === name && isUserEntered(field)),
  )
  const matchNames = namesAt(match, ['import', 'match'])
  if (existing === 'update' && match === undefined && !isKeyEntered && !schema.declared.some(({ raw }) => raw.unique))
    return [findingAt('S605', ['import', 'existing'], mustHave('an import that updates', 'match'), missingMatchHint)]
  return matchNames.flatMap(({ name, path }) => {
    const missing = missingFieldFindings('S605', name, path, schema)
    return missing.length > 0 || columns.length === 0 || columns.includes(name) || name === tenantFields.company
      ? missing
      : [cannotFinding('S605', path, `be '${name}': no column of the import fills it`)]
  })
}

const missingMatchHint =
  'Users do not enter the key, and no field is unique. Name the fields that identify a record, such as "match": ["FeeCode"].'

// The company of a record comes from the session, so no column is needed for it.
const isSessionCompany = (name: string, { raw }: DeclaredSchema): boolean =>
  name === tenantFields.company && tenantOf(raw) === name

/**
 * S606: only pages whose records are created by the generic call, or whose imports have their own rules, have an
 * import; only pages with the operation `update` have an import that updates; and an import with inputs is on a page
 * whose module does what its rows say.
 */
export const checkImportCalls: Check = (schema, { project }) => {
  const { name, raw, hasPage } = schema
  if (raw.import === undefined) return []
  if (!hasPage) return [importFinding('be combined with "page": false')]
  if (objectUnder(raw, 'import').inputs === undefined) return recordImportFindings(schema, project)
  return project.resourcesWithImportActions?.includes(name) === false
    ? [importFinding(`have 'inputs': resources/${name}/server.ts has no 'importAction'`, importActionHint)]
    : []
}

const importActionHint = "Write 'importAction' in the module: it does what a row says."

const importFinding = (predicate: string, hint?: string): Finding =>
  findingAt('S606', ['import'], cannot("'import'", predicate), hint)

const recordImportFindings = (
  { name, raw, kind }: DeclaredSchema,
  { resourcesWithOwnCreation, importsWithOwnRules }: AllSchemas['project'],
): Finding[] => {
  const { operations } = objectUnder(raw, 'endpoints')
  const { existing } = objectUnder(raw, 'import')
  if (kind !== 'records') return [importFinding(`be set for a page of kind '${kind}'`)]
  const isMissing = (operation: string) => Array.isArray(operations) && !operations.includes(operation)
  return [
    ...(isMissing('create') ? [importFinding("work without the operation 'create'")] : []),
    ...(existing === 'update' && isMissing('update')
      ? [
          findingAt(
            'S606',
            ['import', 'existing'],
            cannot('import.existing', "be 'update' without the operation 'update'"),
          ),
        ]
      : []),
    ...(resourcesWithOwnCreation?.includes(name) && !importsWithOwnRules?.includes(name)
      ? [importFinding(`bypass what resources/${name}/server.ts adds to new records; it needs 'importRules'`)]
      : []),
  ]
}

const unknownFieldFindings = (schema: DeclaredSchema, { list, name, path }: DeclaredImportColumn): Finding[] => {
  if (!list) return missingFieldFindings('S601', name, path, schema)
  const itemScope = {
    name: `${schema.name}.${list.name}`,
    fields: itemFieldsIn(list).map((field) => ({ ...field, name: `${list.name}.${field.name}` })),
  }
  return missingFieldFindings('S601', name, path, itemScope)
}

const fieldFindings = ({ field, name, path }: DeclaredImportColumn): Finding[] => {
  if (!field) return []
  const finding = (reason: string, hint?: string): Finding[] => [
    cannotFinding('S601', path, `fill '${name}': ${reason}`, hint),
  ]
  if (!isUserEntered(field)) return finding('users do not enter it')
  return field.type && !canBeInCell(field.type)
    ? finding(`no cell can contain a field of type '${field.type}'`, cellHint(field))
    : []
}

const cellHint = (field: DeclaredField): string => {
  const [first] = itemFieldsIn(field)
  if (field.type === 'rows')
    return `Name the fields of its items, such as '${field.name}.${first?.name ?? 'Amount'}'; the file has numbered columns for each item.`
  return 'Remove the column; users can add the content on the page of the record.'
}

const sharedTitleFindings = (
  schema: DeclaredSchema,
  column: DeclaredImportColumn,
  others: readonly DeclaredImportColumn[],
): Finding[] =>
  titlesOfColumn(schema, column).flatMap(({ title, path }): Finding[] => {
    const hasTitle = (other: DeclaredImportColumn) =>
      titlesOfColumn(schema, other).some((otherTitle) => normalizedTitle(otherTitle.title) === normalizedTitle(title))
    const duplicate = others.find((other) => other.name !== column.name && hasTitle(other))
    if (isErrorTitle(title))
      return [
        cannotFinding(
          'S602',
          path,
          `have the title '${title}': it is the title of an error column`,
          'Choose another title: imports ignore this one.',
        ),
      ]
    return duplicate
      ? [cannotFinding('S602', path, `have the title '${title}': '${duplicate.name}' already has it`)]
      : []
  })

const sampleFindings = (
  schema: DeclaredSchema,
  { name, raw, type }: DeclaredField,
  { sample, format }: RawObject,
  path: Path,
): Finding[] => {
  if (typeof sample !== 'string' || !type || !canBeInCell(type) || rulesOf(type).checkSettings?.(raw, []).length)
    return []
  const field = compileField(name, raw, { rawOf: () => ({}), file: schema.raw, tenant: tenantOf(schema.raw) })
  const error = sampleProblem(
    { sample, ...(format === 'roc' || format === 'gregorian' ? { calendar: format } : {}) },
    field,
  )
  const keyPath = [...path, 'sample']
  return error
    ? [findingAt('S604', keyPath, `${placeOf(keyPath)} is '${sample}', which '${name}' rejects.`, error)]
    : []
}

/**
 * W912: the column of a reference should contain a code or name, because users do not know the SerialId of a record.
 */
export const checkImportReferences: Check = (schema, all) =>
  importColumns(schema).flatMap(({ path, field }) => {
    if (!field || !refersBySerialId(field, all)) return []
    const other = all.get(String(field.raw.to))
    const code = other?.declared.find(
      ({ raw, type }) => type === 'string' && raw.unique !== undefined && raw.unique !== false,
    )
    const hint = code ? `"by": "${code.name}"` : `"by" to a field of '${field.raw.to}' that users know,`
    return [
      findingAt(
        'W912',
        path,
        `${placeOf(path)} expects the SerialId of '${field.raw.to}', which users do not know.`,
        `Set ${hint} in ${placeOf(field.path)}.`,
      ),
    ]
  })

const refersBySerialId = ({ type, raw }: DeclaredField, all: AllSchemas): boolean => {
  const other = typeof raw.to === 'string' ? all.get(raw.to) : undefined
  return isReferenceType(type) && other !== undefined && (raw.by ?? defaultReferencedField(other.raw)) === 'SerialId'
}

/**
 * W913: an import should have a column for every field that a condition can require, because rows without its value are
 * rejected.
 */
export const checkImportConditional: Check = (schema) => {
  const columns = importColumns(schema).map(({ name }) => name)
  return columns.length === 0
    ? []
    : schema.declared
        .filter((field) => isUserEntered(field) && field.raw.default === undefined && !columns.includes(field.name))
        .filter(({ raw }) => raw.requiredWhen !== undefined || (raw.required === true && raw.shownWhen !== undefined))
        .map(({ name }) =>
          findingAt('W913', ['import', 'columns'], `import.columns omits '${name}', which a condition requires.`),
        )
}
