import { defaultPortalName } from '../../contract/brand'
import { otpLimits } from '../../contract/one-time-password'
import { coolingOffHours, maxLoginErrors, pendingDays } from '../../domain/access/portal-user'
import { messageTime } from '../../domain/dates/message-time'
import { isEmailChannel, type MessageChannel } from '../../domain/message-channels'

/** The content of a message, before it becomes an e-mail or a text message. */
export interface MessageContent {
  readonly subject: string
  /** The paragraphs of an e-mail. */
  readonly paragraphs: readonly string[]
  /** A password or one-time password, which the e-mail shows in large type below the first paragraph. */
  readonly code?: string
  /** A link below the paragraphs of an e-mail. */
  readonly link?: { readonly label: string; readonly url: string }
  /** A paragraph below the link. */
  readonly note?: string
  /** The address of the page on which the recipient unsubscribes from e-mails of this kind. */
  readonly unsubscribe?: string
  /** The text of a text message. */
  readonly smsText: string
  /** The files attached to the e-mail. */
  readonly attachments?: readonly Attachment[]
}

/** A file attached to an e-mail. */
export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * Maximum size of a file attached to an e-mail, in bytes.
 * The encoding of attachments adds a third, and common mailboxes must still accept the e-mail.
 */
export const maxAttachmentBytes = 5 * 1024 * 1024

/** A message of a channel. It may contain a password, so only demo mode and tests store messages. */
export type Message = TextMessage | Email

interface TextMessage {
  readonly channel: MessageChannel
  readonly to: string
  readonly text: string
}

interface Email extends TextMessage, Pick<MessageContent, 'subject' | 'attachments' | 'unsubscribe'> {
  readonly html: string
}

/** The setting on which every message depends. */
interface PortalName {
  readonly portalName: string
}

/** Returns the content as a message of a channel, with the name of the portal. */
export const asMessage = (
  channel: MessageChannel,
  to: string,
  content: MessageContent,
  settings: PortalName,
): Message =>
  isEmailChannel(channel)
    ? { ...asEmail(to, content, settings), channel }
    : { channel, to, text: contentWithPortalName(content, settings).smsText }

/** Returns the content as an e-mail, in plain text and in HTML with the same content, with the name of the portal. */
export const asEmail = (to: string, content: MessageContent, settings: PortalName): Email =>
  emailOf(to, contentWithPortalName(content, settings))

/**
 * Returns the content with the name that the bank has given to the portal.
 * The sentences of this folder contain the default name, so that they read as they are sent.
 */
export const contentWithPortalName = (content: MessageContent, { portalName }: PortalName): MessageContent => {
  const named = (text: string) => text.replaceAll(defaultPortalName, portalName)
  return {
    ...content,
    subject: named(content.subject),
    paragraphs: content.paragraphs.map(named),
    ...(content.note !== undefined && { note: named(content.note) }),
    smsText: named(content.smsText),
  }
}

const emailOf = (to: string, content: MessageContent): Email => ({
  channel: 'Email',
  to,
  subject: content.subject,
  text: [...withCode(content), ...linkLines(content), footer, ...unsubscribeLines(content)].join('\n\n'),
  html: htmlOf(content),
  ...(content.attachments && { attachments: content.attachments }),
  ...(content.unsubscribe !== undefined && { unsubscribe: content.unsubscribe }),
})

const footer = '本郵件由系統自動寄送，請勿直接回覆。本行不會以電話、簡訊或郵件詢問您的密碼或驗證碼。'

const withCode = ({ paragraphs: [first = '', ...rest], code }: MessageContent): readonly string[] => [
  first,
  ...(code === undefined ? [] : [code]),
  ...rest,
]

const linkLines = ({ link, note }: MessageContent): readonly string[] => [
  ...(link ? [`${link.label}：${link.url}`] : []),
  ...(note === undefined ? [] : [note]),
]

const unsubscribeLines = ({ unsubscribe }: MessageContent): readonly string[] =>
  unsubscribe === undefined ? [] : [`${unsubscribeText}：${unsubscribe}`]

const unsubscribeText = '不再以電子郵件接收這個收款單位的繳款通知'

