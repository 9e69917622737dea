// Made by `npm run types` from schemas/Agreement.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type AgreementLabels = {
  /** 統一編號的名稱 */
  readonly UniformNo?: string
  /** 超商代收項目的名稱 */
  readonly MarketItems?: string
}

/** 代收約定：單筆資料 */
export type Agreement = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 代收約定名稱 */
  readonly AgreementName: string | null
  /** 統一編號 */
  readonly UniformNo: string | null
  /** 實體入帳帳號 */
  readonly RealAccount: string | null
  /** 虛擬帳號長度 */
  readonly VACLength: number | null
  /** 期別編號長度 */
  readonly TermNoLen: number | null
  /** 繳款人編號長度 */
  readonly PayerNoLen: number | null
  /** 檢碼方式 */
  readonly VACCheckType: EnumCode<'VACCheckType'> | null
  /** 檢碼演算法 */
  readonly VACCheckScheme: EnumCode<'VACCheckScheme'> | null
  /** 可自編銷帳編號 */
  readonly AllowOwnVAC: boolean | null
  /** 檢核重複繳款 */
  readonly CheckDuplicate: boolean | null
  /** 啟用特殊檢核 */
  readonly UseWhiteList: boolean | null
  /** 例外處理須放行 */
  readonly DualControl: boolean | null
  /** 啟用通路 */
  readonly Channels: readonly EnumCode<'Channel'>[] | null
  /** 超商代收項目 */
  readonly MarketItems: readonly string[] | null
  /** 劃撥帳號 */
  readonly PostGiroAccount: string | null
  /** 即時入帳通知網址 */
  readonly NotifyUrl: string | null
  /** 約定狀態 */
  readonly AgreementStatus: EnumCode<'AgreementStatus'> | null
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: AgreementLabels
}

/** 代收約定：指定 AllFields 時，清單的一列才有的欄位 */
export type AgreementMore =
  | 'VACLength'
  | 'TermNoLen'
  | 'PayerNoLen'
  | 'VACCheckType'
  | 'VACCheckScheme'
  | 'AllowOwnVAC'
  | 'CheckDuplicate'
  | 'UseWhiteList'
  | 'DualControl'
  | 'Channels'
  | 'MarketItems'
  | 'PostGiroAccount'
  | 'NotifyUrl'
  | 'CreateUser'
  | 'CreateTime'
  | 'UpdateUser'

/** 代收約定：清單的一列；個人資料已遮罩 */
export type AgreementRow = Omit<Agreement, AgreementMore> & Partial<Pick<Agreement, AgreementMore>>

/** 代收約定：清單的條件 */
export type AgreementQuery = {
  /** 委託單位代號（包含） */
  readonly ApplyCode?: string
  /** 代收約定名稱（包含） */
  readonly AgreementName?: string
  /** 約定狀態（任一；重複此參數可給多個值） */
  readonly AgreementStatus?: readonly EnumCode<'AgreementStatus'>[]
  /** 關鍵字：查詢委託單位代號、代收約定名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'ApplyCode' | 'AgreementName' | 'UniformNo' | 'RealAccount' | 'AgreementStatus'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}
