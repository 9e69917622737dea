/** The texts of a company's notices. */
export interface NoticeTemplate {
  readonly MailSubject: string
  /** The paragraphs of an e-mail, one in each line. */
  readonly MailBody: string
  readonly SmsText: string
}

/** The placeholders of a template, each with a sample value. */
export const placeholders = {
  繳款人: '王○明',
  收款單位: '示範社區管理委員會',
  期別: '115年11月管理費',
  帳單編號: 'B202611-000123',
  尚應繳金額: '新臺幣 1,000 元',
  繳費期限: '民國115年11月30日',
  銷帳編號: '77001260001235',
  繳款說明: '繳款單在附件，載有目前可使用的繳款方式與條碼。',
  聯絡電話: '電話 02-27001234',
} as const satisfies Readonly<Record<string, string>>

/**
 * The values of the placeholders of a template.
 * A value may be empty, such as the account number of a bill that is paid by direct debit.
 */
export type PlaceholderValues = Readonly<Record<keyof typeof placeholders, string>>

/**
 * The template of companies that have no template of their own.
 * It equals the default values in `schemas/noticeTemplate.json`.
 */
export const defaultTemplate: NoticeTemplate = {
  MailSubject: '繳款通知：{收款單位}　{期別}',
  MailBody: [
    '{繳款人} 您好：「{收款單位}」的「{期別}」尚應繳{尚應繳金額}，期限{繳費期限}。',
    '帳單編號：{帳單編號}',
    '虛擬帳號（銷帳編號）：{銷帳編號}',
    '{繳款說明}',
    '對帳單內容有疑問，請洽「{收款單位}」{聯絡電話}。若您已繳款，請不必理會本通知。',
  ].join('\n'),
  SmsText: '{收款單位}「{期別}」尚應繳{尚應繳金額}，期限{繳費期限}。{繳款說明}已繳款者請不必理會。',
}

/** Returns a message about an unknown placeholder or an unpaired brace; null if there is neither. */
export const placeholderProblem = (text: string): string | null => {
  const unknownName = [...text.matchAll(bracedNames)].map(([, name = '']) => name).find((name) => !isPlaceholder(name))
  const availableText = `可使用的欄位：${Object.keys(placeholders)
    .map((name) => `{${name}}`)
    .join('、')}。`
  if (unknownName !== undefined)
    return `沒有「{${unknownName.slice(0, 20)}}」這個欄位，請改用可使用的欄位或刪除大括號。${availableText}`
  return /[{}]/.test(text.replace(bracedNames, '')) ? `大括號沒有成對，請檢查「{」與「}」。${availableText}` : null
}

/**
 * Returns a text with its placeholders filled.
 * Control characters and line breaks become spaces.
 * Placeholders in values are not filled.
 */
export const fillTemplate = (text: string, values: PlaceholderValues): string =>
  text
    .replace(bracedNames, (placeholder, name: string) => (isPlaceholder(name) ? values[name] : placeholder))
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/**
 * Returns the lines of a template with their placeholders filled.
 * Blank lines, and lines whose placeholders are all empty, are omitted.
 */
export const fillLines = (text: string, values: PlaceholderValues): readonly string[] =>
  text
    .split('\n')
    .filter((line) => {
      const names = [...line.matchAll(bracedNames)].map(([, name = '']) => name).filter(isPlaceholder)
      return line.trim() !== '' && (names.length === 0 || names.some((name) => values[name] !== ''))
    })
    .map((line) => fillTemplate(line, values))

/** Returns a text message with the name of the portal, the filled template and the link to the bill; null = no link. */
export const noticeSms = (
  { SmsText }: Pick<NoticeTemplate, 'SmsText'>,
  values: PlaceholderValues,
  link: string | null,
): string => `【代收繳費服務網】${fillTemplate(SmsText, values)}${link === null ? '' : `查帳單 ${link}`}`

/**
 * Returns the size of a text message.
 * Up to 70 characters of Chinese text are one message; a longer text is sent in parts of 67 characters.
 */
export const smsSize = (text: string): { readonly characters: number; readonly parts: number } => ({
  characters: text.length,
  parts: text.length <= 70 ? 1 : Math.ceil(text.length / 67),
})

const bracedNames = /\{([^{}]*)\}/g

const isPlaceholder = (name: string): name is keyof typeof placeholders => Object.hasOwn(placeholders, name)