const htmlOf = ({
  subject,
  paragraphs: [first = '', ...rest],
  code,
  link,
  note,
  unsubscribe,
}: MessageContent): string => `<!doctype html>
<html lang="zh-Hant-TW">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: 'Noto Sans TC', 'Microsoft JhengHei', sans-serif; line-height: 1.7; color: #1b1f24">
<h1 style="font-size: 18px">${escapeHtml(subject)}</h1>
<p>${escapeHtml(first)}</p>
${code === undefined ? '' : `<p style="font-size: 26px; letter-spacing: 4px; font-weight: bold; font-family: monospace">${escapeHtml(code)}</p>\n`}${rest.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>\n` : ''}${note === undefined ? '' : `<p>${escapeHtml(note)}</p>\n`}<hr>
<p style="font-size: 13px; color: #5b6673">${escapeHtml(footer)}</p>
${unsubscribe === undefined ? '' : `<p style="font-size: 13px"><a href="${escapeHtml(unsubscribe)}">${unsubscribeText}</a></p>\n`}</body>
</html>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The user whom a message is about. Only {@link userChangedContent} is also sent to other users. */
export interface MessageUser {
  readonly customer_name: string
  readonly user_id: string
}

/** Minutes for which a one-time password is valid. */
const codeMinutes = otpLimits.codeSeconds / 60

/** Returns the message with the one-time password of the first-use or the forgotten-password flow. */
export const otpContent = (
  purpose: '首次啟用' | '忘記密碼',
  code: string,
  { customer_name, user_id }: MessageUser,
): MessageContent => ({
  subject: `代收繳費服務網一次性密碼（${purpose}）`,
  paragraphs: [
    `您正在為「${customer_name}」的使用者 ${user_id} 辦理${purpose}，一次性密碼為：`,
    `請於 ${codeMinutes} 分鐘內輸入，使用一次後即失效。請勿將一次性密碼提供給任何人。`,
    '若不是您本人操作，請不必理會本郵件；您的密碼不會變更。',
  ],
  code,
  smsText: `【代收繳費服務網】${purpose}一次性密碼 ${code}，${codeMinutes} 分鐘內有效，請勿告知他人。`,
})

/**
 * Returns the message that asks the owner of an account to use the other flow, `purpose`.
 * The response to the request does not reveal that the flow was wrong.
 */
export const otherFlowContent = (purpose: '首次啟用' | '忘記密碼', { user_id }: MessageUser): MessageContent => ({
  subject: '代收繳費服務網帳號提醒',
  paragraphs: [
    `有人為使用者 ${user_id} 申請一次性密碼，但您的帳號目前應使用「${purpose}」功能，因此沒有寄送。`,
    '若不是您本人操作，請不必理會本郵件。',
  ],
  smsText: `【代收繳費服務網】您的帳號請改用「${purpose}」功能，本次未寄送一次性密碼。`,
})

/** Returns the message with the initial password of a user whom an administrator has created or reset. */
export const initialPasswordContent = (password: string, { customer_name, user_id }: MessageUser): MessageContent => ({
  subject: '代收繳費服務網初始密碼通知',
  paragraphs: [
    `「${customer_name}」的使用者 ${user_id}，您的初始密碼為：`,
    `請於 ${pendingDays} 天內登入並立即變更密碼，逾期帳號將自動停用。`,
    '若您沒有申請帳號，請通知貴單位的企業管理者。',
  ],
  code: password,
  smsText: '【代收繳費服務網】初始密碼已寄至您的電子郵件。',
})

/** Returns the message that informs the owner of an account of a changed password. */
export const passwordChangedContent = ({ customer_name, user_id }: MessageUser, at: Date): MessageContent => ({
  subject: '代收繳費服務網密碼變更通知',
  paragraphs: [
    `「${customer_name}」的使用者 ${user_id}，您的密碼已於 ${messageTime(at)} 變更。`,
    '若不是您本人操作，請立即使用「忘記密碼」重新設定，並通知貴單位的企業管理者。',
  ],
  smsText: `【代收繳費服務網】您的密碼已於 ${messageTime(at)} 變更，如非本人操作請立即重設。`,
})

/**
 * Returns the message that informs the owner of an account that wrong passwords have locked it.
 * The origin is `known` if they were entered at an address from which somebody has signed in to the account before.
 */
export const lockedContent = (
  { customer_name, user_id }: MessageUser,
  { origin, until }: { readonly origin: 'known' | 'other'; readonly until: Date },
): MessageContent => ({
  subject: '代收繳費服務網帳號鎖定通知',
  paragraphs: [
    `「${customer_name}」的使用者 ${user_id}，您的帳號因密碼連續錯誤 ${maxLoginErrors} 次，已鎖定至 ${messageTime(until)}。`,
    origin === 'known'
      ? '請於鎖定時間過後再登入，或使用「忘記密碼」重新設定密碼。'
      : '這些密碼是在您未曾登入過的網路輸入的。鎖定期間，您在曾登入過的網路仍可登入；在其他網路，即使密碼正確也無法登入，請於鎖定時間過後再登入，或使用「忘記密碼」重新設定密碼。',
    '若不是您本人操作，請通知貴單位的企業管理者。',
  ],
  smsText: `【代收繳費服務網】您的帳號因密碼連續錯誤，已鎖定至 ${messageTime(until)}，如非本人操作請通知企業管理者。`,
})

