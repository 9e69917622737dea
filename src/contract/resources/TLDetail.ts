// Made by `npm run types` from schemas/TLDetail.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type TLDetailLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 代收項目的名稱 */
  readonly MarketItemCode?: string
  /** 帳單的名稱 */
  readonly BillSerialId?: string
  /** 分拆來源的名稱 */
  readonly ParentSerialId?: string
}

/** 資訊流查詢：單筆資料 */
export type TLDetail = {
  /** 序號 */
  readonly SerialId: number
  /** 委託單位代號 */
  readonly ApplyCode: string | null
  /** 繳款通路 */
  readonly ChannelId: EnumCode<'Channel'> | null
  /** 代收項目 */
  readonly MarketItemCode: string | null
  /** 門市／局號 */
  readonly StoreNo: string | null
  /** 交易日期 */
  readonly TradeDate: string | null
  /** 交易時間 */
  readonly TradeTime: string | null
  /** 傳輸日期 */
  readonly TransDate: string | null
  /** 帳務日期 */
  readonly AccountDate: string | null
  /** 預計撥款日 */
  readonly ExpectRemitDate: string | null
  /** 交易序號 */
  readonly TxnSeq: string | null
  /** 虛擬帳號（銷帳編號） */
  readonly VACAccount: string | null
  /** 原虛擬帳號 */
  readonly OriginalVACAccount: string | null
  /** 正負號 */
  readonly AmountSign: EnumCode<'AmountSign'>
  /** 交易金額 */
  readonly Amount: number | null
  /** 通路手續費 */
  readonly ChannelFee: number | null
  /** 手續費負擔方式 */
  readonly FeeBearType: EnumCode<'FeeBearType'> | null
  /** 入帳金額 */
  readonly NetAmount: number | null
  /** 條碼一 */
  readonly Barcode1: string | null
  /** 條碼二 */
  readonly Barcode2: string | null
  /** 條碼三 */
  readonly Barcode3: string | null
  /** 帳單 */
  readonly BillSerialId: number | null
  /** 帳單編號 */
  readonly BillNo: string | null
  /** 繳款人姓名 */
  readonly PayerName: string | null
  /** 應繳金額 */
  readonly ShouldPayAmount: number | null
  /** 銷帳狀態 */
  readonly WriteOffStatus: EnumCode<'WriteOffStatus'> | null
  /** 例外原因 */
  readonly ExceptionType: EnumCode<'ExceptionType'> | null
  /** 分拆來源 */
  readonly ParentSerialId: number | null
  /** 銷帳時間 */
  readonly WriteOffTime: string | null
  /** 來源檔名 */
  readonly SourceFile: string | null
  /** 處理人員 */
  readonly HandleUser: string | null
  /** 處理時間 */
  readonly HandleTime: string | null
  /** 處理說明 */
  readonly HandleReason: string | null
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: TLDetailLabels
}

/** 資訊流查詢：清單的一列；個人資料已遮罩 */
export type TLDetailRow = TLDetail

/** 資訊流查詢：清單的條件 */
export type TLDetailQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 交易日期（起） */
  readonly TradeDateFrom?: string
  /** 交易日期（迄） */
  readonly TradeDateTo?: string
  /** 銷帳狀態（任一；重複此參數可給多個值） */
  readonly WriteOffStatus?: readonly EnumCode<'WriteOffStatus'>[]
  /** 例外原因（任一；重複此參數可給多個值） */
  readonly ExceptionType?: readonly EnumCode<'ExceptionType'>[]
  /** 虛擬帳號（銷帳編號） */
  readonly VACAccount?: string
  /** 帳單編號（包含） */
  readonly BillNo?: string
  /** 繳款人姓名（包含） */
  readonly PayerName?: string
  /** 繳款通路（任一；重複此參數可給多個值） */
  readonly ChannelId?: readonly EnumCode<'Channel'>[]
  /** 代收項目 */
  readonly MarketItemCode?: string
  /** 交易金額（起） */
  readonly AmountFrom?: number
  /** 交易金額（迄） */
  readonly AmountTo?: number
  /** 傳輸日期（起） */
  readonly TransDateFrom?: string
  /** 傳輸日期（迄） */
  readonly TransDateTo?: string
  /** 帳務日期（起） */
  readonly AccountDateFrom?: string
  /** 帳務日期（迄） */
  readonly AccountDateTo?: string
  /** 預計撥款日（起） */
  readonly ExpectRemitDateFrom?: string
  /** 預計撥款日（迄） */
  readonly ExpectRemitDateTo?: string
  /** 關鍵字：查詢交易序號 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?:
    | 'SerialId'
    | 'ApplyCode'
    | 'ChannelId'
    | 'MarketItemCode'
    | 'StoreNo'
    | 'TradeDate'
    | 'TradeTime'
    | 'TransDate'
    | 'AccountDate'
    | 'ExpectRemitDate'
    | 'TxnSeq'
    | 'VACAccount'
    | 'AmountSign'
    | 'Amount'
    | 'ChannelFee'
    | 'FeeBearType'
    | 'NetAmount'
    | 'BillNo'
    | 'PayerName'
    | 'ShouldPayAmount'
    | 'WriteOffStatus'
    | 'ExceptionType'
    | 'WriteOffTime'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
}
