import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { creditPush } from '../../../../src/contract/openapi/calls/pushes'
import { bankCredit, sendSigned } from '../../../support/payments/bank-credit'
import { startReceiver } from '../../../support/payments/receiver'
import { portal, twoCompanies } from '../../../support/portal'

interface Push {
  readonly headers: Readonly<Record<string, unknown>>
  readonly path: string
  readonly body: string
}

/** Loads the verification of pushes from the README of the contract. */
const readmeVerification = async (): Promise<(push: Push, secret: string, now?: number) => boolean> => {
  const code = /```js\n([\s\S]*?)```/.exec(readFileSync('src/contract/README.md', 'utf8'))?.[1] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'verification-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'verify.mjs'), code)
  return (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'verify.mjs')).href)).isFromBank
}

test('the example of the README accepts pushes of the portal, and nothing else', async () => {
  const here = await portal()
  await twoCompanies(here)
  const receiver = await startReceiver()
  await here.db
    .updateTable('agreement')
    .set({ notify_methods: '["WebService"]', notify_url: receiver.url })
    .where('apply_code', '=', '77001')
    .execute()
  const operator = await here.as('BankOperator')
  const rotate = async () => (await operator.post('/Ext/Agreement/77001/RotatePushSecret')).data.Secret
  const former = await rotate()
  const secret = await rotate()
  await sendSigned(here, bankCredit({ VACAccount: '77001260001235' }))
  await here.ports.jobs.runUntilIdle()
  const [push] = receiver.received
  if (!push) throw new Error('No push arrived.')
  const now = here.clock().getTime()
  const isFromBank = await readmeVerification()
  expect(isFromBank(push, secret, now)).toBe(true)
  expect(isFromBank(push, former, now)).toBe(true)
  expect(isFromBank(push, 'another secret', now)).toBe(false)
  expect(isFromBank({ ...push, body: push.body.replace('1000', '9000') }, secret, now)).toBe(false)
  expect(isFromBank({ ...push, path: '/other' }, secret, now)).toBe(false)
  expect(isFromBank(push, secret, now + 301_000)).toBe(false)
  expect(isFromBank({ ...push, headers: {} }, secret, now)).toBe(false)
  const { default: Ajv } = await import('ajv/dist/2020')
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(creditPush)
  expect(validate(JSON.parse(push.body))).toBe(true)
})
