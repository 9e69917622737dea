import { Refusal } from '../../../domain/refusal'
import type { Ports, Settings } from '../../ports'
import { macOf, randomId } from '../keys'
import { glyphLetters } from './glyphs'
import { captchaWords } from './question'

/** How long a captcha may be solved. */
export const captchaSeconds = 300

const answerLength = 5

/** Makes a captcha and answers its ticket; the letters are not stored but derived from it. */
export const newCaptcha = async ({ db, clock }: Ports): Promise<string> => {
  const ticket = randomId()
  const expires = new Date(clock().getTime() + captchaSeconds * 1000).toISOString()
  await db.deleteFrom('captcha').where('expires_at', '<', clock().toISOString()).execute()
  await db.insertInto('captcha').values({ ticket, expires_at: expires }).execute()
  return ticket
}

/** The letters that the picture of this ticket shows. */
export const captchaAnswer = async ({ settings }: { readonly settings: Pick<Settings, 'secret'> }, ticket: string): Promise<string> => {
  const bytes = await macOf(settings.secret, 'captcha answer', ticket)
  return Array.from(bytes.slice(0, answerLength), (byte) => glyphLetters[byte % glyphLetters.length]).join('')
}

/** True while the ticket is neither used nor lapsed. */
export const isOpenCaptcha = async ({ db, clock }: Ports, ticket: string): Promise<boolean> => {
  const found = await db.selectFrom('captcha').select('ticket').where('ticket', '=', ticket).where('expires_at', '>=', clock().toISOString()).executeTakeFirst()
  return found !== undefined
}

/** Uses the captcha up, right or wrong, so that each ticket allows a single guess; refuses wrong, lapsed and used ones alike. */
export const useCaptcha = async (ports: Ports, ticket: string, typed: string): Promise<void> => {
  const used = await ports.db
    .deleteFrom('captcha')
    .where('ticket', '=', ticket)
    .returning((eb) => eb('expires_at', '>=', ports.clock().toISOString()).as('open'))
    .executeTakeFirst()
  const answers = [await captchaAnswer(ports, ticket), (await captchaWords(ports, ticket)).answer]
  const right = typed !== '' && answers.includes(typed.toUpperCase())
  if (!right || used?.open !== true)
    throw new Refusal('1004', '圖形驗證碼錯誤或已失效，請輸入新的圖形驗證碼。', { VCode: '請輸入新圖片上的文字，或新問題的答案。' })
}
