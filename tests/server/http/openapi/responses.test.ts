import { expect, test } from 'vitest'
import { openApi } from '../../../../src/contract/openapi'
import { modules } from '../../../../src/modules'
import { isCallServed } from '../../../../src/server/http/handlers'
import { documented } from '../../../support/documented'
import { testSchemas } from '../../../support/schemas/schemas'

const schemas = testSchemas()
const document = openApi(schemas, isCallServed(schemas, modules))

/** Validates the response of an app that returns exactly this. */
const validated = (path: string, status: number, body: unknown) =>
  documented({ request: async () => Response.json(body, { status }) }, schemas).request(path)

const ok = (OutData: unknown) => ({ ReturnCode: '0000', ReturnMsg: '', OutData })
const captcha = { VCode: 'ticket', ExpiresIn: 300 }

test('a response as described is valid', async () => {
  expect((await validated('/api/Home/GetVICode', 200, ok(captcha))).status).toBe(200)
  expect(
    (await validated('/api/Home/GetVICode', 429, { ReturnCode: '1002', ReturnMsg: '請稍後再試', OutData: null }))
      .status,
  ).toBe(429)
})

test.each([
  ['an additional property', 200, ok({ ...captcha, Secret: 1 })],
  ['a missing property', 200, ok({ VCode: 'ticket' })],
  ['another type', 200, ok({ ...captcha, ExpiresIn: '300' })],
  ['no envelope', 200, captcha],
  ['an additional key of the envelope', 200, { ...ok(captcha), Stack: '' }],
  ['a code that does not exist', 200, { ReturnCode: '7777', ReturnMsg: '', OutData: { Errors: {} } }],
  ['a status that is not described', 404, { ReturnCode: '2004', ReturnMsg: '', OutData: null }],
])('%s is invalid', async (_, status, body) => {
  await expect(validated('/api/Home/GetVICode', status, body)).rejects.toThrow(
    'otherwise than its description (Home.GetVICode)',
  )
})

test('every object of a response is closed: it has no property that the description does not name', () => {
  const open: string[] = []
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('type' in value && value.type === 'object' && !('additionalProperties' in value)) open.push(place)
    for (const [name, inner] of Object.entries(value)) visit(inner, `${place}/${name}`)
  }
  visit(document.components.schemas, '')
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item))
      if ('operationId' in operation && operation['x-served'] !== false) visit(operation, String(operation.operationId))
  }
  expect(open).toEqual([])
})
