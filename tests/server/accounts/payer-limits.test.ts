import { expect, test } from 'vitest'
import type { CaptchaTicket } from '../../../src/contract/call-responses'
import { type CaptchaForm, costOf, solveProof } from '../../../src/contract/proof-of-work'
import { portal, twoCompanies } from '../../support/portal'
import { signIn } from './sign-in'

const wang = { PayerId: 'A1-0501', IdNo: 'A123456789', Mobile: '0912345678' }

/** A committee with two payers and a bill of the first. */
const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  await here.given.payer(wang)
  await here.given.payer({ PayerId: 'A1-0502', IdNo: 'F234567898', Mobile: '0987654321' })
  await here.given.bill({ ...wang, VACAccount: '77001260001235' })
  return here
}

test('guesses at one payer are blocked after too many failures', async () => {
  const here = await openPortal()
  const guess = (n: number) =>
    signIn(
      here,
      '/PayerArea/AccountLogin',
      { IdNo: 'A123456789', Mobile: `09000000${String(n).padStart(2, '0')}` },
      `203.0.113.${n}`,
    )
  let last = await guess(0)
  for (let n = 1; n <= 20; n++) last = await guess(n)
  expect(last.status).toBe(429)
})

test('wrong ids for one payer are blocked, however many ids and addresses are tried', async () => {
  const here = await openPortal()
  for (const [SortNo, Field] of ['PayerId', 'IdNo'].entries())
    await here.given.record('PayerLoginField', { UniformNo: '90000017', Field, Label: Field, Required: true, SortNo })
  const guess = (n: number, PayerId: string, IdNo: string) =>
    signIn(here, '/PayerArea/Login', { UniformNo: '90000017', PayerId, IdNo }, `203.0.113.${n}`)
  for (let n = 1; n <= 20; n++)
    expect(await guess(n, 'A1-0501', `A1000000${n + 10}`)).toMatchObject({ status: 200, code: '1001' })
  expect((await guess(21, 'A1-0501', 'A123456789')).status, 'the right id is held off as well').toBe(429)
  expect((await guess(22, 'A1-0502', 'F234567898')).code, 'another payer is not').toBe('0000')
  here.clock.advance({ minutes: 16 })
  expect((await guess(23, 'A1-0501', 'A123456789')).code).toBe('0000')
})

test('failures from unknown addresses do not block a payer at an address that signed in before', async () => {
  const here = await openPortal()
  const account = (Mobile: string, ip: string) =>
    signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile }, ip)
  expect((await account('0912345678', '198.51.100.7')).code).toBe('0000')
  for (let n = 10; n < 30; n++) await account(`09000000${n}`, `203.0.113.${n}`)
  expect((await account('0912345678', '203.0.113.1')).status).toBe(429)
  expect((await account('0912345678', '198.51.100.7')).code).toBe('0000')
})

test('one value that is tried with many payer ids is blocked, and successful sign-ins are not counted', async () => {
  const here = await openPortal()
  const account = (PayerId: string, ip: string) =>
    signIn(here, '/PayerArea/AccountLogin', { UniformNo: '90000017', PayerId, Mobile: '0912345678' }, ip)
  for (let n = 1; n <= 25; n++) expect((await account('A1-0501', '198.51.100.7')).code).toBe('0000')
  for (let n = 1; n <= 20; n++) expect((await account(`B${n}`, `203.0.113.${n}`)).code).toBe('1001')
  expect((await account('B21', '203.0.113.21')).status).toBe(429)
})

/** Signs in with only account numbers, most of which belong to no bill. */
const byNumber = async (options: { readonly others: number }) => {
  const here = await openPortal()
  const send = (n: number, ip: string) =>
    signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: `7700126009${1000 + n}` }, ip)
  for (let n = 0; n < options.others; n++) {
    // The limit of failed sign-ins from an address has shorter windows.
    if (n === 30) here.clock.advance({ minutes: 16 })
    expect((await send(n, '203.0.113.9')).code).toBe('1001')
  }
  return {
    ...here,
    send,
    own: (ip: string) =>
      signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '0077001260001235' }, ip),
  }
}

test('after 20 different numbers in an hour, a proof of work for further ones costs their address eight times as much', async () => {
  const here = await byNumber({ others: 19 })
  const ticket = async (ip: string) => (await here.request('GET', '/Home/GetVICode', { ip })).data
  const easy = await ticket('203.0.113.9')
  expect(easy.Challenge).toMatchObject({ Bits: 8, PayerLoginBits: 8 })
  await here.send(0, '203.0.113.9')
  expect((await ticket('203.0.113.9')).Challenge, 'the same number again is not counted').toMatchObject({
    PayerLoginBits: 8,
  })
  expect((await here.own('203.0.113.9')).code).toBe('0000')
  expect((await ticket('203.0.113.9')).Challenge).toMatchObject({ Bits: 8, PayerLoginBits: 11 })
  expect((await ticket('198.51.100.7')).Challenge, 'another address').toMatchObject({ PayerLoginBits: 8 })

  const send = async (
    path: string,
    fields: object,
    { VCode, proof }: { readonly VCode: string; readonly proof: string },
  ) =>
    (
      await here.request('POST', path, {
        body: { UniformNo: '90000017', ...fields, VCode: proof },
        headers: { VCode },
        ip: '203.0.113.9',
      })
    ).code
  const proved = async ({ VCode, Challenge }: CaptchaTicket, form: CaptchaForm) => ({
    VCode,
    proof: Challenge ? await solveProof(VCode, costOf(Challenge, form)) : '',
  })
  const number = { VACAccount: '77001260001235' }
  expect(
    await send('/PayerArea/Login', number, await proved(easy, 'payer login')),
    'work from before is too little',
  ).toBe('1004')
  const person = { PayerId: 'A1-0501', Mobile: '0912345678' }
  expect(
    await send('/PayerArea/AccountLogin', person, await proved(await ticket('203.0.113.9'), 'other')),
    'another form',
  ).toBe('0000')
  expect(await send('/PayerArea/Login', number, await proved(await ticket('203.0.113.9'), 'payer login'))).toBe('0000')
  here.clock.advance({ minutes: 61 })
  expect((await ticket('203.0.113.9')).Challenge).toMatchObject({ PayerLoginBits: 8 })
})

test('after 60 different numbers in an hour, further ones from the address are refused', async () => {
  const here = await byNumber({ others: 60 })
  const refused = await here.own('203.0.113.9')
  expect(refused).toMatchObject({ status: 429, message: '嘗試次數過多，請於 44 分鐘後再試。' })
  expect((await here.send(1, '203.0.113.9')).status, 'a number that was counted').toBe(200)
  expect((await here.own('198.51.100.7')).code, 'another address').toBe('0000')
  expect(
    (await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' }, '203.0.113.9')).code,
    'not a number alone',
  ).toBe('0000')
  here.clock.advance({ minutes: 45 })
  expect((await here.own('203.0.113.9')).code).toBe('0000')
})
