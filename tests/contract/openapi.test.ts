import Ajv from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../../src/contract/all-endpoints'
import { endpoints } from '../../src/contract/endpoints'
import { extensions } from '../../src/contract/extensions'
import { openApi } from '../../src/contract/openapi'
import type { JsonSchema } from '../../src/contract/openapi/json'
import { testSchemas } from '../support/schemas/schemas'

const schemas = testSchemas()
const document = openApi(schemas, (id) => !id.startsWith('SKGPortal.'))

// biome-ignore lint/suspicious/noExplicitAny: the test looks into a document whose shape is what it tests.
type Operation = any

const operations = Object.entries(document.paths).flatMap(([path, { parameters, ...methods }]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    parameters,
    operation: operation as Operation,
  })),
)
const operation = (id: string): Operation => operations.find((one) => one.operation.operationId === id)?.operation

/** Every value of that key, at any depth. */
const valuesOf = (key: string, value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(key, inner)])
    : []

describe('the description of the API', () => {
  test('contains every call of the specification, every extension and every call of a schema, once', () => {
    const ids = operations.map((one) => String(one.operation.operationId))
    expect(ids.toSorted()).toEqual(Object.keys(allEndpoints(schemas)).toSorted())
    expect(ids).toEqual(
      expect.arrayContaining([...Object.keys(endpoints), ...Object.keys(extensions), 'Agreement.list']),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has one name for each parameter of a path', () => {
    const places = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(places).size).toBe(places.length)
    expect(Object.keys(document.paths['/Payer/{SerialId}'] ?? {}).sort()).toEqual([
      'delete',
      'get',
      'parameters',
      'put',
    ])
  })

  test('describes the number of a notice run as such, although its call belongs to the bills', () => {
    const { parameters } = operations.find(({ path }) => path === '/Ext/Bills/GetNoticeRun/{RunId}') ?? {}
    expect(parameters).toContainEqual({
      name: 'RunId',
      in: 'path',
      required: true,
      description: '寄送編號',
      schema: { type: 'integer', description: '寄送編號' },
    })
  })

  test('follows the rules of Redocly and Spectral for every call', () => {
    const tags = document.tags.map(({ name }) => name)
    expect(document.tags.filter(({ description }) => !description)).toEqual([])
    for (const { path, parameters, operation } of operations) {
      const said = {
        summary: operation.summary,
        description: operation.description,
        security: operation.security,
        parameters: operation.parameters,
      }
      expect([operation.operationId, said]).toEqual([
        operation.operationId,
        {
          summary: expect.stringMatching(/./),
          description: expect.stringMatching(/。$/),
          security: expect.any(Array),
          parameters: expect.any(Array),
        },
      ])
      expect(operation.tags.filter((tag: string) => !tags.includes(tag))).toEqual([])
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '500']))
      const inPath = parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []))
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  test('refers only to components that it has, and has no unused component', () => {
    const { securitySchemes, ...components } = document.components
    const named = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...new Set(valuesOf('$ref', document))].map(String).toSorted()).toEqual(named.toSorted())
    expect(new Set(operations.flatMap((one) => one.operation.security.flatMap(Object.keys)))).toEqual(
      new Set(Object.keys(securitySchemes)),
    )
  })

  test('has a tag of its own for extensions, and marks calls that this server does not serve', () => {
    expect(operation('Home.CheckCertificate').tags).toEqual(['Ext'])
    expect(operation('Agreement.list').tags).toEqual(['Ext'])
    expect(operation('Home.GetNotices').tags).toEqual(['Home'])
    expect(operation('SKGPortal.SKGBillQuery')).toMatchObject({
      'x-served': false,
      description: expect.stringContaining('尚未提供'),
    })
    expect(operation('SKGPortal.SKGBillQuery').responses).toHaveProperty('501')
    expect(operation('fee.list').responses).not.toHaveProperty('501')
  })

  test('has no password hint and no security question', () => {
    const names = JSON.stringify(document).match(/"name":"\w+"|"\w+":\{"(type|description|\$ref)"/g) ?? []
    expect(names.length).toBeGreaterThan(500)
    expect(names.filter((name) => /hint|question|remind/i.test(name))).toEqual([])
    expect(JSON.stringify(document)).not.toMatch(/密碼提示|安全問題|提示問題/)
  })

  test('says who may make each call', () => {
    expect(operation('Home.GetNotices').security).toEqual([])
    expect(operation('PayerArea.GetEBillLink').security).toEqual([{ payer: [] }])
    expect(operation('fee.create').security).toEqual([{ company: [] }])
    expect(operation('fee.create').description).toContain('「繳費項目設定」的「新增」')
  })
})

