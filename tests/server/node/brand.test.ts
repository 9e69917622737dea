import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brandedPage, logoResponse } from '../../../src/server/node/http/brand-page'
import { readBrand } from '../../../src/server/node/settings/brand'
import { readSettings } from '../../../src/server/node/settings/settings'

const fileWith = (name: string, content: string | Uint8Array): string => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const svg =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>'

test('without settings the portal has its own name and colours', () => {
  expect(readBrand({})).toEqual({ brand: { name: '代收繳費服務網' }, problems: [] })
})

test('the name and the colours of the bank are settings of the browser, the name also of messages', () => {
  const { settings, problems } = readSettings({ BRAND_NAME: '安心收付網', BRAND_ACCENT: '#7A1F3D' })
  expect(problems).toEqual([])
  expect(settings.portal.portalName).toBe('安心收付網')
  expect(settings.site.brand).toMatchObject({ name: '安心收付網', colours: { light: { brand: '#7a1f3d' } } })
})

test.each([
  [{ BRAND_ACCENT: 'teal' }, 'BRAND_ACCENT is "teal", but must be a colour such as #0b5d6b.'],
  [
    { BRAND_ACCENT: '#ffcc00' },
    'BRAND_ACCENT is #ffcc00, whose contrast to white text is 1.5:1, but must be at least 4.5:1. Choose a darker shade, such as #8c7000.',
  ],
  [{ BRAND_NAME: '<b>銀行' }, 'BRAND_NAME is "<b>銀行", but must have at most 20 characters and none of < > 【 】.'],
  [{ BRAND_LOGO: '/no/such.png' }, 'BRAND_LOGO is "/no/such.png", but this file cannot be read.'],
])('the start stops with %j', (env, problem) => {
  expect(readSettings(env).problems).toEqual([problem])
})

test('a logo is served with its type at an address that changes with the file, and runs nothing when opened', async () => {
  const { brand, logo } = readBrand({ BRAND_LOGO: fileWith('logo.svg', svg) })
  expect(brand.logo).toMatch(/^\/brand\/logo-[\da-f]{16}\.svg$/)
  const response = logoResponse(logo, brand.logo ?? '')
  expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
  expect(response.headers.get('Content-Security-Policy')).toContain('sandbox')
  expect(await response.text()).toBe(svg)
  expect(logoResponse(logo, '/brand/logo-0.svg').status).toBe(404)
  expect(logoResponse(undefined, '/brand/logo-0.svg').status).toBe(404)
})

test('a PNG file is recognized by its content', () => {
  const png = fileWith('logo.dat', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))
  expect(readBrand({ BRAND_LOGO: png })).toMatchObject({ logo: { type: 'image/png' }, problems: [] })
})

test.each([
  ['a script', svg.replace('<path', '<script>alert(1)</script><path')],
  ['an event handler', svg.replace('<path', '<path onload="alert(1)"')],
  ['an address of another file', svg.replace('<path', '<image href="https://example.com/a.png"/><path')],
  ['a page', '<!doctype html><title>x</title>'],
])('a logo with %s is refused', (_, content) => {
  expect(readBrand({ BRAND_LOGO: fileWith('logo.svg', content) }).problems[0]).toMatch(/must be a PNG file, or an SVG/)
})

test('a logo of more than 100 KB is refused', () => {
  const problem = readBrand({ BRAND_LOGO: fileWith('logo.svg', svg + ' '.repeat(102_400)) }).problems[0]
  expect(problem).toMatch(/which has 101 KB, but may have at most 100 KB/)
})

test('the page has the name and the colours of the bank before any script runs', () => {
  const page = '<head><meta name="theme-color" content="#0a3a44" /><title>代收繳費服務網</title></head>'
  const { brand } = readBrand({ BRAND_NAME: '甲 & 乙', BRAND_ACCENT: '#7a1f3d' })
  const branded = brandedPage(page, brand)
  expect(branded).toContain('<title>甲 &#38; 乙</title>')
  expect(branded).toContain('content="#7a1f3d"')
  expect(branded).toMatch(/<style nonce="">\.splash\{--primary:#7a1f3d;--brand:#7a1f3d/)
  expect(brandedPage(page, readBrand({}).brand)).toBe(page)
})

test('the tab of the browser has the logo of the bank, or the sign of the portal in its accent', () => {
  const page = readFileSync('index.html', 'utf8')
  const iconOf = (env: Parameters<typeof readBrand>[0]) =>
    /<link rel="icon"[^>]*>/.exec(brandedPage(page, readBrand(env).brand))?.[0]
  expect(iconOf({})).toContain("fill='%230a3a44'")
  expect(iconOf({ BRAND_ACCENT: '#7a1f3d' })).toContain("rx='8' fill='%237a1f3d'")
  const logo = { BRAND_LOGO: fileWith('logo.svg', svg) }
  expect(iconOf({ ...logo, BRAND_ACCENT: '#7a1f3d' })).toBe(`<link rel="icon" href="${readBrand(logo).brand.logo}" />`)
})
