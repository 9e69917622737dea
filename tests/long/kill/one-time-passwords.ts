import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { demoCompanies } from '../../../src/server/demo/companies'
import { demoBank, demoUsers } from '../../../src/server/demo/users'
import type { RunningServer } from '../../e2e/support/server'
import { readCaptcha } from '../../e2e/support/sign-in'

/** A one-time password that the portal has accepted. */
export interface UsedCode {
  readonly IdentifyCode: string
  readonly OTP: string
}

const openUsers = demoUsers.filter(({ status }) => status === undefined)

/** Requests a one-time password for a demo user, reads it in the outbox of the demo, and uses it. */
export const useCode = async (server: RunningServer, no: number): Promise<UsedCode> => {
  const user = openUsers[no % openUsers.length] ?? openUsers[0]
  if (!user) throw new Error('The demo has no users.')
  const addressee = `「${nameOf(user.uniformNo)}」的使用者 ${user.userId} 辦理`
  const before = await newestLetter(server, addressee)
  const { VCode: ticket } = await call<{ VCode: string }>(server, 'GET', '/Home/GetVICode')
  const asked = {
    UniformNo: user.uniformNo,
    UserId: user.userId,
    Channel: 'Email',
    VCode: await readCaptcha(server, ticket),
  }
  const { IdentifyCode } = await call<{ IdentifyCode: string }>(
    server,
    'POST',
    '/EnterpriseArea/ForgetMima',
    asked,
    ticket,
  )
  const OTP = await nextCode(server, addressee, before)
  await call(server, 'POST', '/EnterpriseArea/VerifyOTP', { IdentifyCode, OTP })
  return { IdentifyCode, OTP }
}

/** Returns those that a portal accepts a second time, which must be none. */
export const acceptedAgain = async (server: RunningServer, codes: readonly UsedCode[]): Promise<readonly string[]> => {
  const taken: string[] = []
  // Older ones have expired.
  for (const code of codes.slice(-20)) {
    const again = await call(server, 'POST', '/EnterpriseArea/VerifyOTP', code).then(
      () => 'yes',
      (reason: Error) => reason.message,
    )
    if (again !== '1006') taken.push(`a one-time password that was used before is answered with ${again}`)
  }
  return taken
}

const nameOf = (uniformNo: string): string =>
  demoCompanies.find((company) => company.uniformNo === uniformNo)?.name ?? demoBank.name

/** Within a minute no further code is sent; the flow ends without one. */
const nextCode = async (server: RunningServer, addressee: string, before: string): Promise<string> => {
  for (let tries = 0; tries < 50; tries++) {
    const letter = await newestLetter(server, addressee)
    const [, code] = /^(\d{6})$/m.exec(letter) ?? []
    if (letter !== before && code !== undefined) return code
    await setTimeout(20)
  }
  throw new Error('no message')
}

const newestLetter = async (server: RunningServer, addressee: string): Promise<string> => {
  const messages = (await (await fetch(`${server.url}/demo/outbox.json`)).json()) as { Body: string }[]
  return messages.find(({ Body }) => Body.includes(addressee))?.Body ?? ''
}

/** A call from an address of its own. Throws the code of a refusal. */
const call = async <T>(server: RunningServer, method: string, path: string, body?: object, ticket = ''): Promise<T> => {
  const headers = {
    'content-type': 'application/json',
    'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    VCode: ticket,
  }
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { ReturnCode, OutData } = (await answer.json()) as { ReturnCode: string; OutData: T }
  if (ReturnCode !== '0000') throw new Error(ReturnCode)
  return OutData
}
