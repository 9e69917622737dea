// Made by `npm run types` from schemas/Bank.json. Do not edit: change the schema and run it again.

/** 金融機構代碼：單筆資料 */
export type Bank = {
  /** 銀行代碼 */
  readonly BankCode: string
  /** 銀行名稱 */
  readonly BankName: string | null
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

/** 金融機構代碼：指定 AllFields 時，清單的一列才有的欄位 */
export type BankMore = 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 金融機構代碼：清單的一列；個人資料已遮罩 */
export type BankRow = Omit<Bank, BankMore> & Partial<Pick<Bank, BankMore>>

/** 金融機構代碼：清單的條件 */
export type BankQuery = {
  /** 銀行代碼（包含） */
  readonly BankCode?: string
  /** 銀行名稱（包含） */
  readonly BankName?: string
  /** 關鍵字：查詢銀行代碼、銀行名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'BankCode' | 'BankName'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}
