import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newCode } from '../../../../src/server/accounts/one-time-password/request'
import { newestOtp, outbox } from '../../../support/outbox'
import { ask, goodMima, portalWithMaker, resend, reset, verify, wrongFor } from '../flow'
import { solvedCaptcha } from '../sign-in'

const ticket = { ExpiresIn: 600, ResendAfter: 60, CodeExpiresIn: 300 }

test('the responses are the same whether the user exists or not, throughout the flow', async () => {
  const here = await portalWithMaker()
  const known = await ask(here, 'ForgetMima')
  const sent = (await outbox(here)).length
  const unknown = await ask(here, 'ForgetMima', { UserId: 'nobody01' })
  const otherCompany = await ask(here, 'ForgetMima', { UniformNo: '90000012' })
  for (const answer of [known, unknown, otherCompany]) {
    expect(answer).toMatchObject({
      status: 200,
      code: '0000',
      data: { IdentifyCode: expect.stringMatching(/^[\w-]{24}$/), ...ticket },
    })
  }
  expect(await outbox(here)).toHaveLength(sent)
  const wrong = wrongFor(await newestOtp(here))
  const refusals = async (identifyCode: string) => [
    ...(await Promise.all([verify(here, identifyCode, wrong)])),
    await resend(here, 'ForgetMima', identifyCode),
    await verify(here, identifyCode, wrong),
    await verify(here, identifyCode, wrong),
    await verify(here, identifyCode, wrong),
  ]
  const brief = (answers: Awaited<ReturnType<typeof refusals>>) =>
    answers.map(({ status, code, message }) => ({ status, code, message }))
  expect(brief(await refusals(unknown.data.IdentifyCode))).toEqual(brief(await refusals(known.data.IdentifyCode)))
})

test('an unknown user costs the same slow hash as a known one, so that the response time reveals nothing', async () => {
  const here = await portalWithMaker()
  const hash = vi.spyOn(here.ports.passwords, 'hash')
  onTestFinished(() => hash.mockRestore())
  const hashes = async (UserId: string): Promise<number> => {
    hash.mockClear()
    const captcha = await solvedCaptcha(here)
    const body = { UniformNo: '90000017', Channel: 'Email', VCode: captcha.answer, UserId }
    await here.request('POST', '/EnterpriseArea/ForgetMima', { body, headers: { VCode: captcha.ticket } })
    return hash.mock.calls.length
  }
  expect(await hashes('maker01')).toBe(1)
  expect(await hashes('nobody1')).toBe(1)
})

test('no code is in a response, in the log or, except as a slow hash, in the database; no step name either', async () => {
  const here = await portalWithMaker()
  const asked = await ask(here, 'ForgetMima')
  const code = await newestOtp(here)
  await verify(here, asked.data.IdentifyCode, wrongFor(code))
  const kept = async () =>
    JSON.stringify([
      (
        await sql`select to_jsonb(o) as a from one_time_password o union all select to_jsonb(l) from security_log l`.execute(
          here.db,
        )
      ).rows,
      here.log.lines,
    ])
  // Six digits may also be a part of a longer number, an address or a hash.
  const codeAlone = new RegExp(`(?<![\\w.])${code}(?!\\w)`)
  expect(asked.text).not.toMatch(codeAlone)
  expect(await kept()).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(await kept()).not.toMatch(codeAlone)
  expect(await kept()).not.toContain(asked.data.IdentifyCode)
  const step = await verify(here, asked.data.IdentifyCode, code)
  await reset(here, step.data.IdentifyCode)
  expect(await kept()).not.toMatch(codeAlone)
  for (const secret of [step.data.IdentifyCode, goodMima]) expect(await kept()).not.toContain(secret)
})

test('the security log contains every step of the flow', async () => {
  const here = await portalWithMaker()
  const asked = await ask(here, 'ForgetMima')
  const code = await newestOtp(here)
  await verify(here, asked.data.IdentifyCode, wrongFor(code))
  const step = await verify(here, asked.data.IdentifyCode, code)
  await reset(here, step.data.IdentifyCode)
  const { rows } = await sql<{
    event: string
  }>`select event, uniform_no, subject, ip from security_log order by log_id`.execute(here.db)
  expect(rows.map((row) => row.event)).toEqual([
    'one-time password asked for',
    'one-time password wrong',
    'one-time password right',
    'password reset by one-time password',
  ])
  expect(new Set(rows.map((row) => JSON.stringify({ ...row, event: '' })))).toEqual(
    new Set([JSON.stringify({ event: '', uniform_no: '90000017', subject: 'maker01', ip: '127.0.0.1' })]),
  )
})

test('codes are evenly distributed and keep their leading zeros', () => {
  const numbers: number[] = []
  const random = vi
    .spyOn(crypto, 'getRandomValues')
    .mockImplementation((array) => Object.assign(array as Uint32Array, { 0: numbers.shift() }) as typeof array)
  onTestFinished(() => random.mockRestore())
  const codes = (...given: number[]) => {
    numbers.push(...given)
    const made: string[] = []
    while (numbers.length > 0) made.push(newCode())
    return made
  }
  expect(codes(0, 42, 999_999, 1_000_000, 4_293_999_999)).toEqual(['000000', '000042', '999999', '000000', '999999'])
  // Of the 2³² numbers, those past the last whole million would make small codes likelier: the next number is used
  // instead.
  expect(codes(4_294_000_000, 123_456, 4_294_967_295, 7)).toEqual(['123456', '000007'])
})
