// Made by `npm run types` from schemas/bills.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 繳費項目明細 */
export type BillsFeeItemsRow = {
  /** 順序 */
  readonly SortNo?: number | null
  /** 繳費項目 */
  readonly FeeCode?: string | null
  /** 項目名稱 */
  readonly FeeName?: string | null
  /** 金額 */
  readonly Amount?: number | null
}

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type BillsLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 代收期別的名稱 */
  readonly BillTermId?: string
  /** 代收類別的名稱 */
  readonly BillCategoryCode?: string
  /** 代收單位的名稱 */
  readonly PayerUnitId?: string
  /** 繳款人代號的名稱 */
  readonly PayerId?: string
  /** 匯入批號的名稱 */
  readonly ImportBatchNo?: string
  readonly [path: string]: string | undefined
}

/** 代收資料維護：單筆資料 */
export type Bills = {
  /** 序號 */
  readonly SerialId: number
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 帳單編號。空白時由系統編號。 */
  readonly BillNo: string | null
  /** 代收期別 */
  readonly BillTermId: string
  /** 代收類別 */
  readonly BillCategoryCode: string
  /** 代收單位 */
  readonly PayerUnitId: string | null
  /** 繳款人代號 */
  readonly PayerId: string | null
  /** 繳款人編號 */
  readonly PayerNo: string | null
  /** 繳款人姓名 */
  readonly PayerName: string
  /** 身分證字號／統一編號 */
  readonly IdNo: string | null
  /** 行動電話 */
  readonly Mobile: string | null
  /** 電子郵件 */
  readonly Email: string | null
  /** 郵遞區號 */
  readonly ZipCode: string | null
  /** 地址 */
  readonly Address: string | null
  /** 幣別 */
  readonly CurrencyType: EnumCode<'Currency'>
  /** 繳費項目明細 */
  readonly FeeItems: readonly BillsFeeItemsRow[]
  /** 應繳金額 */
  readonly ShouldPayAmount: number | null
  /** 已繳金額 */
  readonly PaidAmount: number
  /** 虛擬帳號（銷帳編號）。空白時由系統計算；代收約定允許自編時才可輸入。 */
  readonly VACAccount: string | null
  /** 繳款起日 */
  readonly PaymentStartDate: string
  /** 繳款截止日 */
  readonly PaymentEndDate: string
  /** 超商代收期限 */
  readonly MarketEndDate: string | null
  /** 超商條碼。三段，一行一段。 */
  readonly MarketBarcodes: string | null
  /** 郵局條碼。三段，一行一段。 */
  readonly PostBarcodes: string | null
  /** TWQR 內容 */
  readonly TWQRPayload: string | null
  /** 繳款狀態 */
  readonly PayStatus: EnumCode<'PayStatus'>
  /** 帳單狀態 */
  readonly BillStatus: EnumCode<'BillStatus'> | null
  /** 有效狀態 */
  readonly BillState: EnumCode<'BillState'>
  /** 繳款時間 */
  readonly PaidTime: string | null
  /** 繳款通路 */
  readonly ChannelId: EnumCode<'Channel'> | null
  /** 匯入批號 */
  readonly ImportBatchNo: string | null
  /** 約定扣款 */
  readonly DebitFlag: boolean | null
  /** 列印次數 */
  readonly PrintCount: number
  /** Email 通知時間 */
  readonly MailNoticeTime: string | null
  /** 簡訊通知時間 */
  readonly SmsNoticeTime: string | null
  /** 注意事項 */
  readonly Notices: string | null
  /** 備註 */
  readonly Remark: string | null
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: BillsLabels
}

/** 代收資料維護：指定 AllFields 時，清單的一列才有的欄位 */
export type BillsMore =
  | 'IdNo'
  | 'Mobile'
  | 'Email'
  | 'ZipCode'
  | 'Address'
  | 'PaymentStartDate'
  | 'MarketEndDate'
  | 'MarketBarcodes'
  | 'PostBarcodes'
  | 'TWQRPayload'
  | 'BillState'
  | 'PrintCount'
  | 'Notices'
  | 'CreateUser'
  | 'CreateTime'
  | 'UpdateUser'

/** 代收資料維護：清單的一列；個人資料已遮罩 */
export type BillsRow = Omit<Bills, 'FeeItems' | BillsMore> & Partial<Pick<Bills, BillsMore>>

/** 代收資料維護：清單的條件 */
export type BillsQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 帳單編號 */
  readonly BillNo?: string
  /** 繳款人姓名（包含） */
  readonly PayerName?: string
  /** 帳單狀態（任一；重複此參數可給多個值） */
  readonly BillStatus?: readonly EnumCode<'BillStatus'>[]
  /** 代收期別 */
  readonly BillTermId?: string
  /** 虛擬帳號（銷帳編號） */
  readonly VACAccount?: string
  /** 繳款截止日（起） */
  readonly PaymentEndDateFrom?: string
  /** 繳款截止日（迄） */
  readonly PaymentEndDateTo?: string
  /** 代收類別 */
  readonly BillCategoryCode?: string
  /** 代收單位 */
  readonly PayerUnitId?: string
  /** 繳款人代號 */
  readonly PayerId?: string
  /** 應繳金額（起） */
  readonly ShouldPayAmountFrom?: number
  /** 應繳金額（迄） */
  readonly ShouldPayAmountTo?: number
  /** 繳款狀態（任一；重複此參數可給多個值） */
  readonly PayStatus?: readonly EnumCode<'PayStatus'>[]
  /** 繳款通路（任一；重複此參數可給多個值） */
  readonly ChannelId?: readonly EnumCode<'Channel'>[]
  /** 匯入批號 */
  readonly ImportBatchNo?: string
  /** 約定扣款 */
  readonly DebitFlag?: boolean
  /** 關鍵字：查詢帳單編號、繳款人姓名 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?:
    | 'SerialId'
    | 'ApplyCode'
    | 'BillNo'
    | 'BillTermId'
    | 'BillCategoryCode'
    | 'PayerUnitId'
    | 'PayerId'
    | 'PayerNo'
    | 'PayerName'
    | 'CurrencyType'
    | 'ShouldPayAmount'
    | 'PaidAmount'
    | 'VACAccount'
    | 'PaymentEndDate'
    | 'PayStatus'
    | 'BillStatus'
    | 'PaidTime'
    | 'ChannelId'
    | 'ImportBatchNo'
    | 'DebitFlag'
    | 'MailNoticeTime'
    | 'SmsNoticeTime'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}
