import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { signIn } from '../accounts/sign-in'

// The sign-in fields that follow from an account number.

const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  const { given } = here
  await given.billTerm()
  await given.bill({ VACAccount: '77001260001235' })
  for (const [SortNo, Field] of ['VACAccount', 'IdNo'].entries())
    await given.record('PayerLoginField', {
      UniformNo: '90000012',
      Field,
      Label: `保戶${Field}`,
      Required: true,
      SortNo,
    })
  return here
}

const fieldsOf = async ({ request }: Portal, VACAccount: unknown) =>
  (await request('POST', '/Ext/PayerArea/GetLoginFields', { body: { VACAccount } })).data

const committee = {
  UniformNo: '90000017',
  CustomerName: '示範社區管理委員會',
  Fields: [{ Field: 'VACAccount', Label: '銷帳編號', Required: true }],
}
const unknown = { ...committee, UniformNo: '00000000', CustomerName: '' }

test('an account determines its company, alike for bills that exist and bills that do not', async () => {
  const here = await openPortal()
  for (const account of ['77001260001235', '77001999999999', '0077001260001235', '7700 1260 0012 35'])
    expect(await fieldsOf(here, account), account).toEqual(committee)
  expect(await fieldsOf(here, '77003000000000')).toMatchObject({
    UniformNo: '90000012',
    Fields: [{ Field: 'VACAccount' }, { Field: 'IdNo' }],
  })
})

test('of two codes that begin alike, the longer one determines the company', async () => {
  const here = await openPortal()
  await here.given.agreement({ ApplyCode: '770012', UniformNo: '90000012' })
  expect((await fieldsOf(here, '77001260001235')).UniformNo).toBe('90000012')
  expect((await fieldsOf(here, '77001360001235')).UniformNo).toBe('90000017')
})

test('an account of no agreement gets an ordinary form, and is refused like an account without a bill', async () => {
  const here = await openPortal()
  expect(await fieldsOf(here, '12345260001235')).toEqual(unknown)
  const answers = [
    await signIn(here, '/PayerArea/Login', { UniformNo: '00000000', VACAccount: '12345260001235' }),
    await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '77001999999999' }),
  ]
  expect(answers.map(({ code }) => code)).toEqual(['1001', '1001'])
  expect(answers[0]?.message).toBe(answers[1]?.message)
})

test('a company that payers cannot sign in to counts as unknown', async () => {
  const here = await openPortal()
  await sql`update customer set customer_status = 'Suspended' where uniform_no = '90000017'`.execute(here.db)
  await sql`update agreement set agreement_status = 'Terminated' where apply_code = '77003'`.execute(here.db)
  for (const account of ['77001260001235', '77003260001235']) expect(await fieldsOf(here, account)).toEqual(unknown)
})

test('the account is required, and an address may ask 300 times in 15 minutes', async () => {
  const { request } = await openPortal()
  const ask = (body: object) => request('POST', '/Ext/PayerArea/GetLoginFields', { body, ip: '203.0.113.7' })
  expect((await ask({})).errors).toEqual({ VACAccount: '請輸入銷帳編號。' })
  for (let count = 1; count < 300; count++) await ask({})
  expect((await ask({ VACAccount: '77001260001235' })).status).toBe(429)
})
