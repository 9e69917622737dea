// Made by `npm run types` from schemas/Customer.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 客戶基本資料查詢：單筆資料 */
export type Customer = {
  /** 統一編號 */
  readonly UniformNo: string
  /** 客戶名稱 */
  readonly CustomerName: string | null
  /** 聯絡人 */
  readonly ContactName: string
  /** 聯絡人行動電話 */
  readonly ContactMobile: string
  /** 電話 */
  readonly CustomerPhone: string
  /** 傳真 */
  readonly CustomerFax: string | null
  /** 電子郵件 */
  readonly Email: string
  /** 郵遞區號 */
  readonly ZipCode: string
  /** 地址 */
  readonly Address: string
  /** 郵簡許可單位。印在郵簡上。 */
  readonly PostPermitUnit: string | null
  /** 郵簡字號 */
  readonly PostPermitNo: string | null
  /** 帳務分行 */
  readonly AccountBranch: string | null
  /** 客戶狀態 */
  readonly CustomerStatus: EnumCode<'CustomerStatus'>
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

/** 客戶基本資料查詢：清單的一列；個人資料已遮罩 */
export type CustomerRow = Customer

/** 客戶基本資料查詢：清單的條件 */
export type CustomerQuery = {
  /** 統一編號 */
  readonly UniformNo?: string
  /** 客戶名稱（包含） */
  readonly CustomerName?: string
  /** 客戶狀態（任一；重複此參數可給多個值） */
  readonly CustomerStatus?: readonly EnumCode<'CustomerStatus'>[]
  /** 關鍵字：查詢統一編號、客戶名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?:
    | 'UniformNo'
    | 'CustomerName'
    | 'ContactName'
    | 'ContactMobile'
    | 'CustomerPhone'
    | 'Email'
    | 'Address'
    | 'AccountBranch'
    | 'CustomerStatus'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
}

/** 客戶基本資料查詢：修改的內容 */
export type CustomerUpdate = {
  /** 聯絡人 */
  readonly ContactName?: string
  /** 聯絡人行動電話 */
  readonly ContactMobile?: string
  /** 電話 */
  readonly CustomerPhone?: string
  /** 傳真 */
  readonly CustomerFax?: string | null
  /** 電子郵件 */
  readonly Email?: string
  /** 郵遞區號 */
  readonly ZipCode?: string
  /** 地址 */
  readonly Address?: string
  /** 郵簡許可單位。印在郵簡上。 */
  readonly PostPermitUnit?: string | null
  /** 郵簡字號 */
  readonly PostPermitNo?: string | null
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
