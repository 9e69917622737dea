import { html } from 'hono/html'
import type { OpenApi } from '../../contract/openapi'
import type { JsonSchema } from '../../contract/openapi/json'
import type { Part } from './plain-page'

/** A shape as a table of its properties, those of inner objects by their path. */
export const table = (document: OpenApi, schema: JsonSchema): Part => {
  const rows = rowsOf(document, schema, '', false)
  if (rows.length === 0) return html`<p>無</p>`
  return html`
    <div class="scroll" tabindex="0">
      <table>
        <thead><tr><th scope="col">欄位</th><th scope="col">型別</th><th scope="col">必填</th><th scope="col">說明</th></tr></thead>
        <tbody>
          ${rows.map(({ name, json, required }) => html`<tr><td><code>${name}</code></td><td>${typeText(json)}</td><td>${required ? '是' : ''}</td><td>${words(json)}</td></tr>`)}
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

const rowsOf = (document: OpenApi, schema: JsonSchema, prefix: string, required: boolean): readonly TableRow[] => {
  const json = resolved(document, schema)
  const own = prefix === '' ? [] : [{ name: prefix, json, required }]
  if (Array.isArray(json.oneOf)) return json.oneOf.flatMap((one, index) => rowsOf(document, one, `${prefix}（擇一 ${index + 1}）`, false))
  if (isJson(json.items)) return [...(own.length > 0 ? own : [{ name: '[]', json, required }]), ...rowsOf(document, json.items, `${prefix}[]`, false).slice(1)]
  if (!isJson(json.properties)) return prefix === '' && json.type !== 'null' && json.type !== 'object' ? [{ name: '—', json, required }] : own
  const names = Array.isArray(json.required) ? json.required : []
  const inner = Object.entries(json.properties).flatMap(([name, property]) =>
    isJson(property) ? rowsOf(document, property, prefix === '' ? name : `${prefix}.${name}`, names.includes(name)) : [],
  )
  return [...own, ...inner]
}

const resolved = (document: OpenApi, json: JsonSchema): JsonSchema =>
  typeof json.$ref === 'string' ? (document.components.schemas[json.$ref.split('/').at(-1) ?? ''] ?? json) : json

const typeText = (json: JsonSchema): string => {
  const types = [json.type ?? '—'].flat().map(String)
  const base = typeof json.format === 'string' ? json.format : types.filter((type) => type !== 'null').join('、')
  return [base, ...limits(json), types.includes('null') && base !== '' ? '可為 null' : ''].filter(Boolean).join('，')
}

const limits = ({ minLength, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema): readonly string[] => [
  range(minLength, maxLength, '字'),
  range(minimum, maximum, ''),
  range(minItems, maxItems, '項'),
]

const range = (min: unknown, max: unknown, unit: string): string => {
  if (min === undefined && max === undefined) return ''
  const bounds = min === undefined ? `≤ ${max}` : max === undefined ? `≥ ${min}` : `${min}–${max}`
  return `${bounds} ${unit}`.trim()
}

const words = (json: JsonSchema): string => {
  const codes = isJson(json.items) && json.items.enum ? json.items : json
  return [json.description, codeText(codes), typeof json.pattern === 'string' ? (json['x-pattern-text'] ?? json.pattern) : '', ...marks(json)]
    .filter(Boolean)
    .join('；')
}

const codeText = ({ enum: codes, 'x-labels': labels }: JsonSchema): string =>
  Array.isArray(codes)
    ? codes
        .filter((code) => code !== null)
        .map((code) => (isJson(labels) && labels[code] ? `${code} ${labels[code]}` : String(code)))
        .join('、')
    : ''

const marks = (json: JsonSchema): readonly string[] => [
  json.readOnly ? '唯讀' : '',
  json['x-write-once'] ? '新增後不可修改' : '',
  json['x-personal'] || json['x-sensitive'] ? '敏感資料' : '',
  json.default === undefined ? '' : `預設 ${json.default}`,
]

const isJson = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)
