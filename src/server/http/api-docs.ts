import type { Hono } from 'hono'
import { html } from 'hono/html'
import { apiBase } from '../../contract/endpoints'
import { type OpenApi, openApi } from '../../contract/openapi'
import type { JsonSchema } from '../../contract/openapi/json'
import type { SchemaSet } from '../../schema/schema-set'
import { table } from './api-docs-table'
import { isServed } from './handlers'
import { type Part, plainPage } from './plain-page'
import { style } from './plain-page-style'

/** Serves the API's description, for programs at /api/openapi.json and for people at /api/docs. Made once, when first asked for. */
export const mountApiDocs = (app: Hono, schemas: SchemaSet): void => {
  let made: OpenApi | undefined
  const document = (): OpenApi => {
    made ??= openApi(schemas, isServed(schemas))
    return made
  }
  app.get(`${apiBase}/openapi.json`, (c) => c.json(document()))
  app.get(stylePath, (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get(docsPath, (c) => c.html(contentsPage(document()), 200, pageHeaders))
  app.get(`${docsPath}/:tag`, (c, next) => {
    const tag = document().tags.find(({ name }) => name === c.req.param('tag'))
    return tag ? c.html(chapterPage(document(), tag), 200, pageHeaders) : next()
  })
}

const docsPath = `${apiBase}/docs`
const stylePath = `${apiBase}/docs.css`

// No script at all: the pages are text and tables.
const pageHeaders = { 'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" }

type Tag = OpenApi['tags'][number]

/** All calls by chapter, each a link to its place. */
const contentsPage = (document: OpenApi): Part =>
  page(
    String(document.info.title),
    html`
      <p class="lead">${document.info.description}</p>
      <p><a href="/api/openapi.json">openapi.json</a>（OpenAPI ${document.openapi}，版本 ${document.info.version}）</p>
      ${document.tags.map(
        (tag) => html`
          <section>
            <h2><a href="${`/api/docs/${tag.name}`}">${tag.name}</a> <small>${tag.description}</small></h2>
            <ul class="calls">
              ${callsOf(document, tag).map((call) => html`<li><a href="${`/api/docs/${tag.name}#${call.operation.operationId}`}">${address(call)}</a> <span>${call.operation.summary}</span>${unserved(call)}</li>`)}
            </ul>
          </section>
        `,
      )}
    `,
  )

/** The calls of one chapter in full. */
const chapterPage = (document: OpenApi, tag: Tag): Part =>
  page(
    `${tag.name} ${tag.description}`,
    html`
      <p><a href="/api/docs">所有呼叫</a></p>
      ${callsOf(document, tag).map((call) => callSection(document, call))}
    `,
  )

interface Call {
  readonly path: string
  readonly method: string
  readonly pathParameters: readonly JsonSchema[]
  readonly operation: JsonSchema
}

const callsOf = ({ paths }: OpenApi, { name }: Tag): readonly Call[] =>
  Object.entries(paths).flatMap(([path, { parameters, ...operations }]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      isOperation(operation) && [operation.tags].flat().includes(name) ? [{ path, method, pathParameters: parameters, operation }] : [],
    ),
  )

const isOperation = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && 'operationId' in value

const address = ({ method, path }: Call): Part => html`<code><b class="${method}">${method.toUpperCase()}</b> /api${path}</code>`

const unserved = ({ operation }: Call): Part => (operation['x-served'] === false ? html` <em>尚未提供</em>` : html``)

const callSection = (document: OpenApi, call: Call): Part => {
  const { operation, pathParameters } = call
  const parameters = [...pathParameters, ...asList(operation.parameters)]
    .map((one) => find(document, one))
    .filter((one) => one.in !== 'header' || !everywhere.includes(String(one.name)))
  return html`
    <section id="${operation.operationId}">
      <h2>${operation.summary}${unserved(call)}</h2>
      <p>${address(call)}</p>
      <p>${operation.description}</p>
      ${parameters.length > 0 ? html`<h3>參數</h3>${table(document, asObject(parameters))}` : ''}
      ${contents(operation.requestBody).map(([type, schema]) => html`<h3>送出 <small>${type}</small></h3>${table(document, schema)}`)}
      ${contents(asRecord(asRecord(operation.responses)['200'])).map(([type, schema]) => answer(document, type, schema))}
      <h3>錯誤</h3>
      <ul class="plain">
        ${Object.entries(asRecord(operation.responses)).flatMap(([status, response]) => (status === '200' ? [] : [html`<li><code>${status}</code> ${find(document, asRecord(response)).description}</li>`]))}
      </ul>
    </section>
  `
}

// Said once for all calls, in the document itself.
const everywhere = ['Source', 'ClientIP', 'RevServiceType', 'UniformNo']

const answer = (document: OpenApi, type: string, schema: JsonSchema): Part => {
  const [good] = asList(schema.oneOf)
  if (type !== 'application/json') return html`<h3>回覆 <small>${type}</small></h3><p>檔案</p>`
  return good ? html`<h3>回覆 <small>OutData</small></h3>${table(document, asRecord(asRecord(good.properties).OutData))}` : html``
}

/** Parameters drawn as the properties of an object. */
const asObject = (parameters: readonly JsonSchema[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map((one) => [parameterName(one), { ...asRecord(one.schema), description: one.description }])),
  required: parameters.filter(({ required }) => required).map(parameterName),
})

const parameterName = ({ name, in: place }: JsonSchema): string => `${name}${place === 'header' ? '（標頭）' : place === 'path' ? '（路徑）' : ''}`

const find = (document: OpenApi, part: JsonSchema): JsonSchema => {
  const [, , kind = '', name = ''] = String(part.$ref ?? '').split('/')
  return kind === 'parameters' || kind === 'responses' ? (document.components[kind][name] ?? part) : part
}

const contents = (part: unknown): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(asRecord(asRecord(part).content)).map(([type, content]) => [type, asRecord(asRecord(content).schema)])

const asRecord = (value: unknown): JsonSchema => (typeof value === 'object' && value !== null ? (value as JsonSchema) : {})
const asList = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value : [])

const page = (title: string, body: Part): Part => plainPage({ title, body, look: html`<link rel="stylesheet" href="/api/docs.css" />` })
