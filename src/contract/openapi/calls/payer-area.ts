import type { OwnData, PayerBill, PayerData, PayerLoginAnswer, PayerPayment, PaymentData, PaymentLink, UniformNoField } from '../../session'
import { billNo, type CallsOf, pdf } from '../call'
import { closed, day, entry, listOf, moment, nothing, oneOf, orNull, text, whole, yesNo } from '../json'

const feeItem = closed<PayerBill['FeeItems'][number]>({ FeeName: text('項目名稱'), Amount: whole('金額') })

const bill = closed<PayerBill>({
  SerialId: whole('序號'),
  UniformNo: text('委託單位統一編號'),
  CustomerName: text('委託單位名稱'),
  BillTermName: text('期別名稱'),
  BillNo: text('帳單編號'),
  PayerName: text('繳款人姓名（遮罩）'),
  FeeItems: listOf(feeItem, '繳費項目明細'),
  CurrencyType: text('幣別'),
  ShouldPayAmount: whole('應繳金額，以幣別的最小單位計'),
  PaidAmount: whole('已繳金額'),
  PaymentStartDate: day('繳款起日'),
  PaymentEndDate: day('繳款截止日'),
  VACAccount: text('虛擬帳號（銷帳編號）'),
  BillStatus: text('帳單狀態'),
  MarketBarcodes: listOf(text('一段條碼'), '超商條碼；超商不收時為空'),
  MarketRefusal: text('超商不收的原因'),
  PostBarcodes: listOf(text('一段條碼'), '郵局條碼'),
  TWQRPayload: text('TWQR 內容'),
  BankCode: text('銀行代號'),
  Channels: listOf(text('通路代號'), '可繳款的通路'),
  Notices: text('注意事項'),
})

const payment = closed<PayerPayment>({
  SerialId: whole('帳單的序號'),
  DetailId: text('繳款紀錄的識別碼'),
  CustomerName: text('委託單位名稱'),
  BillTermName: text('期別名稱'),
  BillNo: text('帳單編號'),
  CurrencyType: text('幣別'),
  PaidAmount: whole('繳款金額'),
  PaidTime: moment('繳款時間'),
  ChannelId: text('通路代號'),
  ReceiptNo: text('收據編號'),
})

const payer = closed<PayerData>({
  PayerName: text('繳款人姓名（遮罩）'),
  CustomerName: text('委託單位名稱'),
  LoginTime: moment('登入時間'),
  LastLoginTime: orNull(moment('上次登入時間')),
  MayReveal: yesNo('可查詢未遮罩的個人資料'),
  BillCount: whole('帳單總筆數'),
  PaymentCount: whole('繳款紀錄總筆數'),
  IsCut: yesNo('帳單過多，僅含未繳與最近的部分'),
})

const ownData = closed<OwnData>({
  CustomerName: text('委託單位名稱'),
  PayerId: text('繳款人代號'),
  PayerName: text('繳款人姓名'),
  IdNo: text('身分證字號或統一編號'),
  Mobile: text('行動電話'),
  Email: text('電子郵件'),
  Address: text('地址'),
})

const paymentData = {
  data: payer,
  ModelType: oneOf('1：有未繳的帳單；2：只有繳款紀錄', [1, 2]),
  DataLists1: listOf(bill, '帳單'),
  DataLists2: listOf(payment, '繳款紀錄'),
}

const session = closed<PayerLoginAnswer>({ JWTToken: text('權杖；之後放在標頭 Authorization: Bearer', { 'x-sensitive': true }), ...paymentData })

interface Claim {
  readonly UniformNo?: string
  readonly VACAccount?: string
  readonly IdNo?: string
  readonly PayerId?: string
  readonly Mobile?: string
  readonly VCode: string
}

const fields = {
  UniformNo: entry('委託單位統一編號', 8),
  IdNo: { ...text('身分證字號或統一編號', { maxLength: 10 }), 'x-personal': 'idNo' },
  PayerId: text('繳款人代號', { maxLength: 15 }),
  Mobile: { ...text('行動電話', { maxLength: 20 }), 'x-personal': 'mobile' },
  VCode: entry('圖形驗證碼', 6),
}

const company = closed<Claim>({ ...fields, VACAccount: text('虛擬帳號（銷帳編號）', { maxLength: 20 }) }, ['VACAccount', 'IdNo', 'PayerId', 'Mobile'])

const loginField = closed<UniformNoField['Fields'][number]>({
  Field: oneOf('欄位', ['VACAccount', 'IdNo', 'PayerId', 'Mobile']),
  Label: text('欄位名稱'),
  Required: yesNo('必填'),
})

const link = closed<PaymentLink>({ Url: text('網址') })

/** Where payers sign in, see what they owe and fetch their slips. */
export const payerCalls: CallsOf<'PayerArea'> = {
  'PayerArea.Login': { title: '以委託單位登入', text: '需要哪些欄位，由 GetAllUniformNoField 依委託單位回覆。', captcha: true, body: company, data: session },
  'PayerArea.AccountLogin': {
    title: '以身分登入',
    text: '身分證字號與行動電話，或委託單位、繳款人代號與行動電話。',
    captcha: true,
    body: closed<Omit<Claim, 'VACAccount'>>(fields, ['UniformNo', 'IdNo', 'PayerId']),
    data: session,
  },
  'PayerArea.Logout': { title: '登出', data: nothing },
  'PayerArea.GetAllUniformNoField': {
    title: '查詢各委託單位的登入欄位',
    data: listOf(closed<UniformNoField>({ UniformNo: text('統一編號'), CustomerName: text('委託單位名稱'), Fields: listOf(loginField, '登入欄位') })),
  },
  'PayerArea.DownloadPaymentPDF': { title: '下載繳款單', query: [billNo], file: pdf },
  'PayerArea.DownLoadCertificate': { title: '下載帳單的繳費證明', query: [billNo], file: pdf },
  'PayerArea.DownloadCertificateByDetail': {
    title: '下載單筆繳款的繳費證明',
    query: [{ name: 'DetailId', schema: entry('繳款紀錄的識別碼', 64), required: true }],
    file: pdf,
  },
  'PayerArea.GetEBillLink': { title: '取得全國繳費網的網址', query: [billNo], data: link },
  'PayerArea.GetBankMobileLink': { title: '取得行動銀行的網址', query: [billNo], data: link },
  'PayerArea.GetPaymentData': {
    title: '重新查詢繳費資料',
    text: '帳單與繳款紀錄每頁各 500 筆。',
    query: [{ name: 'PageNo', schema: { type: 'integer', minimum: 1, description: '頁次' } }],
    data: closed<PaymentData>(paymentData),
  },
  'PayerArea.GetOwnData': { title: '查詢未遮罩的個人資料', text: '登入時以兩項資料確認本人者；查詢留下稽核紀錄。', data: listOf(ownData) },
}
