import { fieldTypes, isChoiceType, isReferenceType, rulesOf } from '../field-types'
import { defaultReferencedField } from '../field-types/references'
import { hasRecords, hasTable } from '../language/resource'
import { entriesOf, type Finding, type Path, type RawObject } from '../language/shapes/shape'
import { fieldNamed } from '../language/types'
import { type AllSchemas, type Check, canReach, cycleStarts } from './check'
import { didYouMean, placeOf } from './check-messages'
import { operationsOf } from './declared/declared-permissions'
import {
  type DeclaredField,
  type DeclaredSchema,
  filtersOf,
  isUserEntered,
  namesAt,
  objectsAt,
  objectUnder,
  withItemFields,
} from './declared/declared-schema'
import { compileDeclaredField } from './declared/field-value'
import {
  cannotFinding,
  fieldValueFindings,
  findingAt,
  missingFieldFindings,
  mustBeFinding,
  notAResourceFinding,
  repeatedFinding,
} from './findings'

/**
 * S301, S302, S303, S309: a reference refers to an existing field of a resource with a table.
 * The fields in `same` exist in both resources, and the list of the other resource has filters on the fields in
 * `offers`.
 * Only a reference to its own resource has `maxDepth`.
 */
export const checkReferences: Check = (schema, all) =>
  schema.declared
    .flatMap(withItemFields)
    .filter(({ type }) => isReferenceType(type))
    .flatMap((field) => {
      const other = typeof field.raw.to === 'string' ? all.get(field.raw.to) : undefined
      if (!other || !hasTable(other)) return noTableFindings('S301', field.raw.to, [...field.path, 'to'], all)
      const by = typeof field.raw.by === 'string' ? field.raw.by : defaultReferencedField(other.raw)
      return [
        ...missingFieldFindings('S302', by, [...field.path, 'by'], other),
        ...unstorableFindings(by, [...field.path, 'by'], other, all),
        ...namesAt(field.raw.same, [...field.path, 'same']).flatMap(({ name, path }) =>
          missingInEitherFindings(name, path, schema, other),
        ),
        ...offerFindings(field, other),
        ...(field.raw.maxDepth !== undefined && other.name !== schema.name
          ? [
              cannotFinding(
                'S309',
                [...field.path, 'maxDepth'],
                `be set: '${field.name}' refers to '${other.name}', not to '${schema.name}'`,
              ),
            ]
          : []),
      ]
    })

/** Returns a finding if references cannot store the values of a field, such as an amount or a reference by number. */
const unstorableFindings = (by: string, path: Path, other: DeclaredSchema, all: AllSchemas): Finding[] => {
  const storedField = fieldNamed(other.fields, by)
  if (!storedField?.type) return []
  const compiled = compileDeclaredField(storedField, other.raw, all)
  const isNumericReference = compiled?.type === 'reference' && compiled.storedAs !== 'text'
  return rulesOf(storedField.type).referenceColumn && !isNumericReference
    ? []
    : [
        cannotFinding(
          'S302',
          path,
          `be '${by}': it is of type '${storedField.type}', whose values references cannot store`,
        ),
      ]
}

/** Returns the findings for `offers`, the values that limit which records a reference offers. */
const offerFindings = ({ raw, path }: DeclaredField, other: DeclaredSchema): Finding[] => {
  const offers = objectUnder(raw, 'offers')
  const filters = filtersOf(other).map(({ name }) => name)
  const unfiltered = Object.keys(offers).filter((name) => fieldNamed(other.fields, name) && !filters.includes(name))
  return [
    ...fieldValueFindings('S302', offers, [...path, 'offers'], other),
    ...unfiltered.map((name) =>
      cannotFinding(
        'S302',
        [...path, 'offers', name],
        `limit the options: the list of '${other.name}' has no filter on '${name}'`,
      ),
    ),
  ]
}

/**
 * S316: the fields in `prefill` exist in the record or list item of the reference, and the fields that fill them exist in
 * the other resource.
 * Users enter them, and both have the same type.
 */
