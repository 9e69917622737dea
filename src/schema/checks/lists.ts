import { enums } from '../../domain/enums'
import { isFieldType, keywordMatch, rulesOf } from '../field-types'
import { entriesOf, type Finding, isObject, type Path, type RawObject } from '../language/shapes/shape'
import { type FieldType, fieldNamed } from '../language/types'
import { periodEnds } from '../load/compile-list'
import type { AllSchemas, Check } from './check'
import { didYouMean, notOneOf, placeOf } from './check-messages'
import {
  type DeclaredField,
  type DeclaredSchema,
  facetsOfDeclared,
  filtersOf,
  isUserEntered,
  missingInForm,
  namesAt,
  objectsAt,
  objectUnder,
  sectionFieldNames,
  withItemFields,
} from './declared/declared-schema'
import {
  cannotFinding,
  fieldNameFindings,
  fieldValueFindings,
  findingAt,
  missingFieldFindings,
  mustHaveFinding,
} from './findings'

/** S201, S209: the columns of a list are distinct fields that list rows contain. */
export const checkListColumns: Check = (schema) =>
  fieldNameFindings(
    schema,
    namesAt(objectUnder(schema.raw, 'list').columns, ['list', 'columns']),
    'S201',
    (name, path) => {
      const field = fieldNamed(schema.fields, name)
      if (field?.raw.detailOnly === true) return [cannotFinding('S201', path, `show '${name}': it is 'detailOnly'`)]
      return field?.type && rulesOf(field.type).canBeListed === false
        ? [cannotFinding('S201', path, `show '${name}': it is of type '${field.type}'`)]
        : []
    },
  )

/** S201, S209: the initially hidden columns are distinct columns of the list. */
export const checkHiddenColumns: Check = (schema) => {
  const { columns, hidden } = objectUnder(schema.raw, 'list')
  return fieldNameFindings(schema, namesAt(hidden, ['list', 'hidden']), 'S201', (name, path) =>
    Array.isArray(columns) && !columns.includes(name)
      ? [cannotFinding('S201', path, `hide '${name}': it is not a column`)]
      : [],
  )
}

/** S201: second lines are columns in other columns. */
export const checkSecondLines: Check = (schema) => {
  const { columns, secondLines } = objectUnder(schema.raw, 'list')
  return entriesOf(secondLines).flatMap(([column, second]) =>
    [column, second].flatMap((name) =>
      Array.isArray(columns) && columns.includes(name)
        ? []
        : [cannotFinding('S201', ['list', 'secondLines', column], `show '${String(name)}': it is not a column`)],
    ),
  )
}

/** S201: widths are those of columns. */
export const checkColumnWidths: Check = (schema) => {
  const { columns, widths } = objectUnder(schema.raw, 'list')
  return entriesOf(widths).flatMap(([name]) =>
    Array.isArray(columns) && columns.includes(name)
      ? []
      : [cannotFinding('S201', ['list', 'widths', name], `set the width of '${name}': it is not a column`)],
  )
}

/** S202: the buttons beside the search box are filters. */
export const checkQuickFilters: Check = (schema) =>
  namesAt(objectUnder(schema.raw, 'list').quick, ['list', 'quick']).flatMap(({ name, path }) =>
    filtersOf(schema).some((filter) => filter.name === name)
      ? []
      : [cannotFinding('S202', path, `be a button for '${name}': it is not a filter`)],
  )

/** S202, S203, S209: filters name distinct fields, with matches that the types of these fields support. */
export const checkFilters: Check = (schema) => {
  const filters = filtersOf(schema)
  return fieldNameFindings(schema, filters, 'S202', (name, path) => {
    const type = fieldNamed(schema.fields, name)?.type
    const match = filters.find((filter) => filter.path === path)?.match
    if (!isFieldType(type)) return []
    const { matches } = rulesOf(type)
    if (matches.length === 0) return [cannotFinding('S202', path, `filter by '${name}': it is of type '${type}'`)]
    return typeof match === 'string' && !matches.some((supported) => supported === match)
      ? [cannotFinding('S203', [...path, 'match'], `be '${match}': the type '${type}' has ${matches.join(', ')}`)]
      : []
  })
}

