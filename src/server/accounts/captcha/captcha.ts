import type { CaptchaChallenge } from '../../../contract/call-responses'
import { maxSolvedCaptcha } from '../../../contract/openapi/calls/home'
import { type CaptchaForm, costOf, isProof } from '../../../contract/proof-of-work'
import { Refusal } from '../../../domain/refusal'
import { type Call, HttpRefusal } from '../../call'
import type { Ports, Settings } from '../../ports'
import { macOf, randomId } from '../../security/keys'
import { hasTriedManyPayerNumbers } from '../../security/rate-limit'
import { textOf } from '../fields'

/** Seconds after which a captcha expires. */
export const captchaSeconds = 300

const letterCount = 5

/** The rule of the field VCode, which contains the letters of the picture or a proof of work. */
export const captchaRule = { label: '圖形驗證碼', max: maxSolvedCaptcha } as const

/**
 * The proof of work that can replace the picture: four million iterations of PBKDF2 on average, which take a phone 2 to
 * 5 seconds.
 * A program on a server needs about as long on one core, because browsers also compute the hash in native code.
 * Checking a proof takes 16,000 iterations.
 */
const proofOfWork = { Rounds: 16, Iterations: 1000, Bits: 8 } as const

/**
 * The bits for an address that has tried to sign in with many payers' numbers: three more bits mean eight times the
 * work.
 */
const bitsAfterManyPayerNumbers = proofOfWork.Bits + 3

/**
 * Returns the proof of work that the browsers at an address must find: a longer one for the sign-in of payers if the
 * address has tried many payers' numbers.
 */
export const captchaChallenge = async (ports: Ports, address: string): Promise<CaptchaChallenge> => ({
  ...proofOfWork,
  PayerLoginBits: (await hasTriedManyPayerNumbers(ports, address)) ? bitsAfterManyPayerNumbers : proofOfWork.Bits,
})

/**
 * Creates a captcha, deletes expired ones, and returns the ticket.
 * The letters are not stored but derived from the ticket.
 */
export const newCaptcha = async ({ db, clock }: Ports): Promise<string> => {
  const ticket = randomId()
  const expires = new Date(clock().getTime() + captchaSeconds * 1000).toISOString()
  await db.deleteFrom('captcha').where('expires_at', '<', clock().toISOString()).execute()
  await db.insertInto('captcha').values({ ticket, expires_at: expires }).execute()
  return ticket
}

/** Returns the letters that the picture of this ticket shows. */
export const captchaLetters = async (
  { settings }: { readonly settings: Pick<Settings, 'secret'> },
  ticket: string,
): Promise<string> => {
  const bytes = await macOf(settings.secret, 'captcha answer', ticket)
  return Array.from(bytes.slice(0, letterCount), (byte) => glyphLetters[byte % glyphLetters.length]).join('')
}

/** Returns the captcha ticket of a call; throws a refusal if the ticket is used or expired. */
export const requireValidTicket = async ({ ports: { db, clock }, client }: Call): Promise<string> => {
  const unexpired = db.selectFrom('captcha').select('ticket').where('expires_at', '>=', clock().toISOString())
  const captcha = await unexpired.where('ticket', '=', client.captchaTicket).executeTakeFirst()
  if (!captcha) throw new HttpRefusal(404, '圖形驗證碼已失效，請重新取得。')
  return captcha.ticket
}

/**
 * Verifies the captcha of a call and deletes it, so that each ticket allows a single guess: the letters of its picture,
 * or its proof of work.
 * Throws the same refusal for wrong letters, a wrong proof, an expired ticket and a used ticket.
 * `form` decides how much work a proof takes.
 */
export const verifyCaptcha = async (call: Call, form: CaptchaForm = 'other'): Promise<void> => {
  const { ports, client, body } = call
  const ticket = client.captchaTicket
  const vCode = textOf(body, 'VCode')
  const deleted = await ports.db
    .deleteFrom('captcha')
    .where('ticket', '=', ticket)
    .returning((eb) => eb('expires_at', '>=', ports.clock().toISOString()).as('unexpired'))
    .executeTakeFirst()
  if (
    deleted?.unexpired === true &&
    (vCode.toUpperCase() === (await captchaLetters(ports, ticket)) || (await isProofFor(call, form, vCode)))
  )
    return
  throw new Refusal('1004', '圖形驗證碼錯誤或已失效，請輸入新的圖形驗證碼。', {
    VCode: '請輸入新圖片上的文字，或由電腦重新驗證。',
  })
}

