// Made by `npm run types` from schemas/MarketItem.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 超商代收項目與費率：單筆資料 */
export type MarketItem = {
  /** 代收項目代碼 */
  readonly MarketItemCode: string
  /** 代收項目名稱 */
  readonly MarketItemName: string | null
  /** 收款區間（起） */
  readonly MinAmount: number | null
  /** 收款區間（迄） */
  readonly MaxAmount: number | null
  /** 手續費負擔方式 */
  readonly FeeBearType: EnumCode<'FeeBearType'> | null
  /** 每筆手續費 */
  readonly ChannelFee: number | null
  /** 帳務核銷週期 */
  readonly PayPeriodType: EnumCode<'PayPeriodType'> | null
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: Readonly<Record<string, never>>
}

/** 超商代收項目與費率：指定 AllFields 時，清單的一列才有的欄位 */
export type MarketItemMore = 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 超商代收項目與費率：清單的一列；個人資料已遮罩 */
export type MarketItemRow = Omit<MarketItem, MarketItemMore> & Partial<Pick<MarketItem, MarketItemMore>>

/** 超商代收項目與費率：清單的條件 */
export type MarketItemQuery = {
  /** 代收項目代碼（包含） */
  readonly MarketItemCode?: string
  /** 代收項目名稱（包含） */
  readonly MarketItemName?: string
  /** 手續費負擔方式（任一；重複此參數可給多個值） */
  readonly FeeBearType?: readonly EnumCode<'FeeBearType'>[]
  /** 關鍵字：查詢代收項目代碼、代收項目名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'MarketItemCode' | 'MarketItemName' | 'MinAmount' | 'MaxAmount' | 'FeeBearType' | 'ChannelFee' | 'PayPeriodType'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}
