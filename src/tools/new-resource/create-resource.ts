import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tenantFields } from '../../domain/access/roles'
import { formatProblems } from '../../schema/checks/problem'
import { benefitsFromIndex, canBeInCell, rulesOf } from '../../schema/field-types'
import type { MenuGroup } from '../../schema/language/resource'
import type { RawObject } from '../../schema/language/shapes/shape'
import { loadSchemas } from '../../schema/load/load'
import type { SchemaSet } from '../../schema/load/schema-set'
import { OperatorError } from '../../server/node/operator-error'
import { readSchemaFiles } from '../../server/node/schemas/schema-files'
import { formatSchema } from '../json-line'
import { loadModules } from '../module-files'
import { projectFacts } from '../portal-schemas'
import { actionOf, type NewField, withActionFields } from './new-field'
import type { NewResource } from './options'

/**
 * Writes the schema file and, if requested, the file of its report and its module, and returns their paths.
 * Throws unless both pass every check without errors or advice.
 */
export const createResource = async (
  options: NewResource,
  folder: string,
  modulesFolder = 'resources',
): Promise<readonly string[]> => {
  const facts = projectFacts(await loadModules())
  const others = readSchemaFiles(folder)
  const names = [options.name, ...(options.hasReport ? [`${options.name}Report`] : [])]
  for (const name of names) requireNewName(name, loadSchemas(others, facts).schemas)
  const { schemas } = loadSchemas(others)
  // The report is written only if it was requested, that is, if `names` contains its name.
  const contents = [
    newSchema(options, nextOrder(options.menu, schemas)),
    newReport(options, fieldsOf(options), nextOrder('report', schemas)),
  ]
  const files = names.map((name, index) => ({
    name,
    file: `schemas/${name}.json`,
    text: formatSchema(contents[index] ?? {}),
  }))
  const problems = loadSchemas([...others, ...files], facts).problems.filter((problem) =>
    files.some(({ file }) => file === problem.file),
  )
  if (problems.length > 0)
    throw new OperatorError(
      `Nothing was written, because the file would not pass the checks:\n\n${files.map(({ text }) => text).join('\n')}\n${formatProblems(problems, files.length)}`,
    )
  const written = files.map(({ name, text }) => {
    const path = join(folder, `${name}.json`)
    writeFileSync(path, text, { flag: 'wx' })
    return path
  })
  if (!options.hasModule) return written
  const path = join(modulesFolder, options.name, 'server.ts')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, newModule(options.name), { flag: 'wx' })
  return [...written, path]
}

const newModule = (name: string): string => `import { defineResource } from '../../src/server'

export default defineResource('${name}', {
  // Runs in the transaction of the record before it is written; \`before\` is undefined for a new record.
  // Throw a Refusal to refuse the change; return values to write in addition.
  beforeWrite: async (_context, { record: _record, before: _before }) => undefined,
})
`

const requireNewName = (name: string, { resources }: SchemaSet): void => {
  if (!/^[A-Za-z][A-Za-z0-9]{1,40}$/.test(name))
    throw new OperatorError(`'${name}' is not a name: use letters and digits, a letter first, such as coupon.`)
  const existing = resources.find((resource) => resource.name.toLowerCase() === name.toLowerCase())
  if (existing)
    throw new OperatorError(`schemas/${existing.name}.json already exists. Choose another name, or edit that file.`)
}

const nextOrder = (menu: MenuGroup, { resources }: SchemaSet): number =>
  Math.max(0, ...resources.flatMap((resource) => (resource.menu?.group === menu ? [resource.menu.order] : []))) + 10

/**
 * Returns the file of a report over the new resource: a line for each record, with totals, for a period if the resource
 * has a date.
 */
const newReport = (
  { name, label, tenant }: Pick<NewResource, 'name' | 'label' | 'tenant'>,
  fields: readonly NewField[],
  order: number,
): RawObject => {
  const dateField = fields.find(({ type }) => type === 'date' || type === 'datetime')
  const enumFields = fields.filter(({ type }) => type === 'enum')
  const columnFields = fields.filter(({ type }) => isListed(type)).slice(0, maxColumns)
  const amounts = columnFields.filter(({ type }) => rulesOf(type).numberKind?.isAmount === true)
  const [subtotalField] = enumFields.filter((field) => columnFields.includes(field))
  return {
    $schema: '../src/schema/resource.schema.json',
    label: `${label.replace(/(設定|維護|管理)$/, '')}報表列印`,
    kind: 'report',
    of: name,
    menu: { group: 'report', order, icon: 'Assessment' },
    list: {
      columns: columnFields.map((field) => field.name),
      filters: [
        ...(tenant === 'ApplyCode' ? ['ApplyCode'] : []),
        ...(dateField ? [{ field: dateField.name, match: 'range', required: true, maxDays: 92 }] : []),
        ...enumFields.map((field) => field.name),
      ],
      ...(amounts.length > 0 ? { totals: amounts.map((field) => field.name) } : {}),
      ...(dateField ? { sort: dateField.name } : {}),
    },
    report: subtotalField ? { subtotals: [subtotalField.name] } : {},
  }
}

