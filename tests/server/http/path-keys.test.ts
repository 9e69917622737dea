import { expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import type { Endpoint } from '../../../src/contract/endpoints'
import { modules } from '../../../src/modules'
import { isCallServed } from '../../../src/server/http/handlers'
import type { Answer, Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { voucher } from '../../support/schemas/voucher'

/** A page whose key is a field of that type. */
const keyedBy = (field: object) => ({
  label: '試',
  page: false,
  tenant: 'shared',
  key: 'It',
  display: '{It}',
  endpoints: { operations: ['list', 'get', 'create', 'update', 'delete'] },
  fields: {
    It: { label: '它', required: true, writeOnce: true, ...field },
    Name: { type: 'string', label: '名', max: 9 },
  },
})

const { as, schemas, given, log } = await portal({
  schemas: {
    voucher,
    byDay: keyedBy({ type: 'date' }),
    byMonth: keyedBy({ type: 'month' }),
    byMoment: keyedBy({ type: 'datetime' }),
    byTime: keyedBy({ type: 'time' }),
    byWhole: keyedBy({ type: 'integer', min: -10, max: 10 }),
    byMoney: keyedBy({ type: 'money' }),
    byShare: keyedBy({ type: 'percent' }),
    byCode: keyedBy({ type: 'enum', options: { true: '是', 0: '零' } }),
    byAnswer: keyedBy({ type: 'boolean' }),
  },
})
await twoCompanies({ given })
const clients = [await as('CustomerAdmin'), await as('BankOperator')]

const calls = Object.entries(allEndpoints(schemas)).filter(
  ([id, { path }]) => path.includes('/:') && isCallServed(schemas, modules)(id),
)

// Well-formed keys of records that do not exist, and texts that cannot be keys.
const unusable = [
  '999999999',
  '2099-12-31',
  'abc',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999',
  '2026-02-30',
  '0000-01-01',
  '10000-01-01',
  '2026-13',
  'today',
  'infinity',
  'NaN',
  'null',
  '2026-11-20T09:15:00+99:99',
  '2026-11-20T09:15:30.000000+08:00',
  '2026-02-30T09:15:30.000000+08:00',
  "'",
  '{}',
  '[]',
  '%20',
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%ZZ',
  '%',
  '%2F',
  '%EF%BF%BF',
  '%F0%9F%98%80',
  'x'.repeat(5000),
]

const ask = (client: Client, { method, path, body }: Endpoint, texts: readonly string[]): Promise<Answer> => {
  const left = [...texts]
  return client.request(
    method,
    path.replace(/:\w+/g, () => left.shift() ?? ''),
    { ...(body === 'json' ? { body: {} } : {}), ...(body === 'multipart' ? { form: new FormData() } : {}) },
  )
}

/** A role that may make the call. */
const callerOf = async (endpoint: Endpoint): Promise<Client> => {
  for (const client of clients) if ((await ask(client, endpoint, ['x', 'x'])).status !== 403) return client
  throw new Error(`Nobody may call ${endpoint.path}.`)
}

test.each(calls)('%s treats an invalid key in its path as the key of a missing record', async (_, endpoint) => {
  const client = await callerOf(endpoint)
  const logged = log.lines.length
  const several = endpoint.path.split('/:').length > 2
  const missing = await ask(client, endpoint, ['999999999', '999999999'])
  // A call that requires a body validates it first.
  expect([200, 404]).toContain(missing.status)
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE')
    expect(missing).toMatchObject({ status: 404, code: '2004' })
  for (const text of unusable)
    for (const texts of several
      ? [
          [text, text],
          ['77001', text],
          [text, 'A1'],
        ]
      : [[text]]) {
      const { status, code, message } = await ask(client, endpoint, texts)
      expect({ status, code, message }, texts.join(' ').slice(0, 50)).toEqual({
        status: missing.status,
        code: missing.code,
        message: missing.message,
      })
    }
  expect(log.lines.slice(logged).filter(({ level }) => level === 'error')).toEqual([])
})

test('the calls are those of records, actions, downloads, users, jobs and news', () => {
  expect(calls.length).toBeGreaterThan(60)
  for (const id of [
    'Holiday.get',
    'ByDay.update',
    'Voucher.Stop',
    'Bills.DownloadPaymentPDF',
    'BillImportList.DownloadPLog',
    'PortalUser.Disabled',
    'Ext.CancelJob',
    'Home.GetNotice',
    'Common.GetBillTerm',
  ])
    expect(calls.map(([name]) => name)).toContain(id)
})

test.each([
  ['ByDay', '2026-11-20'],
  ['ByMonth', '2026-11'],
  ['ByMoment', '2026-11-20T09:15:30.123456+08:00'],
  ['ByTime', '09:15'],
  ['ByWhole', -3],
  ['ByMoney', 0],
  ['ByShare', 1.5],
  ['ByCode', '0'],
  ['ByAnswer', false],
])('a record of %s is found by its key %s, as encoded in the path', async (controller, It) => {
  const bank = clients[1]
  const made = await bank?.post(`/Ext/${controller}`, { It })
  expect(made).toMatchObject({ code: '0000', data: { It } })
  const path = `/Ext/${controller}/${encodeURIComponent(String(made?.data.It))}`
  expect(await bank?.get(path)).toMatchObject({ status: 200, data: { It } })
  expect(await bank?.put(path, { Name: '改', UpdateTime: made?.data.UpdateTime })).toMatchObject({
    code: '0000',
    data: { It, Name: '改' },
  })
  expect(await bank?.delete(path)).toMatchObject({ code: '0000' })
  expect(await bank?.get(path)).toMatchObject({ status: 404 })
})

test('keys in a body are parsed in the same way', async () => {
  const keys = ['abc', '9223372036854775808', 1e30, -1]
  const { code, data } = await (await as('CustomerAdmin')).delete('/Payer/MultiDelete', { SerialIds: keys })
  expect(code).toBe('0000')
  expect(data.Results.map(({ ReturnCode }: { ReturnCode: string }) => ReturnCode)).toEqual(keys.map(() => '2004'))
})

test('the year 0 is invalid in a path, in a filter and in a record', async () => {
  const bank = await as('BankOperator')
  expect(await bank.get('/Ext/ByDay/0000-01-01')).toMatchObject({ status: 404 })
  expect(await bank.get('/Ext/Holiday', { HolidayDate: '0000-01-01' })).toMatchObject({
    code: '2002',
    errors: { HolidayDate: expect.any(String) },
  })
  expect(await bank.post('/Ext/ByDay', { It: '0000-01-01' })).toMatchObject({
    code: '2002',
    errors: { It: expect.any(String) },
  })
})
