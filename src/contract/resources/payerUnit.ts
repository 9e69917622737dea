// Made by `npm run types` from schemas/payerUnit.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type PayerUnitLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 上層單位的名稱 */
  readonly ParentUnitId?: string
}

/** 代收單位設定：單筆資料 */
export type PayerUnit = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 代收單位代號 */
  readonly PayerUnitId: string
  /** 代收單位名稱。棟別、班級、部門或分支機構。 */
  readonly PayerUnitName: string
  /** 上層單位。最多三層。 */
  readonly ParentUnitId: string | null
  /** 聯絡人 */
  readonly ContactName: string | null
  /** 聯絡電話 */
  readonly ContactPhone: string | null
  /** 電子郵件 */
  readonly Email: string | null
  /** 狀態 */
  readonly UnitStatus: EnumCode<'ActiveStatus'>
  /** 繳款人數 */
  readonly PayerCount: number
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
  readonly Labels: PayerUnitLabels
}

/** 代收單位設定：指定 AllFields 時，清單的一列才有的欄位 */
export type PayerUnitMore = 'Email' | 'Remark' | 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 代收單位設定：清單的一列；個人資料已遮罩 */
export type PayerUnitRow = Omit<PayerUnit, PayerUnitMore> & Partial<Pick<PayerUnit, PayerUnitMore>>

/** 代收單位設定：清單的條件 */
export type PayerUnitQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 代收單位代號 */
  readonly PayerUnitId?: string
  /** 代收單位名稱（包含） */
  readonly PayerUnitName?: string
  /** 狀態（任一；重複此參數可給多個值） */
  readonly UnitStatus?: readonly EnumCode<'ActiveStatus'>[]
  /** 關鍵字：查詢代收單位代號、代收單位名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'ApplyCode' | 'PayerUnitId' | 'PayerUnitName' | 'ParentUnitId' | 'ContactName' | 'ContactPhone' | 'UnitStatus'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 代收單位設定：新增的內容 */
export type PayerUnitCreate = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 代收單位代號 */
  readonly PayerUnitId: string
  /** 代收單位名稱。棟別、班級、部門或分支機構。 */
  readonly PayerUnitName: string
  /** 上層單位。最多三層。 */
  readonly ParentUnitId?: string | null
  /** 聯絡人 */
  readonly ContactName?: string | null
  /** 聯絡電話 */
  readonly ContactPhone?: string | null
  /** 電子郵件 */
  readonly Email?: string | null
  /** 狀態 */
  readonly UnitStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
}

/** 代收單位設定：修改的內容 */
export type PayerUnitUpdate = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 代收單位代號 */
  readonly PayerUnitId?: string
  /** 代收單位名稱。棟別、班級、部門或分支機構。 */
  readonly PayerUnitName?: string
  /** 上層單位。最多三層。 */
  readonly ParentUnitId?: string | null
  /** 聯絡人 */
  readonly ContactName?: string | null
  /** 聯絡電話 */
  readonly ContactPhone?: string | null
  /** 電子郵件 */
  readonly Email?: string | null
  /** 狀態 */
  readonly UnitStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
