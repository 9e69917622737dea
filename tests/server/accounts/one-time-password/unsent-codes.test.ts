import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newestOtp, outbox } from '../../../support/outbox'
import type { Portal } from '../../../support/portal'
import { ask, portalWithMaker, verify, wrongFor } from '../flow'

/** The one-time passwords that the portal generates, sent or not. */
const codesMade = (here: Portal): (() => readonly string[]) => {
  const hash = vi.spyOn(here.ports.passwords, 'hash')
  onTestFinished(() => hash.mockRestore())
  return () => hash.mock.calls.map(([text]) => text).filter((text) => /^\d{6}$/.test(text))
}

const storedHashes = async (here: Portal): Promise<readonly string[]> =>
  (
    await sql<{ code_hash: string }>`select distinct code_hash from one_time_password order by 1`.execute(here.db)
  ).rows.map((row) => row.code_hash)

test('steps beyond the third of a code accept nothing: no code is generated for them, and the right one is refused', async () => {
  const here = await portalWithMaker()
  const made = codesMade(here)
  const steps: string[] = []
  for (let n = 1; n <= 30; n++)
    steps.push((await ask(here, 'ForgetMima', {}, `2001:db8:1:2::${n.toString(16)}`)).data.IdentifyCode)
  const sent = await newestOtp(here)
  expect(made(), 'one code for all').toEqual([sent])
  expect(await storedHashes(here)).toEqual(['', expect.stringMatching(/^\$argon2id/)])
  for (const step of steps.slice(3, 6)) {
    expect(await verify(here, step, sent)).toMatchObject({ code: '1005', message: '一次性密碼錯誤，還可以再試 2 次。' })
  }
  expect((await verify(here, steps[2] ?? '', sent)).code, 'the third step').toBe('0000')
})

test('30 addresses of one IPv6 network share the tries of one address', async () => {
  const here = await portalWithMaker()
  const { data } = await ask(here, 'ForgetMima')
  const answers = []
  for (let guess = 0; guess < 450; guess++)
    answers.push(await verify(here, data.IdentifyCode, '000000', `2001:db8:1:2::${(guess % 30) + 1}`))
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(60)
})

test('a step whose message was not sent because of the limit of its mailbox accepts nothing', async () => {
  const here = await portalWithMaker()
  const made = codesMade(here)
  await mailboxIsFull(here)
  const { data } = await ask(here, 'ForgetMima')
  expect([made(), (await outbox(here)).length]).toEqual([[], 20])
  expect((await verify(here, data.IdentifyCode, '000000')).code).toBe('1005')
  expect(await storedHashes(here)).toEqual([''])
})

test('neither an unknown user nor one in another state gets a code', async () => {
  const here = await portalWithMaker()
  const made = codesMade(here)
  await ask(here, 'ForgetMima', { UserId: 'nobody01' })
  await ask(here, 'EnabledUnformNo')
  expect(made()).toEqual([])
  expect(await storedHashes(here)).toEqual([''])
})

test('a step without a code has the response of one with a code, after the same slow comparison', async () => {
  const here = await portalWithMaker()
  const ids: string[] = []
  for (let n = 1; n <= 4; n++) ids.push((await ask(here, 'ForgetMima', {}, `203.0.113.${n}`)).data.IdentifyCode)
  const wrong = wrongFor(await newestOtp(here))
  const compare = vi.spyOn(here.ports.passwords, 'verify')
  onTestFinished(() => compare.mockRestore())
  const tries = async (id: string) => {
    compare.mockClear()
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await verify(here, id, wrong))
    return {
      compared: compare.mock.calls.length,
      answers: answers.map(({ status, code, message, errors }) => ({ status, code, message, errors })),
    }
  }
  expect(await tries(ids[3] ?? '')).toEqual(await tries(ids[0] ?? ''))
})

test('the response times of two requests within a minute do not reveal whether the user exists', async () => {
  const here = await portalWithMaker()
  const times = async (UserId: string) => {
    await ask(here, 'ForgetMima', { UserId }, '203.0.113.1')
    here.clock.advance({ seconds: 20.5 })
    await ask(here, 'ForgetMima', { UserId }, '203.0.113.2')
    here.clock.advance({ seconds: 10 })
    await ask(here, 'ForgetMima', { UserId }, '203.0.113.3')
    await ask(here, 'ForgetMima', { UserId }, '203.0.113.4')
    const { rows } = await sql<{ waited: number }>`
      select extract(epoch from ${here.clock().toISOString()}::timestamptz - sent_at)::float8 as waited,
        extract(epoch from code_expires_at - sent_at)::float8 as lives
      from one_time_password where typed_user_id = ${UserId} order by lives, waited`.execute(here.db)
    return rows
  }
  expect(await times('nobody01')).toEqual(await times('maker01'))
})

test('a code allows nine guesses at most, however they are made', async () => {
  const here = await portalWithMaker()
  const ids: string[] = []
  for (let n = 1; n <= 3; n++) ids.push((await ask(here, 'ForgetMima', {}, `203.0.113.${n}`)).data.IdentifyCode)
  const code = await newestOtp(here)
  const guesses = ids.flatMap((id, n) =>
    Array.from({ length: 6 }, () => verify(here, id, wrongFor(code), `198.51.100.${n}`)),
  )
  const answers = await Promise.all(guesses)
  expect(answers.filter(({ message }) => message.includes('錯誤'))).toHaveLength(9)
  // A step with its own tries again, as if another step had joined.
  await sql`update one_time_password set tries = 0`.execute(here.db)
  expect((await verify(here, ids[0] ?? '', code)).code, 'even the right one').toBe('1005')
})

const mailboxIsFull = async (here: Portal): Promise<void> => {
  for (let n = 2; n <= 5; n++) await here.given.user({ UserId: `maker0${n}` })
  for (let minute = 0; minute < 5; minute++) {
    for (let n = 2; n <= 5; n++) await ask(here, 'EnabledUnformNo', { UserId: `maker0${n}` }, `203.0.113.${minute}`)
    here.clock.advance({ seconds: 60 })
  }
}