/**
 * Returns the message that informs the administrators and checkers of a company, and the user concerned, of what was
 * done to a user.
 * It contains no new values.
 */
export const userChangedContent = (
  { customer_name, user_id }: MessageUser,
  { by, when, ...change }: UserChange & { readonly by: string; readonly when: string },
): MessageContent => {
  const { text, note } = changeTexts(change)
  return {
    subject: '代收繳費服務網使用者異動通知',
    paragraphs: [
      `「${customer_name}」的使用者 ${user_id} 已於 ${when} 由 ${by} ${text}。`,
      ...(note === undefined ? [] : [note]),
      '若您不知情，請立即通知貴單位的其他企業管理者，並洽本行服務窗口。',
    ],
    smsText: `【代收繳費服務網】使用者 ${user_id} 已由 ${by} ${text}，若不知情請立即通知企業管理者。`,
  }
}

/** Notices of credits that were given up, which the administrators of a company learn of once. */
export interface GivenUpPushes {
  readonly agreement: string
  /** How the company is notified, such as 系統介接. */
  readonly method: string
  /** Why the last attempt failed. */
  readonly reason: string
}

/** Returns the message to an administrator about notices of credits that could not be delivered. */
export const pushesGivenUpContent = (
  { customer_name }: MessageUser,
  { agreement, method, reason }: GivenUpPushes,
): MessageContent => ({
  subject: '代收繳費服務網即時入帳通知停止重送',
  paragraphs: [
    `「${customer_name}」代收約定 ${agreement} 的即時入帳通知（${method}）多次重送仍未成功，已停止重送。款項已正常入帳，不受影響。`,
    `最後一次的結果：${reason}`,
    '恢復收件前，同一代收約定的其他通知也可能停止重送，不再另行告知。請修正後登入代收繳費服務網，在「客戶即時入帳訊息查詢」重送。',
  ],
  smsText: `【代收繳費服務網】代收約定 ${agreement} 的即時入帳通知已停止重送，請登入查看。`,
})

/** A report that is ready, which its requester learns of. */
export interface ReadyReport {
  readonly report: string
  /** The last day on which it can be downloaded, as YYYY-MM-DD. */
  readonly until: string
  /** The path of its page below the public address of the portal. */
  readonly path: string
}

/**
 * Returns the message to the requester of a report that it can be downloaded.
 * The report itself is never sent: it has personal data, and the mailbox may not be the recipient's alone.
 */
export const reportReadyContent = (
  { customer_name, user_id }: MessageUser,
  { report, until, path }: ReadyReport,
  publicAddress: string | null,
): MessageContent => {
  const text = `您申請的報表「${report}」已產製完成，可下載至 ${until.replaceAll('-', '/')}。`
  return {
    subject: '代收繳費服務網報表產製完成通知',
    paragraphs: [`「${customer_name}」的使用者 ${user_id}：`, `${text}請登入代收繳費服務網，在「報表下載」下載。`],
    ...(publicAddress !== null && { link: { label: '登入並下載', url: `${publicAddress}${path}` } }),
    smsText: `【代收繳費服務網】${text}`,
  }
}

/** What an administrator did to a user. */
export interface UserChange {
  readonly action: 'create' | 'update' | 'delete' | 'disable' | 'enable' | 'reset'
  /** The labels of the changed fields, for `update`. */
  readonly labels?: readonly string[]
}

const changeTexts = ({ action, labels = [] }: UserChange): { readonly text: string; readonly note?: string } => {
  if (labels.length > 0) return { text: `變更${labels.join('、')}`, note: changedUserNote }
  return { text: actionTexts[action] }
}

const actionTexts = {
  create: '新增',
  update: '變更',
  delete: '刪除',
  disable: '停用',
  enable: '啟用',
  reset: '重設密碼',
} as const

/** The note about the cooling-off period after a change of contact data, for messages and refusals. */
export const changedUserNote = `變更後 ${coolingOffHours} 小時內，一次性密碼與初始密碼仍寄至變更前的電子郵件與行動電話。`