export const checkPrefills: Check = (schema, all) =>
  [schema.declared, ...schema.declared.map((field) => withItemFields(field).slice(1))].flatMap((siblings) =>
    siblings
      .filter(({ type }) => type === 'reference')
      .flatMap((field) => {
        const other = typeof field.raw.to === 'string' ? all.get(field.raw.to) : undefined
        // S301 reports a reference to a resource without a table.
        if (!other || !hasTable(other)) return []
        return Object.entries(objectUnder(field.raw, 'prefill')).flatMap(([name, source]) =>
          typeof source === 'string'
            ? prefillFindings({ name, source, path: [...field.path, 'prefill', name] }, { siblings, schema, other })
            : [],
        )
      }),
  )

interface PrefillScope {
  readonly siblings: readonly DeclaredField[]
  readonly schema: DeclaredSchema
  readonly other: DeclaredSchema
}

const prefillFindings = (
  { name, source, path }: { readonly name: string; readonly source: string; readonly path: Path },
  { siblings, schema, other }: PrefillScope,
): Finding[] => {
  const target = fieldNamed(siblings, name)
  const filledBy = fieldNamed(other.fields, source)
  const missing = [
    ...missingFieldFindings('S316', name, path, { fields: siblings, name: schema.name }),
    ...missingFieldFindings('S316', source, path, other),
  ]
  if (missing.length > 0 || !target || !filledBy) return missing
  if (!isUserEntered(target)) return [cannotFinding('S316', path, `be filled in: users do not enter '${name}'`)]
  return isSameKind(target, filledBy)
    ? []
    : [
        cannotFinding(
          'S316',
          path,
          `be filled in by '${source}': it is of type '${filledBy.type}', and '${name}' of type '${target.type}'`,
        ),
      ]
}

// References to different resources store different codes.
const isSameKind = (target: DeclaredField, source: DeclaredField): boolean =>
  target.type === source.type && (target.type !== 'reference' || target.raw.to === source.raw.to)

/** S308: a count names a resource with a table, and fields that both resources have. */
export const checkCounts: Check = (schema, all) =>
  schema.declared
    .filter(({ type }) => type === 'count')
    .flatMap(({ raw, path }) => {
      const other = typeof raw.of === 'string' ? all.get(raw.of) : undefined
      if (!other || !hasTable(other)) return noTableFindings('S308', raw.of, [...path, 'of'], all)
      return [
        ...namesAt(raw.by, [...path, 'by']).flatMap(({ name, path: keyPath }) =>
          missingInEitherFindings(name, keyPath, schema, other, 'S308'),
        ),
        ...fieldValueFindings('S308', objectUnder(raw, 'where'), [...path, 'where'], other),
      ]
    })

/**
 * S304: the value of `lengthOf` or `within`, such as ApplyCode.TermNoLen, names a reference of the same record and a
 * field of the right type in the referenced resource.
 */
export const checkReferenceRules: Check = (schema, all) =>
  schema.declared.flatMap((field) => [
    ...ruleFindings(schema, field, 'lengthOf', all, ['integer']),
    ...ruleFindings(schema, field, 'within', all, fieldTypes.filter(isChoiceType)),
  ])

/** Returns the findings for a rule of a field, such as `lengthOf`, that names a field of a referenced resource. */
const ruleFindings = (
  schema: DeclaredSchema,
  { raw, path }: DeclaredField,
  key: string,
  all: AllSchemas,
  types: readonly string[],
): Finding[] => {
  const rule = raw[key]
  if (typeof rule !== 'string') return []
  const keyPath = [...path, key]
  const [reference, name, ...rest] = rule.split('.')
  const referenceField = schema.declared.find((field) => field.name === reference && field.type === 'reference')
  if (!referenceField || !name || rest.length > 0)
    return [
      mustBeFinding(
        'S304',
        keyPath,
        `'Reference.Field' with a reference of '${schema.name}'`,
        didYouMean(reference ?? '', referenceNames(schema)),
      ),
    ]
  const other = typeof referenceField.raw.to === 'string' ? all.get(referenceField.raw.to) : undefined
  // S301 reports a reference to a resource without a table.
  const missing = other && hasTable(other) ? missingFieldFindings('S304', name, keyPath, other) : []
  const type = fieldNamed(other?.fields ?? [], name)?.type
  return type && !types.includes(type)
    ? [mustBeFinding('S304', keyPath, `a field of type ${types.join(' or ')}; '${name}' is of type '${type}'`)]
    : missing
}

