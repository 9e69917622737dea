import type { ActivityInfo, CaptchaTicket, NoticeInfo } from '../../contract/call-responses'
import { itemsOf, neededText, textOr, valuesOf, withDefaults } from './values'

/** A ticket of a captcha; a backend may give it no expiry and no proof of work. */
export type ReadCaptchaTicket = Partial<CaptchaTicket> & Pick<CaptchaTicket, 'VCode'>

/** Reads the ticket of a captcha; needs VCode, or the ticket itself as the answer. */
export const readCaptchaTicket = (outData: unknown): ReadCaptchaTicket => {
  const answer = valuesOf(outData)
  const { ExpiresIn, Challenge } = answer as Partial<CaptchaTicket>
  return {
    VCode: textOr(outData, '') || neededText(answer, 'VCode'),
    ...(ExpiresIn === undefined ? {} : { ExpiresIn }),
    ...(Challenge === undefined ? {} : { Challenge }),
  }
}

/** Reads the news; needs SerialId and Title. */
export const readNotices = (outData: unknown): readonly NoticeInfo[] =>
  itemsOf(outData).map((item) => {
    const notice = valuesOf(item)
    neededText(notice, 'SerialId')
    return withDefaults<NoticeInfo>(notice, {
      SerialId: Number(notice.SerialId),
      Title: neededText(notice, 'Title'),
      Category: '',
      Audience: 'All',
      Content: '',
      Pinned: false,
      PublishDate: '',
      ExpireDate: null,
    })
  })

/** Reads the activities; needs SerialId and Title. */
export const readActivities = (outData: unknown): readonly ActivityInfo[] =>
  itemsOf(outData).map((item) => {
    const activity = valuesOf(item)
    neededText(activity, 'SerialId')
    return withDefaults<ActivityInfo>(activity, {
      SerialId: Number(activity.SerialId),
      Title: neededText(activity, 'Title'),
      Summary: null,
      LinkUrl: null,
      StartDate: '',
      EndDate: null,
    })
  })
