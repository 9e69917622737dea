import { billParameter, type CallsOf, pdfType } from '../call'
import {
  dateTime,
  day,
  exactObject,
  flag,
  integer,
  listOf,
  nonEmptyText,
  nullValue,
  oneOf,
  orNull,
  partialObject,
  text,
} from '../json'
import { entryStateProperties, solvedCaptcha } from './home'

/** An item of a bill; Amount is in the smallest unit of the bill's currency. */
const feeItem = exactObject({ FeeName: text('項目名稱'), Amount: integer('金額') })

/** A bill as its payer may view it. Personal data are masked; money is in the smallest unit of CurrencyType. */
export const payerBill = exactObject({
  SerialId: integer('序號'),
  UniformNo: text('委託單位統一編號'),
  CustomerName: text('委託單位名稱'),
  /** The telephone number that the slip of the bill has; empty if the company has none. */
  CustomerPhone: text('委託單位電話'),
  BillTermName: text('期別名稱'),
  BillNo: text('帳單編號'),
  PayerName: text('繳款人姓名（遮罩）'),
  FeeItems: listOf(feeItem, '繳費項目明細'),
  CurrencyType: text('幣別'),
  ShouldPayAmount: integer('應繳金額，以幣別的最小單位計'),
  PaidAmount: integer('已繳金額'),
  PaymentStartDate: day('繳款起日'),
  PaymentEndDate: day('繳款截止日'),
  /** Empty if no channel accepts a payment any more. */
  VACAccount: text('虛擬帳號（銷帳編號）'),
  BillStatus: text('帳單狀態'),
  /** Barcodes for stores, with the outstanding amount as of today; empty if stores do not accept a payment. */
  MarketBarcodes: listOf(text('一段條碼'), '超商條碼；超商不收時為空'),
  /** The reason why an open bill has no MarketBarcodes; otherwise empty. */
  MarketRefusal: text('超商不收的原因'),
  PostBarcodes: listOf(text('一段條碼'), '郵局條碼'),
  /** Content of the TWQR code, with the outstanding amount; empty if the bill accepts no payment by TWQR. */
  TWQRPayload: text('TWQR 內容'),
  /** The bank of VACAccount, for transfers from other banks. */
  BankCode: text('銀行代號'),
  /** Codes of the channels that accept a payment of this bill today. */
  Channels: listOf(text('通路代號'), '可繳款的通路'),
  /** Whether no channel accepts a payment of this bill any more. */
  IsClosed: flag('各通路均不再受理'),
  Notices: text('注意事項'),
})

/** A payment as its payer may view it. SerialId identifies the bill, DetailId the payment. */
export const payerPayment = exactObject({
  SerialId: integer('帳單的序號'),
  DetailId: text('繳款紀錄的識別碼'),
  CustomerName: text('委託單位名稱'),
  BillTermName: text('期別名稱'),
  BillNo: text('帳單編號'),
  CurrencyType: text('幣別'),
  PaidAmount: integer('繳款金額'),
  PaidTime: dateTime('繳款時間'),
  ChannelId: text('通路代號'),
  ReceiptNo: text('收據編號'),
  ...entryStateProperties,
})

/** The payer of a session. */
export const payerData = exactObject({
  PayerName: text('繳款人姓名（遮罩）'),
  CustomerName: text('委託單位名稱'),
  LoginTime: dateTime('登入時間'),
  /** Time of the payer's previous sign-in; null for the first sign-in. */
  LastLoginTime: orNull(dateTime('上次登入時間')),
  /** Whether the payer may view unmasked data, because they signed in with two pieces of personal data. */
  MayReveal: flag('可查詢未遮罩的個人資料'),
  /** Total numbers of bills and payments. A page of the lists contains 500 of each, open bills first. */
  BillCount: integer('帳單總筆數'),
  PaymentCount: integer('繳款紀錄總筆數'),
  /**
   * Whether the payer has too many bills for one session.
   * If so, the session contains only the open and the newest bills.
   */
  IsCut: flag('帳單過多，僅含未繳與最近的部分'),
})

/**
 * The unmasked data that one company stores about the payer.
 * Each call of GetOwnData is recorded in the audit trail.
 */
export const ownData = exactObject({
  CustomerName: text('委託單位名稱'),
  PayerId: text('繳款人代號'),
  PayerName: text('繳款人姓名'),
  IdNo: text('身分證字號或統一編號'),
  Mobile: text('行動電話'),
  Email: text('電子郵件'),
  Address: text('地址'),
})

const paymentProperties = {
  data: payerData,
  ModelType: oneOf('1：有未繳的帳單；2：只有繳款紀錄', [1, 2]),
  DataLists1: listOf(payerBill, '帳單'),
  DataLists2: listOf(payerPayment, '繳款紀錄'),
}

/**
 * OutData of a payer's sign-in.
 * ModelType is 1 if there are unpaid bills, and 2 if there are only payments.
 * DataLists1 contains bills, DataLists2 payments.
 */
