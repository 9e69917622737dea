/** The payment channels in display order. They are pairs because an object would order a code such as 10 before 00. */
const channels = [
  ['00', '銀行臨櫃'],
  ['01', '統一超商'],
  ['02', '全家'],
  ['03', 'OK'],
  ['04', '萊爾富'],
  ['05', '郵局臨櫃'],
  ['06', 'ATM轉帳'],
  ['07', '約定扣款'],
  ['08', '全國繳費網'],
  ['09', '票交所ACH'],
  ['10', '他行學費平台'],
  ['12', '農漁會'],
  ['14', '美廉社'],
  ['15', '信用卡'],
  ['16', 'TWQR／台灣Pay'],
  ['17', '網路／行動銀行'],
  ['A0', '委託單位自收'],
  ['A1', '郵局網路平台'],
  ['A2', '跨行匯款'],
] as const

const textsOf = <Code extends string>(pairs: readonly (readonly [Code, string])[]) =>
  Object.fromEntries(pairs) as Readonly<Record<Code, string>>

/** Every enum of the portal: the codes with their displayed texts (zh-TW), in display order. */
export const enums = {
  ActiveStatus: { Active: '啟用', Inactive: '停用' },
  UserStatus: { Pending: '待啟用', Enabled: '啟用', Disabled: '停用', Locked: '鎖定' },
  PortalRole: {
    CustomerAdmin: '企業管理者',
    CustomerMaker: '經辦',
    CustomerChecker: '主管（放行）',
    CustomerViewer: '查詢人員',
    BankOperator: '銀行作業人員',
    BankViewer: '銀行查詢人員',
  },
  CustomerStatus: { Active: '正常', Suspended: '中止', Terminated: '終止' },
  AgreementStatus: { Active: '正常', Suspended: '中止', Terminated: '終止' },
  TermStatus: { Draft: '草稿', Open: '開放', Closed: '結案' },
  BillTemplate: { A4Standard: 'A4通用三聯式', A4Tuition: 'A4學雜費', A4Community: 'A4管理費', FoldedMailer: '郵簡' },
  PDFSetting: { None: '不產製', Single: '逐筆產製', Merge: '合併產製', Later: '上傳後再產製' },
  PDFSort: { UnitThenPayer: '代收單位、繳款人', PayerId: '繳款人代號', ZipCode: '郵遞區號', FileOrder: '依上傳順序' },
  ImportStatus: {
    Pending: '待處理',
    Processing: '處理中',
    Succeeded: '成功',
    PartialFailed: '部分成功',
    Failed: '失敗',
  },
  // The state of a bank file; the other codes are those of ImportStatus.
  // A held file is not booked until an operator decides about it.
  BankFileStatus: {
    Pending: '待處理',
    Processing: '處理中',
    Held: '待確認',
    PendingRelease: '待放行',
    Succeeded: '成功',
    Failed: '失敗',
    Refused: '已退回',
  },
  HoldReason: { SameHeader: '檔頭相同、內容不同' },
  // What an operator says about a held file with a known header: it replaces the earlier files, or it adds payments to
  // them.
  HoldDecision: { Replaces: '更正版', Adds: '追加' },
  ImportMode: { GoodRows: '匯入正確的資料', AllOrNothing: '全部正確才匯入' },
  // The state of printing slips; the specification calls it JobStatus.
  JobStatus: {
    NotNeeded: '不產製',
    Pending: '待處理',
    Processing: '處理中',
    Done: '完成',
    Failed: '失敗',
    Expired: '已過期',
  },
  PayStatus: { Unpaid: '未繳', PartialPaid: '部分繳', Paid: '已繳', OverPaid: '溢繳' },
  BillState: { Active: '有效', Void: '作廢' },
  BillStatus: { Unpaid: '未繳', PartialPaid: '部分繳', Paid: '已繳', OverPaid: '溢繳', Overdue: '逾期', Void: '作廢' },
  PayerType: { Normal: '一般', Account: '約定帳號扣款', CreditCard: '信用卡授權扣款', ACH: 'ACH扣款' },
  DebitAuthStatus: {
    None: '未申請',
    Applying: '申請中',
    Authorized: '已授權',
    Rejected: '授權失敗',
    Cancelled: '已終止',
  },
  NotifyMethod: { Email: '電子郵件', SMS: '簡訊', WebService: '系統介接', FTP: '檔案傳輸', None: '不通知' },
  NotifyStatus: { Pending: '待通知', Success: '成功', Failed: '失敗', GiveUp: '停止重送' },
  WhiteListFileType: {
    Account: '僅檢核帳號',
    AccountAmount: '檢核帳號及金額',
    AccountAmountDate: '檢核帳號、金額及期限',
    AccountDate: '檢核帳號及期限',
  },
  WhiteListStatus: { Active: '有效', Used: '已繳足', Expired: '已逾期', Disabled: '停用' },
  // What happens to an account or to its payment because of an incident (事故); the name is that of the specification.
  VACLoadingType: { Suspend: '設定事故', Release: '解除事故', Reject: '拒絕入帳' },
  VACIncidentReason: {
    NotInWhiteList: '查無檢核資料',
    AmountMismatch: '金額不符',
    OutOfDate: '超過有效期限',
    DuplicatePay: '重複繳款',
    CheckDigitError: '檢碼不符',
    AgreementStopped: '約定中止',
    ManualStop: '人工止付',
  },
  ResultStatus: { Pending: '待處理', Success: '成功', Failed: '失敗' },
  AmountSign: { Plus: '+', Minus: '－（沖正）' },
  CollectMethod: { Cash: '現金', Check: '支票', Remit: '匯款', Card: '刷卡', Offset: '抵扣', Other: '其他' },
  CollectStatus: { Collected: '已收款', Cancelled: '已取消' },
  WriteOffStatus: {
    NotWrittenOff: '未銷帳',
    PendingRelease: '待放行',
    WrittenOff: '已銷帳',
    Exception: '例外',
    Divided: '已分拆',
    ChangedBill: '已改銷',
    ChangedVAC: '已更正帳號',
    Invalid: '已作廢',
    Reversed: '已沖正',
  },
  ExceptionType: {
    OverPaid: '超繳',
    UnderPaid: '短繳',
    Duplicate: '重複繳',
    BillNotFound: '查無帳單',
    Overdue: '逾期繳',
    BillVoided: '帳單已作廢',
    VACInvalid: '檢碼不符',
    ChannelDisabled: '通路未啟用',
    Incident: '事故帳號',
    Reversal: '沖正查無原交易',
  },
  ExceptionAction: { Divide: '分拆', ChangeBill: '改銷', ChangeVACAccount: '更正虛擬帳號', Invalid: '作廢' },
  FeeBearType: { Deduct: '內扣（委託單位負擔）', Increase: '外加（繳款人負擔）' },
  PayPeriodType: {
    NDayA: '日結－遇假日提前',
    NDayB: '日結－遇假日順延',
    NDayC: '日結－營業日計',
    Week: '週結',
    TenDay: '旬結',
  },
  Channel: textsOf(channels),
  Currency: { TWD: '新臺幣', USD: '美元', CNY: '人民幣', JPY: '日圓', EUR: '歐元' },
  VACCheckType: {
    None: '無檢碼',
    Account: '帳號檢碼',
    AccountAmount: '帳號＋金額檢碼',
    AccountDue: '帳號＋截止日',
    AccountAmountDue: '帳號＋金額＋截止日',
  },
  VACCheckScheme: {
    W371: '權數371（預設）',
    E15W1: '十五位單檢碼',
    E14W2: '十四位雙檢碼',
    T13: '十三位金額檢碼',
    W11: '模11',
  },
  ReportType: {
    WriteOff: '銷帳明細表',
    Unpaid: '未繳明細表',
    DailyPaid: '每日繳款明細表',
    TransactionDetails: '交易明細表',
    Exception: '例外明細表',
    ChannelFee: '通路手續費月報表',
    BillProgress: '帳單繳費進度表',
  },
  ReportDateType: { TradeDate: '交易日', AccountDate: '帳務日', RemitDate: '撥款日' },
  FileFormat: { Xlsx: 'Excel', Pdf: 'PDF', Csv: 'CSV', Txt: '文字檔' },
  MediaFormat: { AchP01: '票交所ACH（P01）', Fisc200: '全國性繳費整批（200）', BankOwn: '本行約定扣款檔（120）' },
  // Why a bill stays out of a file of direct debits.
  DebitStayOut: {
    Void: '帳單已作廢',
    NothingLeft: '沒有應繳餘額',
    OtherCurrency: '非新臺幣',
    OtherPayerType: '繳款人類別不符',
    NotAuthorized: '未授權',
    NoUserNumber: '沒有用戶號碼',
    Overdue: '截止日早於扣款日',
    Exported: '已匯出、尚未回覆',
    Unsettled: '扣款成功、尚未銷帳',
    Proposed: '匯出待放行',
  },
  DebitFileState: { Proposed: '待放行', Released: '已匯出', Refused: '已退回', Withdrawn: '已作廢' },
  DebitRecordState: {
    Proposed: '待放行',
    Unanswered: '未回覆',
    Succeeded: '成功',
    Refused: '失敗',
    Withdrawn: '未匯出',
    Voided: '已作廢',
  },
  DownloadFileType: { Sample: '範例檔', Manual: '操作手冊', Form: '申請書', Tool: '工具程式', Notice: '公告附件' },
} as const satisfies Record<string, Record<string, string>>

/** Name of an enum in schemas and in the specification. */
export type EnumName = keyof typeof enums

/** Returns the codes and texts of an enum in display order. */
export const enumOptions = (name: EnumName): readonly (readonly [code: string, text: string])[] =>
  name === 'Channel' ? channels : Object.entries(enums[name])

/** A code of an enum. */
export type EnumCode<Name extends EnumName> = keyof (typeof enums)[Name] & string

/** Returns the text of a code; an unknown code is returned unchanged, so that no cell is empty. */
export const enumText = (name: EnumName, code: string): string =>
  (enums[name] as Readonly<Record<string, string>>)[code] ?? code