/** S211: the query parameters of the filters are unique. A range has two parameters, which end in From and To. */
export const checkFilterParameters: Check = (schema) => {
  const parameters = [
    ...filtersOf(schema).flatMap(({ name, path, match }): Parameter[] => {
      const type = fieldNamed(schema.fields, name)?.type
      const parameter = lastName(name)
      return isRange(match, type)
        ? ['From', 'To'].map((end) => ({ name: parameter + end, path }))
        : [{ name: parameter, path }]
    }),
    ...periodsOf(schema).flatMap(({ raw, path }) =>
      [String(raw.period), ...Object.values(periodEnds)].map((name): Parameter => ({ name, path })),
    ),
  ]
  return parameters.flatMap(({ name, path }, index): Finding[] => {
    // path[2] is the index of the filter.
    const duplicate = parameters.slice(0, index).find((other) => other.name === name && other.path[2] !== path[2])
    return duplicate
      ? [cannotFinding('S211', path, `use the parameter '${name}': ${placeOf(duplicate.path)} already uses it`)]
      : []
  })
}

interface Parameter {
  readonly name: string
  readonly path: Path
}

/** Returns the last part of a path to a field of a referenced record; a name without a dot unchanged. */
const lastName = (path: string): string => path.split('.').at(-1) ?? path

const periodsOf = ({ raw }: DeclaredSchema) =>
  objectsAt(objectUnder(raw, 'list').filters, ['list', 'filters']).filter((filter) => filter.raw.period !== undefined)

/** S214: a period names date fields, for values of its enum, unless the server computes the rows for it. */
export const checkPeriods: Check = (schema) => [
  ...periodsOf(schema)
    .filter(({ raw }) => raw.of === undefined && !(schema.kind === 'report' && schema.raw.fields !== undefined))
    .map(({ path }) => mustHaveFinding('S214', path, 'of')),
  ...periodsOf(schema).flatMap(({ raw, path }) =>
    Object.entries(objectUnder(raw, 'of')).flatMap(([code, name]): Finding[] => {
      const keyPath = [...path, 'of', code]
      const field = fieldNamed(schema.fields, name)
      const codes = entriesOf(enumNamed(raw.enum)).map(([known]) => known)
      const isDate = !field || ['date', 'datetime'].includes(facetsOfDeclared(field).comparedAs ?? '')
      return [
        ...missingFieldFindings('S214', String(name), keyPath, schema),
        ...(isDate && field?.raw.virtual !== true
          ? []
          : [cannotFinding('S214', keyPath, `be '${name}': it is no stored date`)]),
        ...(codes.length === 0 || codes.includes(code)
          ? []
          : [
              findingAt(
                'S214',
                keyPath,
                notOneOf(placeOf(keyPath), code, `a value of '${raw.enum}'`),
                didYouMean(code, codes),
              ),
            ]),
      ]
    }),
  ),
]

const enumNamed = (name: unknown): unknown => Object.entries(enums).find(([known]) => known === name)?.[1]

/** S215: a field of a referenced record has another name than all other fields, because responses have it under its name. */
export const checkRelatedNames: Check = ({ fields, raw }) => {
  const related = fields.filter(({ name }) => name.includes('.'))
  return related.flatMap(({ name }, index): Finding[] => {
    const other = [...fields.filter((field) => !field.name.includes('.')), ...related.slice(0, index)].find(
      (field) => lastName(field.name) === lastName(name),
    )
    const path = namedAt(raw, name)
    return other ? [cannotFinding('S215', path, `name '${name}': '${other.name}' has the same name`)] : []
  })
}

/** Returns the first place of a list or a detail page where a name stands. */
const namedAt = ({ list, head, form, detail }: RawObject, name: string): Path => {
  const search = (value: unknown, path: Path): Path | undefined => {
    if (value === name) return path
    if (!isObject(value) && !Array.isArray(value)) return undefined
    for (const [key, entry] of Object.entries(value)) {
      const found = search(entry, [...path, Array.isArray(value) ? Number(key) : key])
      if (found) return found
    }
    return undefined
  }
  return search({ list, head, form, detail }, []) ?? []
}

/**
 * S212: `maxDays` limits only a required range of days.
 * A list with a required filter is read only through its own query form, because other pages do not fill in the filter.
 */
