import type { Hono } from 'hono'
import { html } from 'hono/html'
import { apiBase } from '../../contract/endpoints'
import { type OpenApi, openApi } from '../../contract/openapi'
import type { JsonSchema } from '../../contract/openapi/json'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { AppEnv } from '../call'
import type { Modules } from '../module'
import { isCallServed } from './handlers'
import { type HtmlFragment, plainPage, plainPageCss } from './plain-page'

/**
 * Serves the API's description: for programs at /api/openapi.json, for people at /api/docs.
 * The OpenAPI document is created at the first request.
 */
export const mountApiDocs = (
  app: Hono<AppEnv>,
  {
    schemas,
    modules,
    portalName,
  }: { readonly schemas: SchemaSet; readonly modules: Modules; readonly portalName: string },
): void => {
  const pageOf = ({ title, body }: DocsPage) =>
    plainPage({ title, portalName, body, styles: html`<link rel="stylesheet" href="/api/docs.css" />` })
  let document: OpenApi | undefined
  const openApiDocument = (): OpenApi => {
    document ??= openApi(schemas, isCallServed(schemas, modules))
    return document
  }
  app.get(`${apiBase}/openapi.json`, (c) => c.json(openApiDocument()))
  app.get(stylePath, (c) => c.body(plainPageCss, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get(docsPath, (c) => c.html(pageOf(contentsPage(openApiDocument())), 200, pageHeaders))
  app.get(`${docsPath}/:tag`, (c, next) => {
    const tag = openApiDocument().tags.find(({ name }) => name === c.req.param('tag'))
    return tag ? c.html(pageOf(tagPage(openApiDocument(), tag)), 200, pageHeaders) : next()
  })
}

const docsPath = `${apiBase}/docs`
const stylePath = `${apiBase}/docs.css`

// The pages consist of text and tables, so they need no scripts.
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

type Tag = OpenApi['tags'][number]

interface DocsPage {
  readonly title: string
  readonly body: HtmlFragment
}

/** Returns the page that lists all calls by tag, with links to their descriptions. */
const contentsPage = (document: OpenApi): DocsPage => ({
  title: String(document.info.title),
  body: html`
      <p class="lead">${document.info.description}</p>
      <p><a href="/api/openapi.json">openapi.json</a>（OpenAPI ${document.openapi}，版本 ${document.info.version}）</p>
      ${document.tags.map(
        (tag) => html`
          <section>
            <h2><a href="${`/api/docs/${tag.name}`}">${tag.name}</a> <small>${tag.description}</small></h2>
            <ul class="calls">
              ${callsOf(document, tag).map((call) => html`<li><a href="${`/api/docs/${tag.name}#${call.operation.operationId}`}">${callAddress(call)}</a> <span>${call.operation.summary}</span>${unservedNote(call)}</li>`)}
            </ul>
          </section>
        `,
      )}
    `,
})

/** Returns the page that describes the calls of one tag. */
const tagPage = (document: OpenApi, tag: Tag): DocsPage => ({
  title: `${tag.name} ${tag.description}`,
  body: html`
      <p><a href="/api/docs">所有呼叫</a></p>
      ${callsOf(document, tag).map((call) => callSection(document, call))}
    `,
})

/** A call in the OpenAPI document. */
interface ApiOperation {
  readonly path: string
  readonly method: string
  readonly pathParameters: readonly JsonSchema[]
  readonly operation: JsonSchema
}

const callsOf = ({ paths }: OpenApi, { name }: Tag): readonly ApiOperation[] =>
  Object.entries(paths).flatMap(([path, { parameters, ...operations }]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      isOperation(operation) && [operation.tags].flat().includes(name)
        ? [{ path, method, pathParameters: parameters, operation }]
        : [],
    ),
  )

const isOperation = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && 'operationId' in value

const callAddress = ({ method, path }: ApiOperation): HtmlFragment =>
  html`<code><b class="${method}">${method.toUpperCase()}</b> /api${path}</code>`

const unservedNote = ({ operation }: ApiOperation): HtmlFragment =>
  operation['x-served'] === false ? html` <em>尚未提供</em>` : html``

const callSection = (document: OpenApi, call: ApiOperation): HtmlFragment => {
  const { operation, pathParameters } = call
  const parameters = [...pathParameters, ...asList(operation.parameters)]
    .map((parameter) => resolveReference(document, parameter))
    .filter((parameter) => parameter.in !== 'header' || !commonHeaders.includes(String(parameter.name)))
  return html`
    <section id="${operation.operationId}">
      <h2>${operation.summary}${unservedNote(call)}</h2>
      <p>${callAddress(call)}</p>
      <p>${operation.description}</p>
      ${parameters.length > 0 ? html`<h3>參數</h3>${propertiesTable(document, parametersSchema(parameters))}` : ''}
      ${contentSchemas(operation.requestBody).map(([type, schema]) => html`<h3>送出 <small>${type}</small></h3>${propertiesTable(document, schema)}`)}
      ${contentSchemas(asObject(asObject(operation.responses)['200'])).map(([type, schema]) => responseSection(document, type, schema))}
      <h3>錯誤</h3>
      <ul class="plain">
        ${Object.entries(asObject(operation.responses)).flatMap(([status, response]) => (status === '200' ? [] : [html`<li><code>${status}</code> ${resolveReference(document, asObject(response)).description}</li>`]))}
      </ul>
    </section>
  `
}

// All calls have these headers, so they are explained once, in the description of the document.
const commonHeaders = ['Source', 'ClientIP', 'RevServiceType', 'UniformNo']

const responseSection = (document: OpenApi, type: string, schema: JsonSchema): HtmlFragment => {
  const [success] = asList(schema.oneOf)
  if (type !== 'application/json') return html`<h3>回覆 <small>${type}</small></h3><p>檔案</p>`
  return success
    ? html`<h3>回覆 <small>OutData</small></h3>${propertiesTable(document, asObject(asObject(success.properties).OutData))}`
    : html``
}

/** Returns parameters as the schema of an object, so that they are shown in the same table as properties. */
const parametersSchema = (parameters: readonly JsonSchema[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map((parameter) => [
      parameterName(parameter),
      { ...asObject(parameter.schema), description: parameter.description },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(parameterName),
})

const parameterName = ({ name, in: location }: JsonSchema): string =>
  `${name}${location === 'header' ? '（標頭）' : location === 'path' ? '（路徑）' : ''}`

/** Returns the component that a `$ref` refers to; returns JSON without `$ref` unchanged. */
const resolveReference = ({ components }: OpenApi, json: JsonSchema): JsonSchema => {
  const [, , kind = '', name = ''] = String(json.$ref ?? '').split('/')
  return kind === 'parameters' || kind === 'responses' || kind === 'schemas' ? (components[kind][name] ?? json) : json
}

const contentSchemas = (body: unknown): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(asObject(asObject(body).content)).map(([type, content]) => [type, asObject(asObject(content).schema)])

const asObject = (value: unknown): JsonSchema => (isJsonObject(value) ? value : {})
const asList = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value : [])

/** Returns the table of a schema's properties. Properties of nested objects are named by their paths. */
const propertiesTable = (document: OpenApi, schema: JsonSchema): HtmlFragment => {
  const rows = rowsOf(document, schema, '', false)
  if (rows.length === 0) return html`<p>無</p>`
  return html`
    <div class="scroll" tabindex="0">
      <table>
        <thead><tr><th scope="col">欄位</th><th scope="col">型別</th><th scope="col">必填</th><th scope="col">說明</th></tr></thead>
        <tbody>
          ${rows.map(({ name, json, required }) => html`<tr><td><code>${name}</code></td><td>${typeText(json)}</td><td>${required ? '是' : ''}</td><td>${descriptionText(json)}</td></tr>`)}
        </tbody>
      </table>
    </div>
  `
}

interface TableRow {
  readonly name: string
  readonly json: JsonSchema
  readonly required: boolean
}

/** Returns the row of a schema itself, if it has a path, and the rows of its properties, items or options. */
const rowsOf = (document: OpenApi, schema: JsonSchema, path: string, required: boolean): readonly TableRow[] => {
  const json = resolveReference(document, schema)
  const ownRow = path === '' ? [] : [{ name: path, json, required }]
  if (Array.isArray(json.oneOf))
    return json.oneOf.flatMap((option, index) => rowsOf(document, option, `${path}（擇一 ${index + 1}）`, false))
  // The items' own row repeats the row of the list, so it is left out.
  if (isJsonObject(json.items))
    return [
      ...(path === '' ? [{ name: '[]', json, required }] : ownRow),
      ...rowsOf(document, json.items, `${path}[]`, false).slice(1),
    ]
  if (!isJsonObject(json.properties))
    return path === '' && json.type !== 'null' && json.type !== 'object' ? [{ name: '—', json, required }] : ownRow
  const requiredNames = Array.isArray(json.required) ? json.required : []
  const propertyRows = Object.entries(json.properties).flatMap(([name, property]) =>
    isJsonObject(property)
      ? rowsOf(document, property, path === '' ? name : `${path}.${name}`, requiredNames.includes(name))
      : [],
  )
  return [...ownRow, ...propertyRows]
}

const typeText = (json: JsonSchema): string => {
  const types = [json.type ?? '—'].flat().map(String)
  const base = typeof json.format === 'string' ? json.format : types.filter((type) => type !== 'null').join('、')
  return [base, ...limitTexts(json), types.includes('null') && base !== '' ? '可為 null' : '']
    .filter(Boolean)
    .join('，')
}

const limitTexts = ({ minLength, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema): readonly string[] => [
  rangeText(minLength, maxLength, '字'),
  rangeText(minimum, maximum, ''),
  rangeText(minItems, maxItems, '項'),
]

const rangeText = (min: unknown, max: unknown, unit: string): string => {
  if (min === undefined && max === undefined) return ''
  const bounds = min === undefined ? `≤ ${max}` : max === undefined ? `≥ ${min}` : `${min}–${max}`
  return `${bounds} ${unit}`.trim()
}

const descriptionText = (json: JsonSchema): string => {
  const codes = isJsonObject(json.items) && json.items.enum ? json.items : json
  return [
    json.description,
    enumText(codes),
    typeof json.pattern === 'string' ? (json['x-pattern-text'] ?? json.pattern) : '',
    ...attributeTexts(json),
  ]
    .filter(Boolean)
    .join('；')
}

const enumText = ({ enum: codes, 'x-labels': labels }: JsonSchema): string =>
  Array.isArray(codes)
    ? codes
        .filter((code) => code !== null)
        .map((code) => (isJsonObject(labels) && labels[code] ? `${code} ${labels[code]}` : String(code)))
        .join('、')
    : ''

const attributeTexts = (json: JsonSchema): readonly string[] => [
  json.readOnly ? '唯讀' : '',
  json['x-write-once'] ? '新增後不可修改' : '',
  json['x-personal'] || json['x-sensitive'] ? '敏感資料' : '',
  json.default === undefined ? '' : `預設 ${json.default}`,
]

const isJsonObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
