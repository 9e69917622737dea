import { expect, test } from 'vitest'
import { newestOtp, outbox } from '../../../support/outbox'
import { ask, goodMima, portalWithMaker, resend, reset, verify, wrongFor } from '../flow'
import { givenUser } from '../sign-in'

const ticket = { ExpiresIn: 600, ResendAfter: 60, CodeExpiresIn: 300 }

test('of 50 concurrent calls with the right code exactly one succeeds', async () => {
  const here = await portalWithMaker()
  const { data } = await ask(here, 'ForgetMima')
  const code = await newestOtp(here)
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(here, data.IdentifyCode, code)))
  expect(answers.filter((answer) => answer.code === '0000')).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === '1006')).toHaveLength(49)
})

test('a code works once, and so does each step', async () => {
  const here = await portalWithMaker()
  const { data } = await ask(here, 'ForgetMima')
  const code = await newestOtp(here)
  const step = (await verify(here, data.IdentifyCode, code)).data.IdentifyCode
  expect((await verify(here, data.IdentifyCode, code)).code, 'replayed').toBe('1006')
  expect((await verify(here, step, code)).code, 'the next step takes no code').toBe('1006')
  expect((await resend(here, 'ForgetMima', step)).code).toBe('1006')
  expect((await reset(here, data.IdentifyCode)).code, 'the step before the code sets no password').toBe('1006')
  const answers = await Promise.all([1, 2, 3].map((n) => reset(here, step, `${goodMima}${n}x`)))
  expect(answers.map((answer) => answer.code).sort()).toEqual(['0000', '1006', '1006'])
})

test('three wrong tries invalidate the code; concurrent tries are counted separately', async () => {
  const here = await portalWithMaker()
  const { data } = await ask(here, 'ForgetMima')
  const code = await newestOtp(here)
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(here, data.IdentifyCode, wrongFor(code))))
  expect(
    answers.filter((answer) => answer.message.includes('還可以再試') || answer.message.includes('錯誤次數過多')),
  ).toHaveLength(3)
  expect((await verify(here, data.IdentifyCode, code)).code, 'even the right one').toBe('1006')
})

test('a code is valid for five minutes, a step for ten, and not a second longer', async () => {
  const here = await portalWithMaker()
  const { data } = await ask(here, 'ForgetMima')
  here.clock.advance({ seconds: 300 })
  expect((await verify(here, data.IdentifyCode, await newestOtp(here))).code).toBe('1006')
  const fresh = await resend(here, 'ForgetMima', data.IdentifyCode)
  here.clock.advance({ seconds: 299 })
  const step = await verify(here, fresh.data.IdentifyCode, await newestOtp(here))
  expect(step.code).toBe('0000')
  here.clock.advance({ seconds: 599 })
  expect((await reset(here, step.data.IdentifyCode, 'short')).code, 'still open').toBe('1008')
  here.clock.advance({ seconds: 1 })
  expect((await reset(here, step.data.IdentifyCode)).code).toBe('1006')
})

test('a new code can be requested after a minute, not before; the old code and the old step become invalid', async () => {
  const here = await portalWithMaker()
  const first = (await ask(here, 'ForgetMima')).data.IdentifyCode
  const oldCode = await newestOtp(here)
  here.clock.advance({ seconds: 59 })
  const early = await resend(here, 'ForgetMima', first)
  expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '1'])
  here.clock.advance({ seconds: 1 })
  const again = await resend(here, 'ForgetMima', first)
  expect(again.data).toEqual({ IdentifyCode: expect.not.stringMatching(first), ...ticket })
  expect((await verify(here, first, oldCode)).code).toBe('1006')
  expect((await resend(here, 'ForgetMima', first)).code).toBe('1006')
  expect((await verify(here, again.data.IdentifyCode, await newestOtp(here))).code).toBe('0000')
})

test('within a minute of a code no other is sent; each requester may use the code that was sent, and it works once', async () => {
  const here = await portalWithMaker()
  const steps: string[] = []
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
    const answer = await ask(here, 'ForgetMima', {}, ip)
    expect(answer).toMatchObject({ code: '0000', data: ticket })
    steps.push(answer.data.IdentifyCode)
  }
  expect(await outbox(here)).toHaveLength(1)
  const code = await newestOtp(here)
  const [first = '', second = '', third = ''] = steps
  for (let i = 0; i < 3; i++) await verify(here, first, wrongFor(code))
  const answers = await Promise.all([verify(here, second, code), verify(here, third, code)])
  expect(answers.map((answer) => answer.code).sort(), "another's tries are not mine").toEqual(['0000', '1006'])
  here.clock.advance({ seconds: 60 })
  await ask(here, 'ForgetMima')
  expect(await outbox(here)).toHaveLength(2)
})

test("another person's request ends no step in progress, neither one that waits for its code nor one that passed", async () => {
  const here = await portalWithMaker()
  const waiting = await ask(here, 'ForgetMima')
  const code = await newestOtp(here)
  here.clock.advance({ seconds: 61 })
  await ask(here, 'ForgetMima', {}, '203.0.113.9')
  const passed = await verify(here, waiting.data.IdentifyCode, code)
  expect(passed.code).toBe('0000')
  here.clock.advance({ seconds: 61 })
  const fromUnknownAddress = await ask(here, 'ForgetMima', {}, '203.0.113.9')
  const late = await newestOtp(here)
  expect((await reset(here, passed.data.IdentifyCode)).code).toBe('0000')
  expect(
    (await verify(here, fromUnknownAddress.data.IdentifyCode, late)).code,
    'a new password ends what else was under way',
  ).toBe('1006')
})

test('one mobile number gets ten text messages a day, however many accounts it belongs to', async () => {
  const here = await portalWithMaker()
  for (const n of [2, 3]) await givenUser(here, { UserId: `maker0${n}` })
  for (let i = 0; i < 5; i++) {
    for (const UserId of ['maker01', 'maker02', 'maker03']) await ask(here, 'ForgetMima', { UserId, Channel: 'SMS' })
    here.clock.advance({ seconds: 60 })
  }
  expect(await outbox(here)).toHaveLength(10)
})