describe('the parameters of a list', () => {
  const parameters = (id: string): JsonSchema[] => operation(id).parameters
  const schemaOf = (id: string, name: string) => parameters(id).find((one) => one.name === name)?.schema

  test('are its filters by their match, its page and its order', () => {
    expect(schemaOf('Bills.list', 'PaymentEndDateFrom')).toMatchObject({ type: 'string', format: 'date' })
    expect(schemaOf('Bills.list', 'PaymentEndDate')).toBeUndefined()
    expect(schemaOf('Bills.list', 'BillStatus')).toMatchObject({
      type: 'array',
      items: { type: 'string', enum: expect.arrayContaining(['Overdue']) },
    })
    expect(schemaOf('fee.list', 'PageSize')).toMatchObject({ minimum: 1, maximum: 500, default: 20 })
    expect(schemaOf('fee.list', 'SortField')).toMatchObject({ enum: expect.arrayContaining(['SerialId', 'FeeCode']) })
  })
})

describe('the JSON schemas of a resource', () => {
  const shape = (name: string): Operation => document.components.schemas[name]
  const ajv = new Ajv({ strict: false, formats: { date: true, 'date-time': true, email: true } })
  const accepts = (name: string, value: unknown) => ajv.validate(shape(name), value)
  const fee = { ApplyCode: '77001', FeeCode: 'F01', FeeName: '管理費', SortNo: 1 }

  test('accept what a form sends and reject what the schema of the resource rejects', () => {
    expect(accepts('fee.Create', fee)).toBe(true)
    for (const wrong of [
      { FeeCode: 'f 1' },
      { FeeName: '' },
      { FeeName: null },
      { SortNo: 1000 },
      { SortNo: 1.5 },
      { FeeStatus: 'Gone' },
      { Stranger: 1 },
    ]) {
      expect([wrong, accepts('fee.Create', { ...fee, ...wrong })]).toEqual([wrong, false])
    }
    expect(accepts('fee.Update', { FeeName: '新名稱' })).toBe(false)
    expect(accepts('fee.Update', { FeeName: '新名稱', UpdateTime: '2026-11-20T09:00:00.000000+08:00' })).toBe(true)
  })

  test('mark fields that are read-only, sensitive, write-once or conditional, with the labels of the page', () => {
    expect(shape('payer.Record').properties.IdNo).toMatchObject({
      description: '身分證字號／統一編號',
      'x-personal': 'idNo',
      type: ['string', 'null'],
    })
    expect(shape('bills.Record').properties.PaidAmount).toMatchObject({ readOnly: true, type: 'integer' })
    expect(shape('payer.Create').properties.PayerId).toMatchObject({ 'x-write-once': true, maxLength: 15 })
    expect(shape('payer.Create').properties.DebitUserNo['x-required-when']).toEqual({ field: 'PayerType', is: 'ACH' })
    expect(shape('payer.Row').required).not.toContain('Address')
  })
})

test('only the creation and the change of a user, and the calls that act on one, have the password that confirms them', () => {
  const bodies = Object.entries(document.components.schemas).filter(
    ([, { properties = {} }]: [string, Operation]) => 'AdminMima' in properties,
  )
  expect(bodies.map(([name]) => name)).toEqual(['portalUser.Create', 'portalUser.Update'])
  for (const id of ['PortalUser.delete', 'PortalUser.Disabled', 'PortalUser.Enabled', 'PortalUser.ResetMima']) {
    const { required, content } = operation(id).requestBody
    expect([id, required, Object.keys(content['application/json'].schema.properties)]).toEqual([
      id,
      false,
      ['AdminMima'],
    ])
  }
  const [, body] = bodies[1] as [string, Operation]
  expect(body.properties.AdminMima).toMatchObject({ format: 'password', 'x-sensitive': true })
  expect(body.required).toEqual(['UpdateTime'])
})

test('an upload is a form with the bytes of its file', () => {
  const form = operation('BillImportList.create').requestBody.content['multipart/form-data'].schema
  expect(form.properties.File).toMatchObject({ contentMediaType: 'application/octet-stream' })
  // The id of a file that the preview has kept can replace the file.
  expect(form.properties).toHaveProperty('FileId')
  expect(form.required).toEqual(expect.arrayContaining(['ApplyCode', 'OriFileName']))
  expect(form.required).not.toContain('File')
})