export const checkRequiredFilters: Check = (schema, all) =>
  objectsAt(objectUnder(schema.raw, 'list').filters, ['list', 'filters']).flatMap(({ raw, path }): Finding[] => {
    const field = fieldNamed(schema.fields, String(raw.field))
    const isPeriod =
      raw.period !== undefined ||
      (field !== undefined &&
        isRange(raw.match, field.type) &&
        ['date', 'datetime'].includes(facetsOfDeclared(field).comparedAs ?? ''))
    const readReason = raw.required === true ? unfilteredReadReason(schema, all) : undefined
    return [
      ...(raw.sufficient === true && !(field && isReferenceBySerialId(field))
        ? [cannotFinding('S212', [...path, 'sufficient'], `be true: '${raw.field}' is no reference by SerialId`)]
        : []),
      ...(raw.maxDays !== undefined && !isPeriod
        ? [cannotFinding('S212', [...path, 'maxDays'], `be set: '${raw.field}' is not filtered by a range of days`)]
        : []),
      ...(raw.maxDays !== undefined && isPeriod && raw.required !== true
        ? [
            cannotFinding(
              'S212',
              [...path, 'maxDays'],
              "be set without 'required': a period without an end has no length",
            ),
          ]
        : []),
      ...(readReason ? [cannotFinding('S212', [...path, 'required'], `be true: ${readReason}`)] : []),
    ]
  })

/** Returns why a list is read without its query form; undefined if it never is. */
const unfilteredReadReason = ({ name, kind, raw }: DeclaredSchema, all: AllSchemas): string | undefined => {
  // A reference that nobody enters or filters by has no select box with records of the list.
  const refersToList = (other: DeclaredSchema) =>
    other.declared
      .flatMap(withItemFields)
      .some(
        (field) =>
          field.raw.to === name &&
          (field.raw.readOnly !== true || filtersOf(other).some((filter) => filter.name === field.name)),
      )
  const hasRelatedList = (other: DeclaredSchema) =>
    objectsAt(other.raw.related, []).some(
      ({ raw: related }) =>
        related.of === name && !isSufficientFilter(raw, related.by) && !fillsRequiredFilters(raw, related.match),
    )
  const other = all.schemas.find((schema) => refersToList(schema) || hasRelatedList(schema))
  if (other) return `'${other.name}' reads the list without it`
  const { operations } = objectUnder(raw, 'endpoints')
  return kind === 'records' && Array.isArray(operations) && !operations.includes('get')
    ? 'detail pages are read from the list without it'
    : undefined
}

/** Checks whether a related list has a value for each required filter. */
const fillsRequiredFilters = (raw: RawObject, match: unknown): boolean => {
  const names = entriesOf(match).map(([name]) => name)
  return (
    names.length > 0 &&
    objectsAt(objectUnder(raw, 'list').filters, []).every(
      ({ raw: filter }) =>
        filter.required !== true ||
        names.includes(String(filter.field)) ||
        entriesOf(filter.of).some(([, date]) => names.includes(String(date))),
    )
  )
}

const isSufficientFilter = (raw: RawObject, name: unknown): boolean =>
  objectsAt(objectUnder(raw, 'list').filters, []).some(
    (filter) => filter.raw.field === name && filter.raw.sufficient === true,
  )

// A reference by a code, such as an agreement, has too many records.
const isReferenceBySerialId = ({ type, raw }: DeclaredField): boolean => type === 'reference' && raw.by === undefined

/** S213, S209: totals add up distinct amount fields, those of a report also whole numbers; their rules compare columns with possible values. */
export const checkTotals: Check = (schema) => [...totalFindings(schema), ...totalRuleFindings(schema)]

const totalFindings = (schema: DeclaredSchema): Finding[] =>
  fieldNameFindings(
    schema,
    namesAt(objectUnder(schema.raw, 'list').totals, ['list', 'totals']),
    'S213',
    (name, path) => {
      const field = fieldNamed(schema.fields, name)
      if (!field?.type) return []
      const { isAmount = false, isWhole = false } = facetsOfDeclared(field).numberKind ?? {}
      // The rows of a report may be groups with numbers of records.
      return isAmount || (isWhole && schema.kind === 'report')
        ? []
        : [cannotFinding('S213', path, `add up '${name}': it is of type '${field.type}'`)]
    },
  )