const isProofFor = async ({ ports, client }: Call, form: CaptchaForm, proof: string): Promise<boolean> =>
  isProof(client.captchaTicket, costOf(await captchaChallenge(ports, client.ip), form), proof)

/**
 * The pen strokes of each letter or digit: points in a box 10 wide and 14 high, as `x,y` separated by spaces.
 * Letters that look like others are omitted.
 */
const strokes = {
  '2': ['1,4 2,1.5 5,0.5 8,1.5 9,4 8,6.5 5,9.5 1,14 9.5,14'],
  '3': ['1,2 4,0.5 8,1.5 9,4 7.5,6 4.5,6.8 7.5,7.4 9.3,10 8,13 5,14 1,12.5'],
  '4': ['7,14 7,0.5 1,9.5 9.8,9.5'],
  '5': ['9,0.5 2,0.5 1.5,6.5 5,5.5 8.5,7 9.3,10 8,13 4.5,14 1,12.5'],
  '6': ['8.5,1.5 5.5,0.5 2.5,3 1,7.5 1.5,12 4.5,14 8,13 9.2,10 8,7 5,6.2 2.2,7.5 1.2,9.5'],
  '7': ['1,0.5 9.3,0.5 6,7 4,14'],
  '8': ['5,6.7 2,5 1.5,2.6 3,0.8 5,0.4 7,0.8 8.5,2.6 8,5 5,6.7 1.8,8.4 1,11 2.5,13.3 5,14 7.5,13.3 9,11 8.2,8.4 5,6.7'],
  '9': ['8.8,4.8 7.6,7 5,7.8 2,6.8 0.9,4 2.2,1.3 5,0.3 7.8,1.3 9,4.5 8.6,9 7,12.6 4.4,14 1.8,13'],
  A: ['0.5,14 5,0.4 9.5,14', '2.2,9.4 7.8,9.4'],
  C: ['9.2,3 7.4,1 5,0.4 2.4,1.5 0.8,4.5 0.8,9.5 2.4,12.7 5,14 7.5,13.3 9.3,11.2'],
  E: ['9,0.5 1.2,0.5 1.2,14 9.2,14', '1.2,7 7.6,7'],
  H: ['1,0.4 1,14', '9,0.4 9,14', '1,7 9,7'],
  K: ['1.2,0.4 1.2,14', '8.8,0.4 1.2,8.6', '4,5.8 9.4,14'],
  L: ['1.4,0.4 1.4,14 9,14'],
  M: ['0.6,14 1.2,0.4 5,9.4 8.8,0.4 9.4,14'],
  N: ['1,14 1,0.4 9,14 9,0.4'],
  R: ['1.2,14 1.2,0.5 6,0.5 8.6,1.7 9.2,4 8.4,6.2 6,7.4 1.2,7.4', '5,7.4 9.4,14'],
  X: ['0.8,0.4 9.2,14', '9.2,0.4 0.8,14'],
  Y: ['0.8,0.4 5,7 9.2,0.4', '5,7 5,14'],
} as const satisfies Record<string, readonly string[]>

/** The letters and digits that a captcha may show. */
const glyphLetters = Object.keys(strokes)

export type Point = readonly [x: number, y: number]

/** Returns the strokes of a letter, each as the points that the pen passes through. */
export const glyphStrokes = (letter: string): readonly (readonly Point[])[] =>
  Object.entries(strokes)
    .find(([name]) => name === letter)?.[1]
    .map((stroke) => stroke.split(' ').map(pointOf)) ?? []

const pointOf = (text: string): Point => {
  const [x = 0, y = 0] = text.split(',').map(Number)
  return [x, y]
}
