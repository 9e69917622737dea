import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outbox } from '../../../support/outbox'
import { ask, goodMima, portalWithMaker, reset, verified } from '../flow'
import { solvedCaptcha } from '../sign-in'

test('every rule of the new password has its message at its field, and the step stays valid', async () => {
  const here = await portalWithMaker()
  const step = await verified(here, 'ForgetMima')
  expect(await reset(here, step, 'abc')).toMatchObject({
    code: '1008',
    errors: {
      NewMima:
        '密碼長度須為 8 到 64 個字元。密碼須同時包含英文字母與數字。密碼不可有連續 3 個遞增或遞減的英文字母或數字，例如 abc、321。',
    },
  })
  expect((await reset(here, step, `${'aB3!'.repeat(16)}x`)).errors.NewMima).toBe('密碼長度須為 8 到 64 個字元。')
  expect((await reset(here, step, '密碼密碼密碼密碼1a')).code).toBe('1008')
  expect((await reset(here, step, 'xMaker01!zz9')).errors.NewMima).toBe('密碼不可包含使用者代號。')
  expect(await reset(here, step, goodMima, `${goodMima} `)).toMatchObject({
    code: '2002',
    errors: { ConfirmMima: '與新密碼不同，請重新輸入。' },
  })
  await sql`update portal_user_secret set password_hash = ${await here.ports.passwords.hash('Green4Tiger!')}`.execute(
    here.db,
  )
  expect(await reset(here, step, 'Green4Tiger!')).toMatchObject({
    code: '1009',
    errors: { NewMima: '新密碼不可與最近 3 次使用的密碼相同。' },
  })
  expect((await reset(here, step, 'aB3!'.repeat(16))).code, '64 characters are fine').toBe('0000')
})

test('in a UniformNo full-width digits and blanks are folded, a wrong check digit is reported, letters and length are refused', async () => {
  const here = await portalWithMaker()
  expect((await ask(here, 'ForgetMima', { UniformNo: ' ９０００　００１７ ' })).code).toBe('0000')
  expect(await outbox(here)).toHaveLength(1)
  for (const UniformNo of ['90000018', '00000000', '9000001', 'ABCDEFGH']) {
    const answer = await ask(here, 'ForgetMima', { UniformNo })
    expect([answer.code, answer.errors.UniformNo], UniformNo).toEqual([
      '2008',
      '統一編號的檢查碼不正確，請確認後再輸入。',
    ])
  }
  expect((await ask(here, 'ForgetMima', { UniformNo: '900000177' })).errors.UniformNo).toBe(
    '統一編號的檢查碼不正確，請確認後再輸入。',
  )
})

test.each(['Fax', 'email', 'sms', 'Telegram', '', null, {}, 1])(
  'the channel %j is refused at its field, and nothing is sent',
  async (Channel) => {
    const here = await portalWithMaker()
    const refused = await ask(here, 'ForgetMima', { Channel })
    expect([refused.code, Object.keys(refused.errors)]).toEqual(['2002', ['Channel']])
    expect(await outbox(here)).toEqual([])
  },
)

test('a request uses up its captcha, and is refused without one', async () => {
  const here = await portalWithMaker()
  const { ticket: header, answer } = await solvedCaptcha(here)
  const body = { UniformNo: '90000017', UserId: 'maker01', Channel: 'Email', VCode: answer }
  const post = () => here.request('POST', '/EnterpriseArea/ForgetMima', { body, headers: { VCode: header } })
  expect((await post()).code).toBe('0000')
  expect((await post()).code).toBe('1004')
  expect((await here.request('POST', '/EnterpriseArea/ForgetMima', { body })).code).toBe('1004')
})

test('a portal without a gateway of text messages refuses the channel at its field', async () => {
  const here = await portalWithMaker()
  Object.assign(here.ports.settings, { sms: false })
  const refused = await ask(here, 'ForgetMima', { Channel: 'SMS' })
  expect([refused.code, refused.errors.Channel]).toEqual(['2002', '本站不以簡訊寄送一次性密碼，請選擇電子郵件。'])
  expect((await ask(here, 'ForgetMima')).code).toBe('0000')
})
