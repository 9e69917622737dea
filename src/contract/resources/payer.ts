// Made by `npm run types` from schemas/payer.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type PayerLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 代收單位的名稱 */
  readonly PayerUnitId?: string
  /** 扣款銀行的名稱 */
  readonly DebitBankCode?: string
}

/** 繳款人設定：單筆資料 */
export type Payer = {
  /** 序號 */
  readonly SerialId: number
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 代收單位 */
  readonly PayerUnitId: string | null
  /** 繳款人代號 */
  readonly PayerId: string
  /** 繳款人編號。虛擬帳號的一部分，長度依代收約定。 */
  readonly PayerNo: string | null
  /** 繳款人姓名 */
  readonly PayerName: string
  /** 身分證字號／統一編號 */
  readonly IdNo: string | null
  /** 繳款人類別 */
  readonly PayerType: EnumCode<'PayerType'>
  /** 行動電話 */
  readonly Mobile: string | null
  /** 聯絡電話 */
  readonly Tel: string | null
  /** 電子郵件 */
  readonly Email: string | null
  /** 郵遞區號 */
  readonly ZipCode: string | null
  /** 地址 */
  readonly Address: string | null
  /** 通知方式 */
  readonly NotifyMethod: readonly EnumCode<'NotifyMethod'>[] | null
  /** 扣款銀行 */
  readonly DebitBankCode: string | null
  /** 扣款帳號 */
  readonly DebitAccount: string | null
  /** 扣款人身分證／統編 */
  readonly DebitIdNo: string | null
  /** 用戶號碼 */
  readonly DebitUserNo: string | null
  /** 扣款授權狀態 */
  readonly DebitAuthStatus: EnumCode<'DebitAuthStatus'>
  /** 狀態 */
  readonly PayerStatus: EnumCode<'ActiveStatus'>
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
  readonly Labels: PayerLabels
}

/** 繳款人設定：指定 AllFields 時，清單的一列才有的欄位 */
export type PayerMore =
  | 'IdNo'
  | 'Tel'
  | 'ZipCode'
  | 'Address'
  | 'DebitBankCode'
  | 'DebitAccount'
  | 'DebitIdNo'
  | 'DebitUserNo'
  | 'Remark'
  | 'CreateUser'
  | 'CreateTime'
  | 'UpdateUser'

/** 繳款人設定：清單的一列；個人資料已遮罩 */
export type PayerRow = Omit<Payer, PayerMore> & Partial<Pick<Payer, PayerMore>>

/** 繳款人設定：清單的條件 */
export type PayerQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 代收單位 */
  readonly PayerUnitId?: string
  /** 繳款人代號 */
  readonly PayerId?: string
  /** 繳款人編號 */
  readonly PayerNo?: string
  /** 繳款人姓名（包含） */
  readonly PayerName?: string
  /** 繳款人類別（任一；重複此參數可給多個值） */
  readonly PayerType?: readonly EnumCode<'PayerType'>[]
  /** 扣款授權狀態（任一；重複此參數可給多個值） */
  readonly DebitAuthStatus?: readonly EnumCode<'DebitAuthStatus'>[]
  /** 狀態（任一；重複此參數可給多個值） */
  readonly PayerStatus?: readonly EnumCode<'ActiveStatus'>[]
  /** 關鍵字：查詢繳款人代號、繳款人姓名 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?:
    | 'SerialId'
    | 'ApplyCode'
    | 'PayerUnitId'
    | 'PayerId'
    | 'PayerNo'
    | 'PayerName'
    | 'PayerType'
    | 'Mobile'
    | 'Email'
    | 'DebitAuthStatus'
    | 'PayerStatus'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 繳款人設定：新增的內容 */
export type PayerCreate = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 代收單位 */
  readonly PayerUnitId?: string | null
  /** 繳款人代號 */
  readonly PayerId: string
  /** 繳款人編號。虛擬帳號的一部分，長度依代收約定。 */
  readonly PayerNo?: string | null
  /** 繳款人姓名 */
  readonly PayerName: string
  /** 身分證字號／統一編號 */
  readonly IdNo?: string | null
  /** 繳款人類別 */
  readonly PayerType?: EnumCode<'PayerType'>
  /** 行動電話 */
  readonly Mobile?: string | null
  /** 聯絡電話 */
  readonly Tel?: string | null
  /** 電子郵件 */
  readonly Email?: string | null
  /** 郵遞區號 */
  readonly ZipCode?: string | null
  /** 地址 */
  readonly Address?: string | null
  /** 通知方式 */
  readonly NotifyMethod?: readonly EnumCode<'NotifyMethod'>[] | null
  /** 扣款銀行 */
  readonly DebitBankCode?: string | null
  /** 扣款帳號 */
  readonly DebitAccount?: string | null
  /** 扣款人身分證／統編 */
  readonly DebitIdNo?: string | null
  /** 用戶號碼 */
  readonly DebitUserNo?: string | null
  /** 狀態 */
  readonly PayerStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
}

/** 繳款人設定：修改的內容 */
export type PayerUpdate = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 代收單位 */
  readonly PayerUnitId?: string | null
  /** 繳款人代號 */
  readonly PayerId?: string
  /** 繳款人編號。虛擬帳號的一部分，長度依代收約定。 */
  readonly PayerNo?: string | null
  /** 繳款人姓名 */
  readonly PayerName?: string
  /** 身分證字號／統一編號 */
  readonly IdNo?: string | null
  /** 繳款人類別 */
  readonly PayerType?: EnumCode<'PayerType'>
  /** 行動電話 */
  readonly Mobile?: string | null
  /** 聯絡電話 */
  readonly Tel?: string | null
  /** 電子郵件 */
  readonly Email?: string | null
  /** 郵遞區號 */
  readonly ZipCode?: string | null
  /** 地址 */
  readonly Address?: string | null
  /** 通知方式 */
  readonly NotifyMethod?: readonly EnumCode<'NotifyMethod'>[] | null
  /** 扣款銀行 */
  readonly DebitBankCode?: string | null
  /** 扣款帳號 */
  readonly DebitAccount?: string | null
  /** 扣款人身分證／統編 */
  readonly DebitIdNo?: string | null
  /** 用戶號碼 */
  readonly DebitUserNo?: string | null
  /** 狀態 */
  readonly PayerStatus?: EnumCode<'ActiveStatus'>
  /** 備註 */
  readonly Remark?: string | null
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
