import { expect, test } from 'vitest'
import { captchaQuestion } from '../../../src/server/accounts/captcha/question'
import { portal, twoCompanies } from '../../support/portal'
import { signIn } from './sign-in'

const wang = { PayerId: 'A1-0501', IdNo: 'A123456789', Mobile: '0912345678' }

/** A committee with two payers and a bill of the first. */
const house = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  await here.given.payer(wang)
  await here.given.payer({ PayerId: 'A1-0502', IdNo: 'F234567898', Mobile: '0987654321' })
  await here.given.bill({ ...wang, VACAccount: '77001260001235' })
  return here
}

test('one payer who is guessed at too often is held off', async () => {
  const here = await house()
  const guess = (n: number) =>
    signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: `09000000${String(n).padStart(2, '0')}` }, `203.0.113.${n}`)
  let last = await guess(0)
  for (let n = 1; n <= 20; n++) last = await guess(n)
  expect(last.status).toBe(429)
})

test('wrong ids for one payer are held off, however many ids and addresses are tried', async () => {
  const here = await house()
  for (const [SortNo, Field] of ['PayerId', 'IdNo'].entries())
    await here.given.record('PayerLoginField', { UniformNo: '90000017', Field, Label: Field, Required: true, SortNo })
  const guess = (n: number, PayerId: string, IdNo: string) => signIn(here, '/PayerArea/Login', { UniformNo: '90000017', PayerId, IdNo }, `203.0.113.${n}`)
  for (let n = 1; n <= 20; n++) expect(await guess(n, 'A1-0501', `A1000000${n + 10}`)).toMatchObject({ status: 200, code: '1001' })
  expect((await guess(21, 'A1-0501', 'A123456789')).status, 'the right id is held off as well').toBe(429)
  expect((await guess(22, 'A1-0502', 'F234567898')).code, 'another payer is not').toBe('0000')
  here.clock.advance({ minutes: 16 })
  expect((await guess(23, 'A1-0501', 'A123456789')).code).toBe('0000')
})

test('strangers do not keep a payer out at an address that signed in before', async () => {
  const here = await house()
  const account = (Mobile: string, ip: string) => signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile }, ip)
  expect((await account('0912345678', '198.51.100.7')).code).toBe('0000')
  for (let n = 10; n < 30; n++) await account(`09000000${n}`, `203.0.113.${n}`)
  expect((await account('0912345678', '203.0.113.1')).status).toBe(429)
  expect((await account('0912345678', '198.51.100.7')).code).toBe('0000')
})

test('one value that is tried with many payer ids is held off, and signing in uses up nothing', async () => {
  const here = await house()
  const account = (PayerId: string, ip: string) => signIn(here, '/PayerArea/AccountLogin', { UniformNo: '90000017', PayerId, Mobile: '0912345678' }, ip)
  for (let n = 1; n <= 25; n++) expect((await account('A1-0501', '198.51.100.7')).code).toBe('0000')
  for (let n = 1; n <= 20; n++) expect((await account(`B${n}`, `203.0.113.${n}`)).code).toBe('1001')
  expect((await account('B21', '203.0.113.21')).status).toBe(429)
})

/** Signs in with account numbers alone, most of which no bill has. */
const byNumber = async (options: { readonly others: number }) => {
  const here = await house()
  const send = (n: number, ip: string) => signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: `7700126009${1000 + n}` }, ip)
  for (let n = 0; n < options.others; n++) {
    // The limit of failed sign-ins from an address has shorter windows.
    if (n === 30) here.clock.advance({ minutes: 16 })
    expect((await send(n, '203.0.113.9')).code).toBe('1001')
  }
  return { ...here, send, own: (ip: string) => signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '0077001260001235' }, ip) }
}

test('after 20 different numbers in an hour an address gets no captchas but pictures', async () => {
  const here = await byNumber({ others: 19 })
  const question = async (ip: string) => {
    const { VCode } = (await here.request('GET', '/Home/GetVICode', { ip })).data
    return { VCode, asked: await here.request('GET', '/Ext/Home/GetCaptchaQuestion', { headers: { VCode }, ip }) }
  }
  const { VCode, asked } = await question('203.0.113.9')
  expect(asked.status).toBe(200)
  await here.send(0, '203.0.113.9')
  expect((await question('203.0.113.9')).asked.status, 'the same number again is not counted').toBe(200)
  expect((await here.own('203.0.113.9')).code).toBe('0000')
  expect((await question('203.0.113.9')).asked).toMatchObject({
    status: 429,
    message: '您的網路一小時內查詢了多筆不同的繳費資料，暫不提供文字題目，請改以圖片驗證。',
  })
  const { answer } = await captchaQuestion(here.ports, VCode)
  const body = { UniformNo: '90000017', VACAccount: '77001260001235', VCode: answer }
  const late = await here.request('POST', '/PayerArea/Login', { body, headers: { VCode }, ip: '203.0.113.9' })
  expect(late.code, 'a question asked before is no longer accepted').toBe('1004')
  expect((await question('198.51.100.7')).asked.status, 'another address').toBe(200)
  here.clock.advance({ minutes: 61 })
  expect((await question('203.0.113.9')).asked.status).toBe(200)
})

test('after 60 different numbers in an hour an address gets to no further one', async () => {
  const here = await byNumber({ others: 60 })
  const refused = await here.own('203.0.113.9')
  expect(refused).toMatchObject({ status: 429, message: '嘗試次數過多，請於 44 分鐘後再試。' })
  expect((await here.send(1, '203.0.113.9')).status, 'a number that was counted').toBe(200)
  expect((await here.own('198.51.100.7')).code, 'another address').toBe('0000')
  expect((await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' }, '203.0.113.9')).code, 'not a number alone').toBe('0000')
  here.clock.advance({ minutes: 45 })
  expect((await here.own('203.0.113.9')).code).toBe('0000')
})