/** Maximum number of columns of a generated report. */
const maxColumns = 10

const isListed = (type: NewField['type']): boolean => type !== 'text' && rulesOf(type).canBeListed !== false

/** Returns the requested schema file. `order` is the position of its page in the menu group. */
const newSchema = (options: NewResource, order: number): RawObject => {
  const fields = fieldsOf(options)
  // The users of a company see only the records of their own company, so they need no filter for it.
  const filters = filtersOf(fields.filter((field) => field !== newTenantFields.UniformNo))
  const display = displayOf(options, fields)
  return {
    $schema: '../src/schema/resource.schema.json',
    label: options.label,
    menu: { group: options.menu, order, icon: options.icon },
    ...(options.key ? { key: options.tenant === 'shared' ? options.key : [options.tenant, options.key] } : {}),
    // If the schema has exactly one tenant field, the field determines the owner without this key.
    ...(options.tenant === 'shared' || tenantFieldCount(fields) > 1 ? { tenant: options.tenant } : {}),
    ...(display ? { display } : {}),
    fields: Object.fromEntries(
      fields.map((field) => [field.name, filters.includes(field.name) ? withIndex(field) : field.raw]),
    ),
    list: { ...hiddenColumns(fields), filters },
    ...(options.hasImport ? { import: { columns: fields.filter(isImported).map(({ name }) => name) } } : {}),
    ...(options.actions.length > 0
      ? {
          actions: Object.fromEntries(
            options.actions.map((action) => [action.name, actionOf(action, { display, unit: '筆', fields })]),
          ),
        }
      : {}),
  }
}

/** Hides the columns of a list after those that fit in a window whatever their types are. */
const hiddenColumns = (fields: readonly NewField[]): { readonly hidden?: readonly string[] } => {
  const columns = fields.filter(({ type, name }) => isListed(type) && name !== tenantFields.agreement)
  const hidden = columns.slice(maxShownColumns).map(({ name }) => name)
  return hidden.length > 0 ? { hidden } : {}
}

/** Maximum number of columns that a generated list shows. */
const maxShownColumns = 5

// A field is imported if users enter it and a cell can contain its value.
const isImported = ({ type, raw }: NewField): boolean => raw.readOnly !== true && canBeInCell(type)

/** Adds an index to the field of a filter, so that the filter of a long list is fast. */
const withIndex = ({ name, type, raw }: NewField): RawObject =>
  type === 'reference' || name in newTenantFields || raw.unique === true || !benefitsFromIndex({ type, raw })
    ? raw
    : { ...raw, index: true }

const newTenantFields = {
  ApplyCode: {
    name: 'ApplyCode',
    type: 'reference',
    raw: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
  },
  UniformNo: { name: 'UniformNo', type: 'uniformNo', raw: { type: 'uniformNo', label: '統一編號', readOnly: true } },
} as const satisfies Record<string, NewField>

const tenantFieldCount = (fields: readonly NewField[]): number =>
  fields.filter(({ name }) => name in newTenantFields).length

/**
 * Returns the tenant field and the requested fields.
 * The field of the key becomes required, unique and unchangeable.
 */
const fieldsOf = ({ tenant, key, fields, actions }: NewResource): readonly NewField[] => {
  const requested = withActionFields(fields, actions).map((field) =>
    field.name === key ? { ...field, raw: { ...field.raw, required: true, unique: true, writeOnce: true } } : field,
  )
  return tenant === 'shared' || requested.some(({ name }) => name === tenant)
    ? requested
    : [newTenantFields[tenant], ...requested]
}

const displayOf = ({ key }: NewResource, fields: readonly NewField[]): string => {
  const texts = fields.filter(({ type }) => type === 'string').map(({ name }) => name)
  return [...new Set([...(key ? [key] : []), ...texts])]
    .slice(0, 2)
    .map((name) => `{${name}}`)
    .join(' ')
}

/** Maximum number of filters of a generated list. */
const maxFilters = 6

const filtersOf = (fields: readonly NewField[]): readonly string[] =>
  fields
    .filter(({ type }) => type !== 'text' && rulesOf(type).matches.length > 0)
    .map(({ name }) => name)
    .slice(0, maxFilters)
