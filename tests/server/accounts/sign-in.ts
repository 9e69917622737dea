import { sql } from 'kysely'
import type { RecordValues } from '../../../src/schema/language/language'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import type { Answer } from '../../support/client'
import type { Portal } from '../../support/portal'

export const password = 'Demo2026x'

/** A user with a known password, of the committee by default. */
export const givenUser = async ({ given, ports, db }: Portal, values: RecordValues = {}): Promise<RecordValues> => {
  const user = await given.user({ UserId: 'maker01', ...values })
  await sql`update portal_user_secret set password_hash = ${await ports.passwords.hash(password)} where user_id = ${Number(user.SerialId)}`.execute(
    db,
  )
  return user
}

/** A captcha with its solution, as a person would read it. */
export const solvedCaptcha = async ({ request, ports }: Portal): Promise<{ ticket: string; answer: string }> => {
  const { data } = await request('GET', '/Home/GetVICode')
  return { ticket: data.VCode, answer: await captchaLetters(ports, data.VCode) }
}

/** Posts a sign-in form with a solved captcha. */
export const signIn = async (openPortal: Portal, path: string, fields: object, ip?: string): Promise<Answer> => {
  const { ticket, answer } = await solvedCaptcha(openPortal)
  return openPortal.request('POST', path, {
    body: { ...fields, VCode: answer },
    headers: { VCode: ticket },
    ...(ip ? { ip } : {}),
  })
}

/** Signs the committee's maker in. */
export const login = (openPortal: Portal, fields: object = {}, ip?: string): Promise<Answer> =>
  signIn(
    openPortal,
    '/EnterpriseArea/Login',
    { UniformNo: '90000017', UserId: 'maker01', Mima: password, ...fields },
    ip,
  )
