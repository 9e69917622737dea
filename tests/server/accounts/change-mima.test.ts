import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/server/http/app'
import { sender } from '../../support/client'
import { outbox } from '../../support/outbox'
import type { Portal } from '../../support/portal'
import { goodMima, portalWithMaker } from './flow'
import { login, password } from './sign-in'

const change = (here: Portal, token: string, NewMima: string, OldMima = password, ConfirmMima = NewMima) =>
  here.request('POST', '/PortalUser/ChangeMima', { token, body: { OldMima, NewMima, ConfirmMima } })

test('users change their own password: they get a new token and a message, and the old token and password become invalid', async () => {
  const here = await portalWithMaker()
  const before = (await login(here)).data.JWTToken
  const changed = await change(here, before, goodMima)
  expect(changed.code).toBe('0000')
  expect(changed.data).toMatchObject({
    JWTToken: expect.stringMatching(/^ey/),
    UniformNo: '90000017',
    data: { UserId: 'maker01', MustChangeMima: false },
  })
  expect(changed.data.MenuInfos.length).toBeGreaterThan(5)
  expect((await here.request('GET', '/Common/GetApplyCode', { token: before })).status).toBe(401)
  expect((await here.request('GET', '/Common/GetApplyCode', { token: changed.data.JWTToken })).status).toBe(200)
  expect((await login(here)).code).toBe('1001')
  expect((await login(here, { Mima: goodMima })).code).toBe('0000')
  expect(await outbox(here)).toMatchObject([{ recipient: 'wangdm@example.com', subject: '代收繳費服務網密碼變更通知' }])
})

test('a user who is disabled while the new password is being set stays disabled', async () => {
  const here = await portalWithMaker()
  const { JWTToken } = (await login(here)).data
  const { hash } = here.ports.passwords
  // Another call can run during the slow hash.
  const slow = {
    ...here.ports.passwords,
    hash: async (text: string) => {
      await sql`update portal_user set user_status = 'Disabled'`.execute(here.db)
      return hash(text)
    },
  }
  const request = sender(createApp({ ...here.ports, passwords: slow }, here.schemas, here.modules))
  expect((await change({ ...here, request }, JWTToken, goodMima)).code).toBe('1003')
  const { rows } = await sql`select user_status from portal_user`.execute(here.db)
  expect(rows).toEqual([{ user_status: 'Disabled' }])
})

test('wrong old passwords count like those of the sign-in, and the lockout ends the session', async () => {
  const here = await portalWithMaker()
  const { JWTToken } = (await login(here)).data
  for (let i = 0; i < 5; i++)
    expect(await change(here, JWTToken, goodMima, 'Wrong2026x')).toMatchObject({
      code: '1001',
      errors: { OldMima: '目前密碼錯誤，請重新輸入。' },
    })
  expect((await change(here, JWTToken, goodMima)).code).toBe('1002')
  expect((await here.request('GET', '/Common/GetApplyCode', { token: JWTToken })).status).toBe(401)
  expect((await login(here)).code).toBe('1002')
})

test('the last three passwords are refused, an earlier one is allowed again', async () => {
  const here = await portalWithMaker()
  let token = (await login(here)).data.JWTToken
  const used = [password, 'Black2Mouse!', 'Green4Tiger!', 'Brown8Horse!', 'White6Eagle!'] as const
  for (const [i, next] of used.slice(1).entries()) token = (await change(here, token, next, used[i])).data.JWTToken
  for (const old of used.slice(2)) expect((await change(here, token, old, used[4])).code, old).toBe('1009')
  expect((await change(here, token, used[1], used[4])).code).toBe('0000')
})

test('a password is used as typed: blanks at its ends count', async () => {
  const here = await portalWithMaker()
  const { JWTToken } = (await login(here)).data
  expect((await change(here, JWTToken, ` ${goodMima} `)).code).toBe('0000')
  expect((await login(here, { Mima: goodMima })).code).toBe('1001')
  expect((await login(here, { Mima: ` ${goodMima} ` })).code).toBe('0000')
})

test('after 180 days the user is reminded to change the password, after 365 days nothing else is allowed', async () => {
  const here = await portalWithMaker({ MimaChangeTime: '2026-11-20T10:00:00+08:00' })
  const at = async (days: number) => {
    here.clock.set(new Date(Date.parse('2026-11-20T10:00:00+08:00') + days * 86_400_000))
    return (await login(here)).data
  }
  expect((await at(179)).data).toMatchObject({ MustChangeMima: false, MimaDaysLeft: null })
  expect((await at(180)).data).toMatchObject({ MustChangeMima: false, MimaDaysLeft: 185 })
  expect((await at(364)).data).toMatchObject({ MustChangeMima: false, MimaDaysLeft: 1 })
  const old = await at(365)
  expect(old.data).toMatchObject({ MustChangeMima: true, MustChangeReason: 'Expired', MimaDaysLeft: 0 })
  expect(old.MenuInfos.map((entry: { MenuId: string }) => entry.MenuId)).toEqual(['system', 'changeMima'])
  expect((await here.request('GET', '/Bills', { token: old.JWTToken })).code).toBe('1007')
  const renewed = await change(here, old.JWTToken, goodMima)
  expect(renewed.data.data).toMatchObject({ MustChangeMima: false, MustChangeReason: null, MimaDaysLeft: null })
  const { rows } = await sql`select mima_expire_date::text as day from portal_user`.execute(here.db)
  expect(rows).toEqual([{ day: '2028-05-18' }])
})