const referenceNames = ({ declared }: DeclaredSchema): string[] =>
  declared.filter(({ type }) => type === 'reference').map(({ name }) => name)

const missingInEitherFindings = (
  name: string,
  path: Path,
  schema: DeclaredSchema,
  other: DeclaredSchema,
  id: Finding['id'] = 'S303',
): Finding[] => {
  const findings = missingFieldFindings(id, name, path, schema)
  return findings.length > 0 || other === schema ? findings : missingFieldFindings(id, name, path, other)
}

// Returns a finding if no file declares the resource, or if it has no table.
const noTableFindings = (id: Finding['id'], to: unknown, path: Path, all: AllSchemas): Finding[] => {
  if (typeof to !== 'string' || all.unreadable.includes(to)) return []
  const names = all.schemas.filter(hasTable).map(({ name }) => name)
  return all.get(to)
    ? [cannotFinding(id, path, `be '${to}': that resource has no table`)]
    : [notAResourceFinding(id, path, to, didYouMean(to, names))]
}

/**
 * S311: required references form no cycle.
 * In a cycle, no first record could be created, because each record needs another one.
 */
export const checkReferenceCycles: Check = (schema, all) => {
  const requiredReferences = (other: DeclaredSchema | undefined): readonly DeclaredField[] =>
    other?.declared.filter(
      (field) => field.type === 'reference' && field.raw.required === true && isUserEntered(field),
    ) ?? []
  const targets = (name: string) => requiredReferences(all.get(name)).map(({ raw }) => String(raw.to))
  const reported = cycleStarts(
    all.schemas.map(({ name }) => name),
    targets,
  )
  if (!reported.includes(schema.name)) return []
  return requiredReferences(schema)
    .filter(({ raw }) => canReach(String(raw.to), schema.name, targets))
    .map(
      ({ raw, path }): Finding =>
        cannotFinding('S311', path, `be required: '${raw.to}' requires a record of '${schema.name}'`),
    )
}

/**
 * S344, S345, S346: a related list names a page with a list, a reference of that page to this resource, and columns of
 * that list.
 * The list has a filter on the reference.
 */
export const checkRelatedLists: Check = (schema, all) =>
  objectsAt(schema.raw.related, ['related']).flatMap(({ raw, path }) => {
    const { of } = raw
    if (typeof of !== 'string' || all.unreadable.includes(of)) return []
    const other = all.get(of)
    const keyPath = [...path, 'of']
    if (!hasDetailPage(schema)) return [cannotFinding('S344', path, `be in '${schema.name}': it has no detail page`)]
    const names = all.schemas.map(({ name }) => name)
    if (!other) return [notAResourceFinding('S344', keyPath, of, didYouMean(of, names))]
    if (!hasRecords({ kind: other.kind }) || !other.hasPage || !operationsOf(other).includes('list'))
      return [cannotFinding('S344', keyPath, `be '${of}': it has no list page`)]
    return [
      ...referenceFindings(raw, path, { schema, other, all }),
      ...columnFindings(raw, path, other),
      ...headFindings(raw, path, other),
    ]
  })

const hasDetailPage = (schema: DeclaredSchema): boolean =>
  schema.hasPage && (schema.kind === 'records' || (schema.kind === 'view' && operationsOf(schema).includes('get')))

interface RelatedContext {
  readonly schema: DeclaredSchema
  readonly other: DeclaredSchema
  readonly all: AllSchemas
}

