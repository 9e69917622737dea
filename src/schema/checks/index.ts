import { isFieldType } from '../field-types'
import { hasTable } from '../language/resource'
import type { Finding } from '../language/shapes/shape'
import { columnName } from '../load/names'
import { relatedDeclarations } from '../load/related-fields'
import type { SchemaFile } from '../load/schema-file'
import * as actionWrites from './action-writes'
import * as actions from './actions'
import * as advice from './advice'
import catalogue from './catalogue.json'
import type { AllSchemas, Check, ProjectFacts } from './check'
import * as conditions from './conditions'
import * as database from './database'
import { importInputs } from './declared/declared-import'
import {
  actionsOf,
  type DeclaredField,
  type DeclaredSchema,
  declaredSchemaOf,
  inputsAsSchema,
  objectUnder,
  tableName,
} from './declared/declared-schema'
import * as expressions from './expressions'
import * as fields from './fields'
import * as files from './files'
import * as filterValues from './filter-values'
import * as find from './find'
import { findingAt } from './findings'
import * as importInputChecks from './import-inputs'
import * as imports from './imports'
import * as keys from './keys'
import * as lists from './lists'
import * as permissions from './permissions'
import type { Problem } from './problem'
import * as references from './references'
import * as reports from './reports'
import * as reservedNames from './reserved-names'
import * as screens from './screens'
import * as values from './values'

export type {
  CallFacts,
  ColumnFacts,
  ItemFacts,
  KeyFacts,
  ProjectFacts,
  RefusedValues,
  ScreenNames,
  StoredRecords,
} from './check'

// Every export of these modules is a check.
const checks: readonly Check[] = [
  ...[
    files,
    reservedNames,
    fields,
    values,
    keys,
    lists,
    filterValues,
    find,
    references,
    conditions,
    expressions,
    actions,
    actionWrites,
    permissions,
    imports,
    importInputChecks,
    reports,
    screens,
  ],
  ...[database, advice],
].flatMap((checkModule) => Object.values<Check>(checkModule))

// The checks that also apply to the inputs of actions.
const fieldChecks: readonly Check[] = [
  fields.checkFieldNames,
  fields.checkReservedNames,
  fields.checkContradictorySettings,
  fields.checkListItemFields,
  fields.checkIdentifiedBy,
  values.checkDefaults,
  values.checkOptionCalls,
  values.checkSamples,
  values.checkBounds,
  references.checkReferences,
  references.checkPrefills,
  conditions.checkConditions,
  conditions.checkConditionCycles,
  conditions.checkOptionNames,
  expressions.checkExpressions,
  expressions.checkExpressionCycles,
]

/** Checks the inputs of actions and of the import as fields, without advice, which applies only to fields of records. */
const checkInputs: Check = (schema, all) =>
  [...actionsOf(schema), { name: schema.name, raw: {}, inputs: importInputs(schema) }]
    .flatMap((action) => fieldChecks.flatMap((check) => check(inputsAsSchema(schema, action), all)))
    .filter(({ id }) => !id.startsWith('W'))

/** Returns every mistake in the files, and the advice that is not in their `accepted`. */
export const checkAll = (files: readonly SchemaFile[], project: ProjectFacts): readonly Problem[] => {
  const readableFiles = files.filter(({ isReadable }) => isReadable)
  const declaredSchemas = readableFiles.map(declaredSchemaOf)
  const schemaByFile = new Map(
    readableFiles.map((file) => [file, withListedFields(declaredSchemaOf(file), declaredSchemas)]),
  )
  const schemas = [...schemaByFile.values()]
  // Reversed, because a Map keeps the last value of a name, and the first of several schemas with the same name is
  // used.
  const byName = new Map(schemas.toReversed().map((schema) => [schema.name, schema]))
  const unreadable = files.filter((file) => !schemaByFile.has(file)).map(({ name }) => name)
  const all: AllSchemas = { schemas, project, unreadable, get: (name) => byName.get(name) }
  const problems = files.flatMap((file) => {
    const schema = schemaByFile.get(file)
    const findings = schema
      ? withoutAccepted(
          [
            ...file.syntaxErrors,
            ...file.shapeErrors,
            ...[...checks, checkInputs].flatMap((check) => check(schema, all)),
          ],
          objectUnder(schema.raw, 'accepted'),
        )
      : file.syntaxErrors
    return findings.map((finding) => file.locate({ ...finding, hint: finding.hint ?? catalogue[finding.id].hint }))
  })
  return [...problems, ...tableWithoutFileProblems(files, project)]
}

/**
 * Gives a view or a report the fields of the resource whose records it lists, and every schema the fields of
 * referenced records that it names.
 */
const withListedFields = (schema: DeclaredSchema, others: readonly DeclaredSchema[]): DeclaredSchema => {
  const listed =
    typeof schema.raw.of === 'string'
      ? (others.find(({ name, kind }) => name === schema.raw.of && hasTable({ kind })) ?? schema)
      : schema
  const rawOf = (name: string) => others.find((other) => other.name === name && hasTable(other))?.raw ?? {}
  const related = relatedDeclarations(schema.raw, listed.raw.fields, rawOf).map(
    ({ path, raw }): DeclaredField => ({
      name: path,
      path: ['list'],
      raw: { ...raw, readOnly: true, virtual: true },
      type: isFieldType(raw.type) ? raw.type : undefined,
    }),
  )
  return { ...schema, fields: [...listed.fields, ...related] }
}

// Removes the advice that the file accepts, and reports accepted advice that does not apply.
const withoutAccepted = (
  findings: readonly Finding[],
  accepted: Readonly<Record<string, unknown>>,
): readonly Finding[] => {
  const remaining = findings.filter(({ id }) => !(id.startsWith('W') && id in accepted))
  const applies = (id: string) => findings.some((finding) => finding.id === id)
  // An entry that a check has reported, such as one with an unknown id, is not reported again.
  const isReported = (id: string) => findings.some(({ path }) => path[0] === 'accepted' && path[1] === id)
  const unused = Object.keys(accepted).filter((id) => id.startsWith('W') && !applies(id) && !isReported(id))
  return [
    ...remaining,
    ...unused.map(
      (id): Finding =>
        findingAt(
          'S118',
          ['accepted', id],
          `accepted.${id} switches off advice that does not apply to this file.`,
          'Remove it.',
        ),
    ),
  ]
}

/**
 * Returns the advice W502 for each table that contains records and that no file declares.
 * The advice belongs to no file, so its place is the folder.
 */
const tableWithoutFileProblems = (
  files: readonly Pick<DeclaredSchema, 'name' | 'raw'>[],
  { database, tables = [] }: ProjectFacts,
): readonly Problem[] => {
  // Files with mistakes declare tables too, although they are not compiled.
  // When the server starts next, it renames the table that has the file's former name (`was`), unless a table with the
  // new name exists.
  const formerTables = ({ name, raw }: Pick<DeclaredSchema, 'name' | 'raw'>) =>
    typeof raw.was === 'string' && !database?.[tableName({ name, raw })] ? [columnName(raw.was)] : []
  const declaredTables = files
    .filter(({ raw }) => hasTable({ kind: String(raw.kind) }))
    .flatMap((file) => [tableName(file), ...formerTables(file)])
  return tables
    .filter(({ table }) => !declaredTables.includes(table))
    .map(({ table, recordCount }) => ({
      id: 'W502',
      file: 'schemas',
      line: 1,
      column: 1,
      message: `no file has the table '${table}', which contains ${recordCount} ${recordCount === 1 ? 'record' : 'records'}.`,
      hint: catalogue.W502.hint,
    }))
}
