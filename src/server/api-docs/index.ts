import type { Hono } from 'hono'
import { apiBase } from '../../contract/endpoints'
import { type OpenApi, openApi } from '../../contract/openapi'
import type { SchemaSet } from '../../schema/schema-set'
import { isServed } from '../handlers'
import { style } from '../plain-page/style'
import { chapterPage, contentsPage } from './pages'

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
