// Made by `npm run types` from schemas/Holiday.json. Do not edit: change the schema and run it again.

/** 假日：單筆資料 */
export type Holiday = {
  /** 日期 */
  readonly HolidayDate: string
  /** 假日名稱 */
  readonly HolidayName: string | null
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

/** 假日：指定 AllFields 時，清單的一列才有的欄位 */
export type HolidayMore = 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 假日：清單的一列；個人資料已遮罩 */
export type HolidayRow = Omit<Holiday, HolidayMore> & Partial<Pick<Holiday, HolidayMore>>

/** 假日：清單的條件 */
export type HolidayQuery = {
  /** 日期（起） */
  readonly HolidayDateFrom?: string
  /** 日期（迄） */
  readonly HolidayDateTo?: string
  /** 關鍵字：查詢假日名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'HolidayDate' | 'HolidayName'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}
