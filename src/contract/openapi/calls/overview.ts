import { enums } from '../../../domain/enums'
import { day, exactObject, flag, integer, listOf, oneOf, orNull, partialObject, text } from '../json'

const channel = oneOf('通路', Object.keys(enums.Channel))
const currency = text('幣別')

/** The number and the sum of some records in one currency, in the smallest unit of the currency. */
const amount = exactObject({ CurrencyType: currency, Count: integer('筆數'), Amount: integer('金額合計') })

const amounts = (description: string) => listOf(amount, `${description}；每種幣別一筆`)

/** Lines that wait for a second person. The caller may not release their own proposals. */
const proposals = exactObject({
  Amounts: amounts('待放行的交易，含呼叫者自己的提案'),
  OwnCount: integer('其中由呼叫者提案、須由他人放行的筆數'),
})

/** Files that wait for a second person. The caller may not release their own. */
const fileProposals = (description: string) =>
  exactObject({
    Count: integer(`${description}，含呼叫者自己的`),
    OwnCount: integer('其中由呼叫者提出、須由他人放行的個數'),
  })

const uploads = exactObject({
  Since: day('自哪一天上傳的批次起算'),
  Pages: listOf(
    exactObject({ Page: text('上傳狀態所在的頁面'), Count: integer('失敗或部分成功的批次數') }),
    '只列有失敗批次的頁面',
  ),
})

/** The figures of bills in one currency. Void bills are left out. */
const collection = {
  CurrencyType: currency,
  BillCount: integer('帳單張數'),
  PaidCount: integer('已繳清的張數'),
  ShouldPayAmount: integer('應繳金額'),
  PaidAmount: integer('已繳金額'),
  OutstandingAmount: integer('尚未繳納的金額；溢繳不抵銷其他帳單'),
}

const term = {
  SerialId: integer('期別的序號'),
  ApplyCode: text('委託單位代號'),
  BillTermId: text('期別代號'),
  BillTermName: text('期別名稱'),
}

const terms = exactObject({
  TermCount: integer('開放中的期別數'),
  BilledTermCount: integer('其中有帳單的期別數'),
  Totals: listOf(exactObject(collection), '全部開放期別的合計；每種幣別一筆'),
  Terms: listOf(
    exactObject({
      ...term,
      PaymentEndDate: orNull(day('繳款截止日')),
      ...collection,
      Channels: listOf(exactObject({ ChannelId: channel, PaidAmount: integer('繳款金額') }), '各通路的繳款'),
    }),
    '繳款截止日最晚的期別在前，最多 12 筆；每期每種幣別一筆，不含沒有帳單的期別',
  ),
})

const deadlines = exactObject({
  Until: day('列到哪一天為止'),
  Items: listOf(
    exactObject({
      ...term,
      SerialId: orNull(term.SerialId),
      PaymentEndDate: day('繳款截止日'),
      CurrencyType: currency,
      UnpaidCount: integer('未繳清的張數'),
      OutstandingAmount: integer('尚未繳納的金額'),
    }),
    '日期早的在前',
  ),
})

const expectedRemittances = listOf(
  exactObject({
    RemitDate: day('預計撥款日'),
    CurrencyType: currency,
    LineCount: integer('交易筆數'),
    NetAmount: integer('入帳金額；沖正以負數計'),
  }),
  '今天起預計入帳的金額，日期早的在前；已分拆的交易不計，計其分拆後的交易',
)

/** What has become of an expected file: the best state of the files that arrived today, or Missing. */
const bankFileState = oneOf('狀態；Missing 尚未收到', ['Missing', ...Object.keys(enums.BankFileStatus)])

