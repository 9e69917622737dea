import type { CallsOf } from '../call'
import { closed, dateTime, day, entry, listOf, oneOf, orNull, text, whole, yesNo } from '../json'

/** One entry of Home/GetNotices. Content is plain text; addresses in it that begin with https:// are links. */
export const noticeInfo = closed({
  SerialId: whole('序號'),
  Title: text('標題'),
  Category: text('類別'),
  Audience: text('對象'),
  Content: text('內容；純文字，https:// 開頭的網址可點選'),
  Pinned: yesNo('置頂'),
  PublishDate: day('上架日期'),
  ExpireDate: orNull(day('下架日期')),
})

/** One entry of Home/GetActivities. */
export const activityInfo = closed({
  SerialId: whole('序號'),
  Title: text('標題'),
  Summary: orNull(text('摘要')),
  LinkUrl: orNull(text('連結')),
  StartDate: day('開始日期'),
  EndDate: orNull(day('結束日期')),
})

/** The data of a certificate. A wrong pair of CertificateNo and CheckCode is answered by 2004. */
export const certificateCheck = closed({
  CertificateNo: text('證明編號'),
  CustomerName: text('委託單位名稱'),
  BillNo: text('帳單編號'),
  PayerName: text('繳款人姓名（遮罩）'),
  CurrencyType: text('幣別'),
  PaidAmount: whole('已繳金額，以幣別的最小單位計'),
  PaidTime: dateTime('繳款時間'),
})

/** The ticket of one captcha, sent back in the header VCode together with the typed characters. */
export const captchaTicket = closed({ VCode: text('票證'), ExpiresIn: whole('幾秒後失效') })

/** A text question whose answer is accepted in place of the picture's letters; its ticket is in the header VCode. */
export const captchaQuestion = closed({ Question: text('題目') })

/** News and captchas. */
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
    text: '之後以標頭 VCode 帶回票證；票證只能使用一次。',
    data: captchaTicket,
  },
  'Home.GetCaptchaImage': { title: '取得圖形驗證碼的圖片', captcha: true, file: 'image/svg+xml' },
  'Home.GetCaptchaQuestion': {
    title: '取得驗證碼的文字題目',
    text: '看不見圖片時使用；答案可代替圖片中的文字。',
    captcha: true,
    data: captchaQuestion,
  },
  'Home.GetNotice': { title: '查詢單則公告', data: noticeInfo },
  'Home.CheckCertificate': {
    title: '查驗繳費證明',
    query: [
      { name: 'CertificateNo', schema: entry('證明編號', 40), required: true },
      { name: 'CheckCode', schema: entry('查驗碼', 40), required: true },
    ],
    data: certificateCheck,
  },
}
