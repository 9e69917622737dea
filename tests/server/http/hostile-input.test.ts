import { expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { openApi } from '../../../src/contract/openapi'
import { modules } from '../../../src/modules'
import { pageRights } from '../../../src/server/access/operations'
import { handlerFor, isCallServed } from '../../../src/server/http/handlers'
import type { Client } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { sampledPairs } from '../../support/sample'
import { hostileTexts } from './hostile-texts'

/** The hostile values encoded as in a URL, and bytes that no text has. */
const hostileAddresses: readonly string[] = hostileTexts
  .map(encodeURIComponent)
  .concat('%', '%zz', '%00', '%C0%AE', '%ED%A0%80', '%FF')

interface Parameter {
  readonly name: string
  readonly in: string
}

interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
}

/** Returns the calls that are served. */
const operationsOf = ({ schemas }: Portal): readonly Operation[] => {
  const { paths, components } = openApi(schemas, isCallServed(schemas, modules))
  const resolved = (parameter: Json): Parameter =>
    (typeof parameter.$ref === 'string'
      ? components.parameters[parameter.$ref.split('/').at(-1) ?? '']
      : parameter) as unknown as Parameter
  return Object.entries(paths)
    .flatMap(([path, { parameters: shared = [], ...methods }]) =>
      Object.entries(methods).map(([method, operation]) => {
        const { operationId, parameters = [] } = operation as { operationId: string; parameters?: readonly Json[] }
        return { operationId, method: method.toUpperCase(), path, parameters: [...shared, ...parameters].map(resolved) }
      }),
    )
    .filter(({ operationId }) => handlerFor(operationId, schemas, modules))
}

type Json = Readonly<Record<string, unknown>>

/** Returns the path of a call in which one parameter has a value, and all other path parameters have a harmless one. */
const addressOf = ({ path }: Operation, parameter: Parameter, value: string): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    parameter.in === 'path' && name === parameter.name ? value : '1',
  )
  return parameter.in === 'query' ? `${filled}?${parameter.name}=${value}` : filled
}

/** Returns the paths of a call with a query parameter in forms that frameworks parse as lists and objects. */
const doubledAddresses = ({ path }: Operation, { name }: Parameter): readonly string[] =>
  [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}=1&${name}=`, `__proto__[${name}]=1`].map(
    (query) => `${path.replace(/\{\w+\}/g, '1')}?${query}`,
  )

/** Signs in a user who may make the call. */
const callerOf = (here: Portal, { operationId }: Operation): Promise<Client> => {
  const { session, page, right } = allEndpoints(here.schemas)[operationId] ?? {}
  if (session === 'payer') return here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'P1' }] })
  const mayCall = (role: string): boolean =>
    !page || !right || !here.schemas.has(page) || pageRights(role, here.schemas.get(page)).includes(right)
  return here.as(mayCall('CustomerAdmin') ? 'CustomerAdmin' : 'BankOperator')
}

test('no value of a parameter makes a call fail: each response is described by the API, and none is a 5xx', async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.payer()
  await here.given.bill()
  const operations = operationsOf(here)
  expect(operations.length).toBeGreaterThan(100)
  const failures: string[] = []
  for (const operation of operations) {
    const caller = await callerOf(here, operation)
    const inAddress = operation.parameters.filter((parameter) => parameter.in !== 'header')
    const addresses = [
      ...sampledPairs(inAddress, hostileAddresses).map(([parameter, value]) => addressOf(operation, parameter, value)),
      ...inAddress
        .filter((parameter) => parameter.in === 'query')
        .flatMap((parameter) => doubledAddresses(operation, parameter)),
    ]
    for (const address of addresses) {
      const status = await caller.request(operation.method, address).then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      )
      if (typeof status === 'string' || status >= 500)
        failures.push(`${operation.method} ${address.slice(0, 120)}: ${status}`)
    }
  }
  expect(failures).toEqual([])
})

test('no value of a header makes a call fail', async () => {
  const here = await portal()
  await twoCompanies(here)
  const admin = await here.as('CustomerAdmin')
  const values = hostileAddresses.map((value) => value.slice(0, 2000))
  for (const name of [
    'Source',
    'ClientIP',
    'RevServiceType',
    'UniformNo',
    'Authorization',
    'Content-Type',
    'Accept',
    'If-None-Match',
    'X-Forwarded-For',
  ])
    for (const value of values) {
      const { status } = await admin.request('GET', '/Payer', { headers: { [name]: value } })
      expect([name, value, status < 500]).toEqual([name, value, true])
    }
})

test('a parameter with one value is refused if it is sent twice', async () => {
  const here = await portal()
  await twoCompanies(here)
  const admin = await here.as('CustomerAdmin')
  const payer = await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'P1' }] })
  expect(await admin.get('/Payer', { PageNo: ['1', '2'] })).toMatchObject({
    code: '2002',
    errors: { PageNo: '「PageNo」只能有一個值。' },
  })
  expect(await admin.get('/Payer', { PayerId: ['A', 'B'] })).toMatchObject({
    code: '2002',
    errors: { PayerId: '「繳款人代號」只能有一個查詢值。' },
  })
  expect(await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: ['1', '2'] })).toMatchObject({
    status: 400,
    message: '「SerialId」只能有一個值。',
  })
  expect(await here.request('GET', '/Home/GetNotices', { query: { Category: ['A', 'B'] } })).toMatchObject({
    status: 400,
  })
  expect(
    await here.request('GET', '/Ext/Home/CheckCertificate', { query: { CertificateNo: ['A', 'B'], CheckCode: 'C' } }),
  ).toMatchObject({ status: 400 })
})
