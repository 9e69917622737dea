import type { CallsOf } from '../call'
import {
  dateTime,
  day,
  exactObject,
  flag,
  integer,
  listOf,
  nonEmptyText,
  oneOf,
  orNull,
  partialObject,
  text,
} from '../json'

/** The state of a payment. */
const entryState = oneOf('Live：已入帳；Reversed：已沖正；Cancelled：已取消', ['Live', 'Reversed', 'Cancelled'])

const counterTime = orNull(dateTime('沖正或取消的時間；沒有時為 null'))

/** The properties for the state of a payment and the time at which it was reversed or cancelled. */
export const entryStateProperties = { EntryState: entryState, CounterTime: counterTime }

/** Maximum length of the field VCode. */
export const maxSolvedCaptcha = 120

/**
 * One entry of Home/GetNotices.
 * Content is plain text, in which pages show addresses that begin with https:// as links.
 */
export const noticeInfo = exactObject({
  SerialId: integer('序號'),
  Title: text('標題'),
  Category: text('類別'),
  Audience: text('對象'),
  Content: text('內容；純文字，https:// 開頭的網址可點選'),
  Pinned: flag('置頂'),
  PublishDate: day('上架日期'),
  ExpireDate: orNull(day('下架日期')),
})

/** One entry of Home/GetActivities. */
export const activityInfo = exactObject({
  SerialId: integer('序號'),
  Title: text('標題'),
  Summary: orNull(text('摘要')),
  LinkUrl: orNull(text('連結')),
  StartDate: day('開始日期'),
  EndDate: orNull(day('結束日期')),
})

/**
 * The data of a certificate.
 * If CertificateNo and CheckCode do not match, the call returns 2004.
 * The call also returns a certificate whose payments were reversed or cancelled; its EntryState is not Live.
 * If CurrentAmount exceeds PaidAmount, more was paid after the certificate was issued.
 */
export const certificateCheck = exactObject({
  CertificateNo: text('證明編號'),
  CustomerName: text('委託單位名稱'),
  BillNo: text('帳單編號'),
  PayerName: text('繳款人姓名（遮罩）'),
  CurrencyType: text('幣別'),
  PaidAmount: integer('證明上的已繳金額，以幣別的最小單位計'),
  PaidTime: dateTime('證明上最後一筆的繳款時間'),
  CurrentAmount: integer('這張帳單或這筆繳款目前的已繳金額'),
  EntryState: entryState,
  CounterAmount: integer('證明上的金額中已沖正或取消的部分；沒有時為 0'),
  CounterTime: counterTime,
})

/**
 * A proof of work that a browser can compute if the user cannot read the characters of the picture.
 * In each round the browser finds a number whose PBKDF2-SHA-256 hash (password: the ticket, salt: `round-number` in
 * decimal) begins with `Bits` zero bits.
 */
export const captchaChallenge = exactObject({
  Rounds: integer('回合數'),
  Iterations: integer('每次雜湊的重複次數'),
  Bits: integer('雜湊值開頭須為 0 的位元數'),
  PayerLoginBits: integer('同上，以帳單資料登入（PayerArea/Login）時適用'),
})

/**
 * The ticket of a captcha, which the browser sends back in the header VCode together with a solved captcha.
 * A backend without proofs of work omits Challenge.
 */
export const captchaTicket = partialObject(
  { VCode: text('票證'), ExpiresIn: integer('幾秒後失效'), Challenge: captchaChallenge },
  ['Challenge'],
)

/**
 * The field VCode of a form: the characters in the picture, or the numbers of a proof of work in base 36, joined by
 * `-`.
 */
export const solvedCaptcha = nonEmptyText('圖形驗證碼的文字，或電腦驗證的結果', maxSolvedCaptcha)

/**
 * OutData of Home/GetSubscription, Unsubscribe and Resubscribe, which return 404 if the token belongs to no valid link.
 */
export const noticeSubscription = exactObject({
  CustomerName: text('委託單位名稱'),
  IsSubscribed: flag('是否寄送該單位的繳款通知'),
})

/** News, captchas, certificates and subscriptions. */
export const homeCalls: CallsOf<'Home'> = {
  'Home.GetNotices': {
    title: '查詢公告',
    query: [
      { name: 'Category', schema: oneOf('類別', ['System', 'Service', 'Rule']) },
      { name: 'Audience', schema: oneOf('對象', ['All', 'Company', 'Payer']) },
    ],
    data: listOf(noticeInfo),
  },
  'Home.GetActivities': { title: '查詢活動', data: listOf(activityInfo) },
  'Home.GetVICode': {
    title: '取得圖形驗證碼的票證',
    text: '之後以標頭 VCode 帶回票證；票證只能使用一次。看不見圖片時，可由電腦完成 Challenge 的運算，代替輸入圖片中的文字。',
    data: captchaTicket,
  },
  'Home.GetCaptchaImage': { title: '取得圖形驗證碼的圖片', captcha: true, file: 'image/svg+xml' },
  'Home.GetNotice': { title: '查詢單則公告', data: noticeInfo },
  'Home.CheckCertificate': {
    title: '查驗繳費證明',
    query: [
      { name: 'CertificateNo', schema: nonEmptyText('證明編號', 40), required: true },
      { name: 'CheckCode', schema: nonEmptyText('查驗碼', 40), required: true },
    ],
    data: certificateCheck,
  },
  'Home.GetSubscription': {
    title: '查詢通知的訂閱狀態',
    text: 'Token 取自繳款通知的退訂連結；連結失效者回覆 404。',
    data: noticeSubscription,
  },
  'Home.Unsubscribe': {
    title: '退訂繳款通知',
    text: '同一信箱不再收到該委託單位的繳款通知。POST /unsubscribe/{Token} 相同（RFC 8058）。',
    data: noticeSubscription,
  },
  'Home.Resubscribe': { title: '恢復訂閱繳款通知', data: noticeSubscription },
}
