import { messageTime } from '../../domain/dates/message-time'
import type { ModuleJob } from '../module'
import {
  asEmail,
  type GivenUpPushes,
  lockedContent,
  type MessageContent,
  type MessageUser,
  passwordChangedContent,
  pushesGivenUpContent,
  type ReadyReport,
  reportReadyContent,
  type UserChange,
  userChangedContent,
} from '../notices/messages'
import { noticeRetryMinutes } from '../notices/notices'
import type { Db, JobData, Ports, Settings } from '../ports'
import type { PortalUser } from './portal-user'

/** The event of which a user is notified. */
export type UserNotice =
  | { readonly kind: 'passwordChanged'; readonly at: string }
  /**
   * `origin`: whether the wrong passwords came from an IP address from which somebody has signed in to the account
   * before.
   */
  | { readonly kind: 'locked'; readonly origin: 'known' | 'other'; readonly until: string }
  /** `userId`: the user id of the changed user. `by`: the user id of the person who made the change. */
  | ({ readonly kind: 'userChanged'; readonly userId: string; readonly by: string; readonly at: string } & UserChange)
  | ({ readonly kind: 'pushesGivenUp' } & GivenUpPushes)
  | ({ readonly kind: 'reportReady' } & ReadyReport)

/** The recipient of a notice, with the address at the time of the event. */
export type NoticeRecipient = MessageUser & Pick<PortalUser, 'email'>

/** Name of the job that sends a message to a user. */
export const userNoticeJob = 'userNotice'

/**
 * Enqueues a message to a user, in the transaction of the event.
 * The job contains the address, so that the message arrives even if the user is changed or deleted before it is sent.
 */
export const enqueueUserNotice = async (
  { jobs }: Pick<Ports, 'jobs'>,
  trx: Db,
  { email, customer_name, user_id }: NoticeRecipient,
  notice: UserNotice,
): Promise<void> => {
  await jobs.enqueue(trx, userNoticeJob, { recipient: { email, customer_name, user_id }, notice })
}

/** The job that sends the messages. */
export const userNotices: ModuleJob = {
  run: async ({ ports }, data, { id }) => {
    await send(ports, data)
    // The queue stores no data about messages that were sent.
    await ports.db.deleteFrom('job').where('id', '=', id).execute()
  },
  onFailure: async ({ ports }, data) => ports.log.error('message abandoned', { kind: queuedNotice(data).notice.kind }),
  retryMinutes: noticeRetryMinutes,
}

const send = async (ports: Ports, data: JobData): Promise<void> => {
  const { recipient, notice } = queuedNotice(data)
  await ports.notices.send(asEmail(recipient.email, contentOf(ports.settings, recipient, notice), ports.settings))
}

/** Returns the data of a job, which only {@link enqueueUserNotice} writes. */
const queuedNotice = (data: JobData) =>
  data as unknown as { readonly recipient: NoticeRecipient; readonly notice: UserNotice }

const contentOf = (
  { publicAddress }: Pick<Settings, 'publicAddress'>,
  user: MessageUser,
  notice: UserNotice,
): MessageContent => {
  switch (notice.kind) {
    case 'passwordChanged':
      return passwordChangedContent(user, new Date(notice.at))
    case 'locked':
      return lockedContent(user, { origin: notice.origin, until: new Date(notice.until) })
    case 'pushesGivenUp':
      return pushesGivenUpContent(user, notice)
    case 'reportReady':
      return reportReadyContent(user, notice, publicAddress)
    case 'userChanged':
      return userChangedContent(
        { customer_name: user.customer_name, user_id: notice.userId },
        { ...notice, when: messageTime(new Date(notice.at)) },
      )
  }
}