const bankFiles = exactObject({
  Day: day('今天'),
  IsBusinessDay: flag('今天是否為營業日；假日不會有檔案'),
  ReceivedCount: integer('今天收到的檔案數，包含失敗及待確認的'),
  OtherCount: integer('其中不是應收檔案的；假日不會有應收的檔案'),
  FailedCount: integer('其中失敗的'),
  HeldCount: integer('其中待確認的'),
  Expected: listOf(
    exactObject({
      Layout: text('檔案種類'),
      ChannelId: orNull(channel),
      Name: text('名稱'),
      State: bankFileState,
      FileCount: integer('今天收到的檔案數'),
      LineCount: integer('成功檔案的明細筆數'),
    }),
    '設定為每個營業日應收到的檔案',
  ),
})

const companyExceptions = exactObject({
  Since: day('自哪一個交易日起算'),
  Until: day('到哪一個交易日為止'),
  Totals: amounts('這段期間全部未處理的例外'),
  Companies: listOf(
    exactObject({
      UniformNo: orNull(text('統一編號；無法辨識委託單位的交易為 null')),
      CustomerName: orNull(text('客戶名稱')),
      Amounts: amounts('未處理的例外'),
    }),
    '筆數多的在前，最多 8 家',
  ),
  RestCount: integer('其餘客戶的筆數'),
  RestCompanyCount: integer('其餘客戶的家數'),
  Earlier: orNull(
    exactObject({
      Since: day('更早的例外中最早的交易日'),
      Until: day('到哪一個交易日為止；自最早的交易日起最多 92 天'),
      Totals: amounts('這段更早的期間未處理的例外'),
      Count: integer('更早的例外全部的筆數'),
    }),
  ),
})

const remittanceChecks = exactObject({
  Since: day('自哪一個撥款日起算'),
  Results: listOf(
    exactObject({
      CheckStatus: text('對帳結果；相符的不列'),
      Count: integer('筆數'),
      Difference: integer('差額合計；實際撥款減預計撥款'),
    }),
  ),
})

const givenUpPushes = exactObject({
  Since: day('自哪一個交易日起算'),
  Count: integer('停止重送、尚未由人員重送的通知筆數'),
})

/** The numbers of notices that receivers have not taken. */
const undelivered = {
  GiveUpCount: integer('停止重送的通知筆數'),
  FailedCount: integer('失敗、系統會自動重送的通知筆數'),
}

const pushFailures = exactObject({
  Since: day('自哪一個交易日起算'),
  Totals: exactObject(undelivered),
  Companies: listOf(
    exactObject({
      UniformNo: orNull(text('統一編號')),
      CustomerName: orNull(text('客戶名稱')),
      ...undelivered,
    }),
    '停止重送筆數多的在前，最多 8 家',
  ),
  RestTotals: exactObject(undelivered),
  RestCompanyCount: integer('其餘客戶的家數'),
})

const parts = {
  Exceptions: amounts('未處理的例外與未銷帳的交易'),
  Proposals: proposals,
  DebitProposals: fileProposals('待放行的約定扣款匯出檔'),
  Uploads: uploads,
  GivenUpPushes: givenUpPushes,
  Terms: terms,
  Deadlines: deadlines,
  ExpectedRemittances: expectedRemittances,
  BankFiles: bankFiles,
  BankFileProposals: fileProposals('待放行的通路檔案'),
  CompanyExceptions: companyExceptions,
  RemittanceChecks: remittanceChecks,
  PushFailures: pushFailures,
}

/** The names of the parts of the first page. */
export const overviewParts = Object.keys(parts) as readonly (keyof typeof parts)[]

/**
 * OutData of Ext/EnterpriseArea/GetOverview: the figures of the first page.
 * Parts that were not asked for, and parts of pages that the caller may not query, are absent.
 */
export const overview = partialObject(parts, overviewParts)

/** Query parameters of Ext/EnterpriseArea/GetOverview. */
export const overviewQuery = [
  {
    name: 'Part',
    schema: {
      type: 'array',
      items: { type: 'string', enum: overviewParts },
      description: '要查詢的部分，可重複；未帶時查詢全部',
    },
  },
  { name: 'ApplyCode', schema: text('只計這個委託單位') },
]