const referenceFindings = (raw: RawObject, path: Path, { schema, other, all }: RelatedContext): Finding[] => {
  const { by, match } = raw
  if (match !== undefined)
    return by === undefined ? matchFindings(match, [...path, 'match'], { schema, other }) : [eitherFinding(path)]
  if (by === undefined) return [eitherFinding(path)]
  if (typeof by !== 'string') return []
  const keyPath = [...path, 'by']
  const finding = (reason: string, hint?: string): Finding => cannotFinding('S345', keyPath, reason, hint)
  const field = fieldNamed(other.fields, by)
  if (!field) return missingFieldFindings('S345', by, keyPath, other)
  if (field.type !== 'reference' || ![schema.name, schema.raw.of].includes(String(field.raw.to)))
    return [finding(`be '${by}': it does not refer to '${schema.name}'`)]
  const filters = filtersOf(other)
  return agreeingFields(field, other, all)
    .filter((name) => !filters.some((filter) => filter.name === name && matchesOneValue(filter.match)))
    .map((name) =>
      finding(
        `be '${by}': the list of '${other.name}' has no filter on '${name}'`,
        `Add '${name}' to the filters of '${other.name}'.`,
      ),
    )
}

const eitherFinding = (path: Path): Finding =>
  findingAt('S345', path, `${placeOf(path)} must have either 'by' or 'match'.`)

const matchFindings = (
  match: unknown,
  path: Path,
  { schema, other }: Pick<RelatedContext, 'schema' | 'other'>,
): Finding[] => {
  const periods = objectsAt(objectUnder(other.raw, 'list').filters, []).flatMap(({ raw }) =>
    entriesOf(raw.of).map(([, date]) => date),
  )
  const filters: readonly unknown[] = [...filtersOf(other).map(({ name }) => name), ...periods]
  return entriesOf(match).flatMap(([name, own]) => [
    ...(filters.includes(name)
      ? []
      : [
          cannotFinding(
            'S345',
            [...path, name],
            `be set: the list of '${other.name}' has no filter on '${name}'`,
            `Add '${name}' to the filters of '${other.name}'.`,
          ),
        ]),
    ...(typeof own === 'string' ? missingFieldFindings('S345', own, [...path, name], schema) : []),
  ])
}

// Without a declared match, a filter compares for equality.
const matchesOneValue = (match: unknown): boolean => [undefined, 'exact', 'in'].some((candidate) => candidate === match)

/**
 * Returns the name of a reference, and the names of the fields in which the referring and the referenced record must
 * agree.
 */
const agreeingFields = (field: DeclaredField, { raw }: DeclaredSchema, all: AllSchemas): readonly string[] => {
  // The fields of a view are those of the resource whose records it lists.
  const compiled = compileDeclaredField(field, all.get(String(raw.of))?.raw ?? raw, all)
  return [field.name, ...(compiled?.type === 'reference' ? compiled.same : [])]
}

const columnFindings = ({ columns }: RawObject, path: Path, other: DeclaredSchema): Finding[] => {
  const shown = namesAt(objectUnder(other.raw, 'list').columns, []).map(({ name }) => name)
  return namesAt(columns, [...path, 'columns']).flatMap(({ name, path: keyPath }, index, names): Finding[] => [
    ...missingFieldFindings('S346', name, keyPath, other),
    ...(shown.length > 0 && !shown.includes(name) && other.fields.some((field) => field.name === name)
      ? [cannotFinding('S346', keyPath, `be '${name}': the list of '${other.name}' does not show it`)]
      : []),
    ...(names.findIndex((entry) => entry.name === name) < index ? [repeatedFinding('S346', keyPath, name)] : []),
  ])
}

const headFindings = ({ head }: RawObject, path: Path, other: DeclaredSchema): Finding[] => {
  const totals = namesAt(objectUnder(other.raw, 'list').totals, []).map(({ name }) => name)
  return entriesOf(head)
    .filter(([name]) => !totals.includes(name))
    .map(([name]) =>
      cannotFinding(
        'S346',
        [...path, 'head', name],
        `be set: '${name}' is none of the totals of '${other.name}'`,
        `Add '${name}' to the totals of '${other.name}'.`,
      ),
    )
}
