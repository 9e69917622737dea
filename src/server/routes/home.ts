import type { CaptchaQuestion } from '../../contract/extensions'
import type { CaptchaTicket } from '../../contract/session'
import { captchaSeconds, isOpenCaptcha, newCaptcha } from '../accounts/captcha/captcha'
import { captchaPicture } from '../accounts/captcha/picture'
import { captchaWords } from '../accounts/captcha/question'
import { captchaLimits, countTry } from '../accounts/rate-limit'
import { checkCertificate } from '../bills/certificates/check'
import { type Controller, FileAnswer, HttpRefusal } from '../http/call'
import type { Ports } from '../ports'
import { keyNumber } from '../records/key-value'
import { currentActivities, currentNotice, currentNotices } from './news'

/** What everybody may see: captchas and news. */
export const home: Controller = {
  GetVICode: async ({ ports, caller }): Promise<CaptchaTicket> => {
    await countTry(ports, captchaLimits.ticket, caller.ip)
    return { VCode: await newCaptcha(ports), ExpiresIn: captchaSeconds }
  },
  GetCaptchaImage: async ({ ports, caller }) => {
    await countTry(ports, captchaLimits.picture, caller.ip)
    await requireOpen(ports, caller.verificationCode)
    return new FileAnswer('captcha.svg', 'image/svg+xml', new TextEncoder().encode(await captchaPicture(ports, caller.verificationCode)))
  },
  GetCaptchaQuestion: async ({ ports, caller }): Promise<CaptchaQuestion> => {
    await countTry(ports, captchaLimits.question, caller.ip)
    await requireOpen(ports, caller.verificationCode)
    return { Question: (await captchaWords(ports, caller.verificationCode)).question }
  },
  GetNotice: async ({ ports, params }) => {
    const id = keyNumber(params.SerialId ?? '')
    const notice = id === null ? undefined : await currentNotice(ports, id)
    if (notice === undefined) throw new HttpRefusal(404, '找不到這則公告，可能已經下架。')
    return notice
  },
  CheckCertificate: checkCertificate,
  GetNotices: ({ ports, query }) => currentNotices(ports, { category: query.Category?.[0], audience: query.Audience?.[0] }),
  GetActivities: ({ ports }) => currentActivities(ports),
}

const requireOpen = async (ports: Ports, ticket: string): Promise<void> => {
  if (!(await isOpenCaptcha(ports, ticket))) throw new HttpRefusal(404, '圖形驗證碼已失效，請重新取得。')
}
