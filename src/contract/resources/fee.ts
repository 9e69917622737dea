// Made by `npm run types` from schemas/fee.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type FeeLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 代收類別的名稱 */
  readonly BillCategoryCode?: string
}

/** 繳費項目設定：單筆資料 */
export type Fee = {
  /** 序號 */
  readonly SerialId: number
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 繳費項目代碼 */
  readonly FeeCode: string
  /** 繳費項目名稱。印在繳款單上。 */
  readonly FeeName: string
  /** 代收類別。空白表示適用所有代收類別。 */
  readonly BillCategoryCode: string | null
  /** 預設金額。負數為減免。 */
  readonly DefaultAmount: number | null
  /** 列印順序 */
  readonly SortNo: number
  /** 狀態 */
  readonly FeeStatus: EnumCode<'ActiveStatus'>
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
  readonly Labels: FeeLabels
}

/** 繳費項目設定：指定 AllFields 時，清單的一列才有的欄位 */
export type FeeMore = 'Remark' | 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 繳費項目設定：清單的一列；個人資料已遮罩 */
export type FeeRow = Omit<Fee, FeeMore> & Partial<Pick<Fee, FeeMore>>

/** 繳費項目設定：清單的條件 */
export type FeeQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 繳費項目代碼 */
  readonly FeeCode?: string
  /** 繳費項目名稱（包含） */
  readonly FeeName?: string
  /** 代收類別 */
  readonly BillCategoryCode?: string
  /** 狀態（任一；重複此參數可給多個值） */
  readonly FeeStatus?: readonly EnumCode<'ActiveStatus'>[]
  /** 關鍵字：查詢繳費項目代碼、繳費項目名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'SerialId' | 'ApplyCode' | 'FeeCode' | 'FeeName' | 'BillCategoryCode' | 'DefaultAmount' | 'SortNo' | 'FeeStatus'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 繳費項目設定：新增的內容 */
export type FeeCreate = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 繳費項目代碼 */
  readonly FeeCode: string
  /** 繳費項目名稱。印在繳款單上。 */
  readonly FeeName: string
  /** 代收類別。空白表示適用所有代收類別。 */
  readonly BillCategoryCode?: string | null
  /** 預設金額。負數為減免。 */
  readonly DefaultAmount?: number | null
  /** 列印順序 */
  readonly SortNo?: number
  /** 狀態 */
  readonly FeeStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
}

/** 繳費項目設定：修改的內容 */
export type FeeUpdate = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 繳費項目代碼 */
  readonly FeeCode?: string
  /** 繳費項目名稱。印在繳款單上。 */
  readonly FeeName?: string
  /** 代收類別。空白表示適用所有代收類別。 */
  readonly BillCategoryCode?: string | null
  /** 預設金額。負數為減免。 */
  readonly DefaultAmount?: number | null
  /** 列印順序 */
  readonly SortNo?: number
  /** 狀態 */
  readonly FeeStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
