import type { CaptchaQuestion, CertificateCheck } from '../../extensions'
import type { ActivityInfo, CaptchaTicket, NoticeInfo } from '../../session'
import type { CallsOf } from '../call'
import { closed, day, entry, listOf, moment, oneOf, orNull, text, whole, yesNo } from '../json'

const notice = closed<NoticeInfo>({
  SerialId: whole('序號'),
  Title: text('標題'),
  Category: text('類別'),
  Audience: text('對象'),
  Content: text('內容；純文字，https:// 開頭的網址可點選'),
  Pinned: yesNo('置頂'),
  PublishDate: day('上架日期'),
  ExpireDate: orNull(day('下架日期')),
})

const activity = closed<ActivityInfo>({
  SerialId: whole('序號'),
  Title: text('標題'),
  Summary: orNull(text('摘要')),
  LinkUrl: orNull(text('連結')),
  StartDate: day('開始日期'),
  EndDate: orNull(day('結束日期')),
})

const certificate = closed<CertificateCheck>({
  CertificateNo: text('證明編號'),
  CustomerName: text('委託單位名稱'),
  BillNo: text('帳單編號'),
  PayerName: text('繳款人姓名（遮罩）'),
  CurrencyType: text('幣別'),
  PaidAmount: whole('已繳金額，以幣別的最小單位計'),
  PaidTime: moment('繳款時間'),
})

/** News and captchas. */
export const homeCalls: CallsOf<'Home'> = {
  'Home.GetNotices': {
    title: '查詢公告',
    query: [
      { name: 'Category', schema: oneOf('類別', ['System', 'Service', 'Rule']) },
      { name: 'Audience', schema: oneOf('對象', ['All', 'Company', 'Payer']) },
    ],
    data: listOf(notice),
  },
  'Home.GetActivities': { title: '查詢活動', data: listOf(activity) },
  'Home.GetVICode': {
    title: '取得圖形驗證碼的票證',
    text: '之後以標頭 VCode 帶回票證；票證只能使用一次。',
    data: closed<CaptchaTicket>({ VCode: text('票證'), ExpiresIn: whole('幾秒後失效') }),
  },
  'Home.GetCaptchaImage': { title: '取得圖形驗證碼的圖片', captcha: true, file: 'image/svg+xml' },
  'Home.GetCaptchaQuestion': {
    title: '取得驗證碼的文字題目',
    text: '看不見圖片時使用；答案可代替圖片中的文字。',
    captcha: true,
    data: closed<CaptchaQuestion>({ Question: text('題目') }),
  },
  'Home.GetNotice': { title: '查詢單則公告', data: notice },
  'Home.CheckCertificate': {
    title: '查驗繳費證明',
    query: [
      { name: 'CertificateNo', schema: entry('證明編號', 40), required: true },
      { name: 'CheckCode', schema: entry('查驗碼', 40), required: true },
    ],
    data: certificate,
  },
}