export const payerLogin = exactObject({
  JWTToken: text('權杖；之後放在標頭 Authorization: Bearer', { 'x-sensitive': true }),
  ...paymentProperties,
})

/** The data of the current session, without the token. */
export const paymentData = exactObject(paymentProperties)

const loginProperties = {
  UniformNo: nonEmptyText('委託單位統一編號', 8),
  IdNo: { ...text('身分證字號或統一編號', { maxLength: 10 }), 'x-personal': 'idNo' },
  PayerId: text('繳款人代號', { maxLength: 15 }),
  Mobile: { ...text('行動電話', { maxLength: 20 }), 'x-personal': 'mobile' },
  VCode: solvedCaptcha,
}

// The link in a notice identifies the company, so a sign-in with a link needs no UniformNo.
const { UniformNo: _, ...linkLoginProperties } = loginProperties

const billLoginBody = partialObject(
  { ...loginProperties, VACAccount: text('虛擬帳號（銷帳編號）', { maxLength: 20 }) },
  ['VACAccount', 'IdNo', 'PayerId', 'Mobile'],
)

const loginFieldInfo = exactObject({
  Field: oneOf('欄位', ['VACAccount', 'IdNo', 'PayerId', 'Mobile']),
  Label: text('欄位名稱'),
  Required: flag('必填'),
})

/** A company, and the fields with which its payers sign in. */
export const uniformNoField = exactObject({
  UniformNo: text('統一編號'),
  CustomerName: text('委託單位名稱'),
  Fields: listOf(loginFieldInfo, '登入欄位'),
})

/**
 * OutData of PayerArea/GetEBillLink and GetBankMobileLink: an https address on a host that the bank allows, or a path
 * of this site in demo mode.
 */
export const paymentLink = exactObject({ Url: text('網址') })

/** Sign-in, bills, payments and documents of payers. */
export const payerCalls: CallsOf<'PayerArea'> = {
  'PayerArea.Login': {
    title: '以委託單位登入',
    text: '需要哪些欄位，由 GetAllUniformNoField 依委託單位回覆。',
    captcha: true,
    body: billLoginBody,
    data: payerLogin,
  },
  'PayerArea.AccountLogin': {
    title: '以身分登入',
    text: '身分證字號與行動電話，或委託單位、繳款人代號與行動電話。',
    captcha: true,
    body: partialObject(loginProperties, ['UniformNo', 'IdNo', 'PayerId']),
    data: payerLogin,
  },
  'PayerArea.LoginByLink': {
    title: '以通知的連結登入',
    text: '連結的 Token，加上身分證字號／統一編號；由電子郵件開啟者也可用行動電話，由簡訊開啟者也可用繳款人代號。登入後只看得到該張帳單。連結失效與資料不符的回覆相同。',
    captcha: true,
    body: partialObject({ Token: { ...nonEmptyText('連結的權杖', 64), 'x-sensitive': true }, ...linkLoginProperties }, [
      'IdNo',
      'PayerId',
      'Mobile',
    ]),
    data: payerLogin,
  },
  'PayerArea.Logout': { title: '登出', data: nullValue },
  'PayerArea.GetAllUniformNoField': {
    title: '查詢各委託單位的登入欄位',
    data: listOf(uniformNoField),
  },
  'PayerArea.GetLoginFields': {
    title: '以銷帳編號查詢登入欄位',
    text: '依銷帳編號開頭的委託單位代號回覆，與帳單是否存在無關；不屬於任何委託單位者，UniformNo 為 00000000，只需銷帳編號。前 14 碼即可查詢。',
    body: exactObject({ VACAccount: nonEmptyText('虛擬帳號（銷帳編號）', 20) }),
    data: uniformNoField,
  },
  'PayerArea.DownloadPaymentPDF': { title: '下載繳款單', query: [billParameter], file: pdfType },
  'PayerArea.DownLoadCertificate': { title: '下載帳單的繳費證明', query: [billParameter], file: pdfType },
  'PayerArea.DownloadCertificateByDetail': {
    title: '下載單筆繳款的繳費證明',
    query: [{ name: 'DetailId', schema: nonEmptyText('繳款紀錄的識別碼', 64), required: true }],
    file: pdfType,
  },
  'PayerArea.GetEBillLink': {
    title: '取得全國繳費網的網址',
    text: '只有一張未繳的帳單時，可以不帶 SerialId。',
    query: [{ ...billParameter, required: false }],
    data: paymentLink,
  },
  'PayerArea.GetBankMobileLink': { title: '取得行動銀行的網址', query: [billParameter], data: paymentLink },
  'PayerArea.GetPaymentData': {
    title: '重新查詢繳費資料',
    text: '帳單與繳款紀錄每頁各 500 筆。',
    query: [{ name: 'PageNo', schema: { type: 'integer', minimum: 1, description: '頁次' } }],
    data: paymentData,
  },
  'PayerArea.GetOwnData': {
    title: '查詢未遮罩的個人資料',
    text: '登入時以兩項資料確認本人者；查詢留下稽核紀錄。',
    data: listOf(ownData),
  },
}
