import { expect, test } from 'vitest'
import { modules } from '../../../../src/modules'
import { createApp } from '../../../../src/server/http/app'
import { readSettings } from '../../../../src/server/node/settings/settings'
import { portal } from '../../../support/portal'

const { app, ports, schemas } = await portal()
const text = async (path: string) => (await app.request(path)).text()

test('the description is served to programs, without any detail of this installation', async () => {
  const response = await app.request('/api/openapi.json')
  const document = await response.text()
  expect(response.headers.get('Content-Type')).toContain('application/json')
  expect(JSON.parse(document)).toMatchObject({
    openapi: '3.1.0',
    paths: { '/fee/{SerialId}': { get: { operationId: 'fee.get' } } },
  })
  // The secret of the tests is 32 bytes with the value 7, which begin with BwcH in Base64.
  expect(document).not.toMatch(/ebill\.example\.com|SESSION_SECRET|BwcHBwcH/i)
})

test('the description is also served as pages that need no script and load nothing from other hosts', async () => {
  const page = await app.request('/api/docs')
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'; style-src 'self'")
  const index = await page.text()
  expect(index).toContain('<a href="/api/docs/fee#fee.update">')
  const tagPage = await text('/api/docs/fee')
  for (const words of ['id="fee.update"', '繳費項目代碼', 'Active 啟用、Inactive 停用', '1–999', '新增後不可修改'])
    expect(tagPage).toContain(words)
  for (const html of [index, tagPage]) expect(html).not.toMatch(/<script|style="|src=|href="http|undefined|\[object/)
  expect((await app.request('/api/docs.css')).headers.get('Content-Type')).toBe('text/css; charset=utf-8')
})

test("the pages have the name of the bank's portal", async () => {
  const settings = { ...ports.settings, portalName: '安心 & 收付網' }
  const branded = createApp({ ...ports, settings }, schemas, modules)
  expect(await (await branded.request('/api/docs')).text()).toContain('<a href="/">安心 &amp; 收付網</a>')
})

test('every tag has a page, an unknown tag has none', async () => {
  const { tags } = JSON.parse(await text('/api/openapi.json')) as { tags: { name: string }[] }
  expect(tags.length).toBeGreaterThan(25)
  for (const { name } of tags) expect([name, (await app.request(`/api/docs/${name}`)).status]).toEqual([name, 200])
  expect((await app.request('/api/docs/Nothing')).status).toBe(404)
})

test('in production the description is served only if the setting says so; elsewhere unless it says no', async () => {
  const shown = (env: Record<string, string>) => readSettings(env).settings.portal.apiDocs
  expect([
    shown({ NODE_ENV: 'production' }),
    shown({ NODE_ENV: 'production', API_DOCS: '1' }),
    shown({}),
    shown({ API_DOCS: '0' }),
  ]).toEqual([false, true, true, false])
  const withoutDocs = createApp({ ...ports, settings: { ...ports.settings, apiDocs: false } }, schemas, modules)
  for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/fee', '/api/docs.css'])
    expect((await withoutDocs.request(path)).status).toBe(404)
})
