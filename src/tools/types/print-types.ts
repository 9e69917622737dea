import { actionShapes } from '../../contract/openapi/actions'
import { reportParameters, reportValues } from '../../contract/openapi/calls/reports'
import type { JsonSchema } from '../../contract/openapi/json'
import { listParameters } from '../../contract/openapi/list-parameters'
import { jsonContext, recordShapes } from '../../contract/openapi/records'
import type { ReportSpec } from '../../schema/reports/report-spec'
import type { SchemaSet } from '../../schema/schema-set'
import type { Resource } from '../../schema/types'
import { isBare, propertiesOf, propertyLines } from './type-text'

/** Where the types of a resource stand. */
export const typesFolder = 'src/contract/resources'

/** A file of types, as it should be. */
export interface TypesFile {
  readonly file: string
  readonly text: string
}

/** The types of every resource with records and of every report, one file each: formatted as Biome does it, so that nothing has to run after it. */
export const printTypes = (schemas: SchemaSet): readonly TypesFile[] =>
  schemas.resources
    .filter(({ kind, fields, report }) => (kind === 'records' && fields.length > 0) || report)
    .map((resource) => ({ file: `${typesFolder}/${resource.name}.ts`, text: textOf(resource, schemas) }))

const textOf = (resource: Resource, schemas: SchemaSet): string => {
  const parts = resource.report ? reportTypes(resource, resource.report, schemas) : recordTypes(resource, schemas)
  const imports = parts.includes('EnumCode<') ? "import type { EnumCode } from '../../domain/enums'\n\n" : ''
  return `// Made by \`npm run types\` from schemas/${resource.name}.json. Do not edit: change the schema and run it again.\n${imports || '\n'}${parts}`
}

const reportTypes = (resource: Resource, report: ReportSpec, schemas: SchemaSet): string => {
  const name = nameOf(resource)
  const parameters = reportParameters(resource, schemas)
  const query: JsonSchema = {
    properties: Object.fromEntries(parameters.map((one) => [one.name, one.schema])),
    required: parameters.filter(({ required }) => required).map((one) => one.name),
  }
  return [
    typeOf(`${name}Query`, `${resource.label}：查詢條件`, query),
    typeOf(`${name}Values`, `${resource.label}：一列的值`, reportValues(report, schemas)),
  ].join('\n')
}

const recordTypes = (resource: Resource, schemas: SchemaSet): string => {
  const { record, row, create, update } = recordShapes(resource, schemas)
  const { operations } = resource.endpoints
  const name = nameOf(resource)
  const query: JsonSchema = { properties: Object.fromEntries(listParameters(resource, jsonContext(schemas)).map((one) => [one.name, one.schema])) }
  return [
    typeOf(name, `${resource.label}：單筆資料`, record),
    ...(operations.includes('list') ? [rowText(name, resource.label, record, row), typeOf(`${name}Query`, `${resource.label}：清單的條件`, query)] : []),
    ...(operations.includes('create') ? [typeOf(`${name}Create`, `${resource.label}：新增的內容`, create)] : []),
    ...(operations.includes('update') ? [typeOf(`${name}Update`, `${resource.label}：修改的內容`, update)] : []),
    ...Object.entries(actionShapes(resource, schemas)).map(([body, json]) => typeOf(name + body.slice(resource.name.length + 1), String(json.title), json)),
  ].join('\n')
}

const nameOf = ({ name }: Pick<Resource, 'name'>): string => name.charAt(0).toUpperCase() + name.slice(1)

// Not an interface: only a type alias passes as a record of any fields.
const typeOf = (name: string, text: string, json: JsonSchema): string => {
  const inner = (property: string) => `${name}${property}${property === 'Labels' ? '' : 'Row'}`
  const objects = Object.entries(propertiesOf(json)).flatMap(([property, schema]) => {
    const object = (schema.type === 'object' ? schema : schema.items) as JsonSchema | undefined
    return object?.properties && !isBare(object) ? [typeOf(inner(property), `${schema.description ?? property}`, object)] : []
  })
  const lines = propertyLines(json, inner)
  return [...objects, `/** ${text} */\nexport type ${name} = {\n${lines.map((line) => `${line}\n`).join('')}}\n`].join('\n')
}

const rowText = (name: string, label: string, record: JsonSchema, row: JsonSchema): string => {
  const properties = Object.keys(propertiesOf(record))
  const left = properties.filter((property) => !(property in propertiesOf(row))).map(quoted)
  const more = properties.filter((property) => property in propertiesOf(row) && isRequired(record, property) && !isRequired(row, property)).map(quoted)
  const names = [...left, ...(more.length > 0 ? [`${name}More`] : [])]
  const optional = more.length > 0 ? ` & Partial<Pick<${name}, ${name}More>>` : ''
  return `${more.length > 0 ? moreText(name, label, more) : ''}/** ${label}：清單的一列；個人資料已遮罩 */\n${omitText(name, names, optional)}`
}

const moreText = (name: string, label: string, more: readonly string[]): string => {
  const line = `export type ${name}More = ${more.join(' | ')}`
  return `/** ${label}：指定 AllFields 時，清單的一列才有的欄位 */\n${line.length <= 160 ? line : `export type ${name}More =\n${more.map((part) => `  | ${part}`).join('\n')}`}\n\n`
}

const omitText = (name: string, names: readonly string[], rest: string): string => {
  if (names.length === 0) return `export type ${name}Row = ${name}\n`
  const line = `export type ${name}Row = Omit<${name}, ${names.join(' | ')}>`
  if (line.length + rest.length <= 160) return `${line}${rest}\n`
  if (line.length <= 158 && rest) return `${line} &\n  ${rest.slice(' & '.length)}\n`
  return `export type ${name}Row = Omit<\n  ${name},\n${unionText(names)}\n>${rest}\n`
}

const quoted = (property: string): string => `'${property}'`

const isRequired = ({ required }: JsonSchema, property: string): boolean => Array.isArray(required) && required.includes(property)

const unionText = (parts: readonly string[]): string =>
  `  ${parts.join(' | ')}`.length <= 160 ? `  ${parts.join(' | ')}` : parts.map((part) => `  | ${part}`).join('\n')
