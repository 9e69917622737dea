import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import { portal, twoCompanies } from '../../support/portal'
import { givenUser, login, password } from '../accounts/sign-in'

// Nobody releases anything, or takes a recorded payment back, on the first day of an account, role or address.

/** The committee with an administrator and a checker of two days ago, and a bill that the maker has collected today. */
const office = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  const bill = await here.given.bill()
  const maker = await here.given.user({ RoleId: 'CustomerMaker' })
  const admin = await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin' })
  const checker = await givenUser(here, { UserId: 'checker01', RoleId: 'CustomerChecker' })
  const collect = async (): Promise<RecordValues> => {
    const CollectDate = here.clock().toISOString().slice(0, 10)
    const body = {
      ApplyCode: '77001',
      BillSerialId: bill.SerialId,
      CollectAmount: 100,
      CollectDate,
      CollectMethod: 'Cash',
    }
    return (await (await here.as(maker)).post('/SelfCollection', body)).data
  }
  const cancel = async (UserId: string, { SerialId, UpdateTime }: RecordValues) => {
    const { data } = await login(here, { UserId })
    return here.request('POST', `/Ext/SelfCollection/${SerialId}/Cancel`, {
      token: data.JWTToken,
      body: { UpdateTime, Reason: '重複登錄' },
    })
  }
  /** Changes the checker as the administrator, with the administrator's password. */
  const change = async (values: object) => {
    const client = await here.as(admin)
    const { UpdateTime } = (await client.get(`/PortalUser/${checker.SerialId}`)).data
    expect(
      (await client.put(`/PortalUser/${checker.SerialId}`, { ...values, AdminMima: password, UpdateTime })).code,
    ).toBe('0000')
  }
  return { ...here, bill, collect, cancel, change }
}

const refusalOf = (what: string, since: string, until: string) => ({
  code: '2006',
  message: `您的${what}於 ${since} ${what === '帳號' ? '新增' : '變更'}，24 小時內不能放行或取消已入帳的款項；${until} 起即可辦理，急需時請由其他有權限的人員辦理。`,
})

test('a checker who was created a minute ago cancels no collection, and is told when it will be possible', async () => {
  const here = await office()
  const collection = await here.collect()
  await givenUser(here, { UserId: 'checker02', RoleId: 'CustomerChecker', CreateTime: '2026-11-20T09:59:30+08:00' })
  expect(await here.cancel('checker02', collection)).toMatchObject(
    refusalOf('帳號', '2026/11/20 09:59', '2026/11/21 10:00'),
  )
  const bills = await here.db.selectFrom('bill').select('paid_amount').execute()
  expect([bills, await verifyLedger(here.db)]).toEqual([[{ paid_amount: 100 }], []])
  here.clock.set('2026-11-21T09:59:29+08:00')
  const next = await here.collect()
  expect((await here.cancel('checker02', next)).code).toBe('2006')
  here.clock.advance({ seconds: 1 })
  expect((await here.cancel('checker02', next)).code).toBe('0000')
})

test.each([
  ['電子郵件或行動電話', { Email: 'new@example.com' }],
  ['電子郵件或行動電話', { Mobile: '0955666777' }],
  ['角色', { RoleId: 'CustomerAdmin' }],
])('a change of %s starts the day again, another change does not', async (what, values) => {
  const here = await office()
  await here.change({ Remark: '總務組' })
  expect((await here.cancel('checker01', await here.collect())).code).toBe('0000')
  await here.change(values)
  here.clock.advance({ minutes: 5 })
  expect(await here.cancel('checker01', await here.collect())).toMatchObject(
    refusalOf(what, '2026/11/20 10:00', '2026/11/21 10:00'),
  )
  here.clock.set('2026-11-21T10:00:00+08:00')
  expect((await here.cancel('checker01', await here.collect())).code).toBe('0000')
})

test('the latest of several changes counts', async () => {
  const here = await office()
  await here.change({ Email: 'new@example.com' })
  here.clock.advance({ minutes: 120 })
  await here.change({ Mobile: '0955666777' })
  here.clock.set('2026-11-21T10:30:00+08:00')
  expect(await here.cancel('checker01', await here.collect())).toMatchObject(
    refusalOf('電子郵件或行動電話', '2026/11/20 12:00', '2026/11/21 12:00'),
  )
})
