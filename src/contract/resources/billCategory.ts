// Made by `npm run types` from schemas/billCategory.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type BillCategoryLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 超商代收項目的名稱 */
  readonly MarketItemCode?: string
}

/** 代收類別設定：單筆資料 */
export type BillCategory = {
  /** 序號 */
  readonly SerialId: number
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 代收類別代碼 */
  readonly BillCategoryCode: string
  /** 代收類別名稱 */
  readonly BillCategoryName: string
  /** 預設繳款單樣板 */
  readonly BillTemplateId: EnumCode<'BillTemplate'>
  /** 開放繳款通路 */
  readonly Channels: readonly EnumCode<'Channel'>[]
  /** 超商代收項目。開放超商通路時必選。 */
  readonly MarketItemCode: string | null
  /** 手續費負擔方式。須與超商代收項目相同。 */
  readonly FeeBearType: EnumCode<'FeeBearType'>
  /** 允許部分繳款 */
  readonly AllowPartial: boolean
  /** 允許逾期繳款 */
  readonly AllowOverdue: boolean
  /** 狀態 */
  readonly CategoryStatus: EnumCode<'ActiveStatus'>
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
  readonly Labels: BillCategoryLabels
}

/** 代收類別設定：指定 AllFields 時，清單的一列才有的欄位 */
export type BillCategoryMore = 'Channels' | 'AllowPartial' | 'AllowOverdue' | 'Remark' | 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 代收類別設定：清單的一列；個人資料已遮罩 */
export type BillCategoryRow = Omit<BillCategory, BillCategoryMore> & Partial<Pick<BillCategory, BillCategoryMore>>

/** 代收類別設定：清單的條件 */
export type BillCategoryQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 代收類別代碼 */
  readonly BillCategoryCode?: string
  /** 代收類別名稱（包含） */
  readonly BillCategoryName?: string
  /** 狀態（任一；重複此參數可給多個值） */
  readonly CategoryStatus?: readonly EnumCode<'ActiveStatus'>[]
  /** 關鍵字：查詢代收類別代碼、代收類別名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?:
    | 'SerialId'
    | 'ApplyCode'
    | 'BillCategoryCode'
    | 'BillCategoryName'
    | 'BillTemplateId'
    | 'MarketItemCode'
    | 'FeeBearType'
    | 'CategoryStatus'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 代收類別設定：新增的內容 */
export type BillCategoryCreate = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 代收類別代碼 */
  readonly BillCategoryCode: string
  /** 代收類別名稱 */
  readonly BillCategoryName: string
  /** 預設繳款單樣板 */
  readonly BillTemplateId?: EnumCode<'BillTemplate'>
  /** 開放繳款通路 */
  readonly Channels: readonly EnumCode<'Channel'>[]
  /** 超商代收項目。開放超商通路時必選。 */
  readonly MarketItemCode?: string | null
  /** 手續費負擔方式。須與超商代收項目相同。 */
  readonly FeeBearType?: EnumCode<'FeeBearType'>
  /** 允許部分繳款 */
  readonly AllowPartial?: boolean
  /** 允許逾期繳款 */
  readonly AllowOverdue?: boolean
  /** 狀態 */
  readonly CategoryStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
}

/** 代收類別設定：修改的內容 */
export type BillCategoryUpdate = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 代收類別代碼 */
  readonly BillCategoryCode?: string
  /** 代收類別名稱 */
  readonly BillCategoryName?: string
  /** 預設繳款單樣板 */
  readonly BillTemplateId?: EnumCode<'BillTemplate'>
  /** 開放繳款通路 */
  readonly Channels?: readonly EnumCode<'Channel'>[]
  /** 超商代收項目。開放超商通路時必選。 */
  readonly MarketItemCode?: string | null
  /** 手續費負擔方式。須與超商代收項目相同。 */
  readonly FeeBearType?: EnumCode<'FeeBearType'>
  /** 允許部分繳款 */
  readonly AllowPartial?: boolean
  /** 允許逾期繳款 */
  readonly AllowOverdue?: boolean
  /** 狀態 */
  readonly CategoryStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