const totalRuleFindings = (schema: DeclaredSchema): Finding[] => {
  const path: Path = ['list', 'totalRules']
  const list = objectUnder(schema.raw, 'list')
  const rules = objectUnder(list, 'totalRules')
  const compared = [
    ...objectsAt(rules.except, [...path, 'except']).map(({ raw, path: place }) => ({ values: raw, path: place })),
    { values: objectUnder(rules, 'negative'), path: [...path, 'negative'] },
    ...objectsAt(rules.parts, [...path, 'parts']).map((part) => ({
      values: objectUnder(part.raw, 'where'),
      path: [...part.path, 'where'],
    })),
  ]
  return [
    ...(list.totalRules !== undefined && namesAt(list.totals, path).length === 0
      ? [cannotFinding('S213', path, "be set without 'totals': there are no sums")]
      : []),
    ...compared.flatMap((part) => [
      ...fieldValueFindings('S213', part.values, part.path, schema),
      ...schema.fields
        .filter(({ name, raw }) => name in part.values && raw.virtual === true)
        .map(({ name }) => cannotFinding('S213', [...part.path, name], `compare '${name}': it has no column`)),
    ]),
  ]
}

const isRange = (match: unknown, type: FieldType | undefined): boolean =>
  match === 'range' || (match === undefined && type !== undefined && rulesOf(type).matches[0] === 'range')

/** S204: a list is sorted by a sortable field. */
export const checkSort: Check = (schema) => {
  const { sort } = objectUnder(schema.raw, 'list')
  if (typeof sort !== 'string') return []
  const name = sort.replace(/^-/, '')
  const missing = missingFieldFindings('S204', name, ['list', 'sort'], schema)
  const field = fieldNamed(schema.fields, name)
  if (missing.length === 0 && name.includes('.'))
    return [cannotFinding('S204', ['list', 'sort'], `be '${name}': it is a field of another record`)]
  if (missing.length > 0 || !field?.type || rulesOf(field.type).isSortable) return missing
  return [cannotFinding('S204', ['list', 'sort'], `be '${name}': lists cannot be sorted by type '${field.type}'`)]
}

/** S205: the card that replaces a row on a narrow screen names existing fields. */
export const checkMobileCard: Check = (schema) => {
  const mobile = objectUnder(objectUnder(schema.raw, 'list'), 'mobile')
  return ['primary', 'secondary', 'tertiary']
    .flatMap((key) => namesAt(mobile[key], ['list', 'mobile', key]))
    .flatMap(({ name, path }) => missingFieldFindings('S205', name, path, schema))
}

/** S206: `list.search` names only fields of the record whose types keyword searches support. */
export const checkSearch: Check = (schema) =>
  namesAt(objectUnder(schema.raw, 'list').search, ['list', 'search']).flatMap(({ name, path }) => {
    const type = fieldNamed(schema.fields, name)?.type
    const missing = missingFieldFindings('S206', name, path, schema)
    if (missing.length === 0 && name.includes('.'))
      return [cannotFinding('S206', path, `search '${name}': it is a field of another record`)]
    return missing.length > 0 || !type || keywordMatch(type) !== undefined
      ? missing
      : [cannotFinding('S206', path, `search '${name}': it is of type '${type}'`)]
  })

/**
 * S207, S208, S209: sections contain distinct fields, and those of the form contain only entered and computed fields.
 * If users enter no field of the file, or the file is a view, `form` describes only the detail page and may contain any field.
 */
export const checkSections: Check = (schema) => {
  const hasForm = schema.kind !== 'view' && schema.fields.some(isUserEntered)
  return fieldNameFindings(
    schema,
    [...sectionFieldNames(schema), ...sectionFieldNames(schema, 'detail')],
    'S207',
    (name, path) => {
      const field = fieldNamed(schema.fields, name)
      return hasForm && path[0] === 'form' && field && field.type !== 'computed' && !isUserEntered(field)
        ? [cannotFinding('S208', path, `contain '${name}': users do not enter it`)]
        : []
    },
  )
}

/** S207, S209: the head of the detail page names distinct fields. */
export const checkHead: Check = (schema) =>
  fieldNameFindings(schema, namesAt(schema.raw.head, ['head']), 'S207', () => [])

/** S210: a form contains every required field, because otherwise it could not be saved. */
export const checkRequiredInForm: Check = (schema) =>
  missingInForm(schema)
    .filter(({ raw }) => raw.required === true || raw.requiredWhen !== undefined)
    .filter(({ raw }) => raw.default === undefined)
    .map(({ name }) => cannotFinding('S210', ['form'], `omit '${name}': it is required`))
