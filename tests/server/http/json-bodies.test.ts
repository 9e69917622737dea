import { expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { modules } from '../../../src/modules'
import { isCallServed } from '../../../src/server/http/handlers'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'

const here = await portal()
await twoCompanies(here)
const admin = await here.as('CustomerAdmin')
const operator = await here.as('BankOperator')
const payer = await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'P1' }] })

const unstorable = '送出的資料含有無法儲存的字元，請移除後再試。'
const repeated = '送出的資料裡，同一個欄位出現了兩次以上，請只保留一個後再送。'

test('a collection whose bill number ends in half a character is refused before the bill is searched', async () => {
  expect(
    await admin.post('/SelfCollection', '{"ApplyCode":"77001","BillNo":"B\\ud842","CollectAmount":1}'),
  ).toMatchObject({ status: 400, message: unstorable })
  expect(here.log.lines.filter(({ level }) => level === 'error')).toEqual([])
})

// The bank's system signs its bodies; its own test sends them.
const calls = Object.entries(allEndpoints(here.schemas)).filter(
  ([id, { body, session }]) => body === 'json' && session !== 'bankSystem' && isCallServed(here.schemas, modules)(id),
)

/**
 * Sends a body to a call as each of several callers, and returns the response to the first one who may make the call.
 */
const sendAsAnyone = async (method: string, path: string, body: string) => {
  const callers: readonly Pick<Client, 'request'>[] = [here, admin, operator, payer]
  for (const caller of callers) {
    const answer = await caller.request(method, path.replace(/:\w+/g, '1'), { body })
    if (![401, 403].includes(answer.status)) return answer
  }
  throw new Error(`Nobody may call ${path}.`)
}

test.each(calls)(
  '%s refuses characters that cannot be stored and repeated keys, at any depth, in keys and in values',
  async (_, { method, path }) => {
    for (const body of [
      '{"A":"\\ud842"}',
      '{"A":[{"B":["x\\uDFFFy"]}]}',
      '{"A":{"\\udbff":1}}',
      '{"A":"\\u0000"}',
      '{"A":{"a\\u0000":1}}',
      '["\\ude00\\ud83d"]',
    ])
      expect(await sendAsAnyone(method, path, body), body).toMatchObject({ status: 400, message: unstorable })
    for (const body of [
      '{"A":1,"A":1}',
      '{"A":[{"B":{"C":"","D":":","C":""}}]}',
      '{"A":1,"\\u0041":2}',
      '{"__proto__":1,"__proto__":2}',
    ])
      expect(await sendAsAnyone(method, path, body), body).toMatchObject({ status: 400, message: repeated })
  },
)

test('whole characters as escape sequences, and equal keys of different objects, are accepted', async () => {
  const fee = { ApplyCode: '77001', FeeCode: 'F1', FeeName: '費用', DefaultAmount: 1, SortNo: 1, FeeStatus: 'Active' }
  const { code, data } = await admin.post(
    '/fee',
    JSON.stringify({ ...fee, Remark: '"\\:{' }).replace('費用', '\\ud842\\udfb7\\u8cbb'),
  )
  expect([code, data.FeeName, data.Remark]).toEqual(['0000', '𠮷費', '"\\:{'])
  const items = '{"ApplyCode":"77001","FeeItems":[{"FeeName":"a","Amount":1},{"FeeName":"b","Amount":2}]}'
  expect((await admin.post('/Bills', items)).message).not.toBe(repeated)
})

test('a body that is nested very deeply is refused and takes no other call down', async () => {
  const depth = 200_000
  for (const body of [
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(depth / 2)}1${'}'.repeat(depth / 2)}`,
    `${'['.repeat(depth)}"\\ud800"${']'.repeat(depth)}`,
  ])
    expect((await admin.post('/fee', body)).status).toBeLessThan(500)
})
