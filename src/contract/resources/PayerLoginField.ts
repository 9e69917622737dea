// Made by `npm run types` from schemas/PayerLoginField.json. Do not edit: change the schema and run it again.

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type PayerLoginFieldLabels = {
  /** 統一編號的名稱 */
  readonly UniformNo?: string
}

/** 繳款人登入欄位：單筆資料 */
export type PayerLoginField = {
  /** 統一編號 */
  readonly UniformNo: string
  /** 欄位 */
  readonly Field: 'VACAccount' | 'IdNo' | 'PayerId' | 'Mobile'
  /** 顯示名稱 */
  readonly Label: string | null
  /** 必填 */
  readonly Required: boolean
  /** 順序 */
  readonly SortNo: number | null
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: PayerLoginFieldLabels
}

/** 繳款人登入欄位：指定 AllFields 時，清單的一列才有的欄位 */
export type PayerLoginFieldMore = 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 繳款人登入欄位：清單的一列；個人資料已遮罩 */
export type PayerLoginFieldRow = Omit<PayerLoginField, PayerLoginFieldMore> & Partial<Pick<PayerLoginField, PayerLoginFieldMore>>

/** 繳款人登入欄位：清單的條件 */
export type PayerLoginFieldQuery = {
  /** 統一編號 */
  readonly UniformNo?: string
  /** 關鍵字：查詢統一編號、顯示名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'UniformNo' | 'Field' | 'Label' | 'Required' | 'SortNo'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}
