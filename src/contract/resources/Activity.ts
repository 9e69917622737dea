// Made by `npm run types` from schemas/Activity.json. Do not edit: change the schema and run it again.

/** 活動維護：單筆資料 */
export type Activity = {
  /** 序號 */
  readonly SerialId: number
  /** 標題 */
  readonly Title: string
  /** 摘要 */
  readonly Summary: string | null
  /** 連結 */
  readonly LinkUrl: string | null
  /** 開始日期 */
  readonly StartDate: string
  /** 結束日期。當天仍顯示；空白表示不結束。 */
  readonly EndDate: string | null
  /** 排序。數字小的在前。 */
  readonly Sort: number
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

/** 活動維護：指定 AllFields 時，清單的一列才有的欄位 */
export type ActivityMore = 'Summary' | 'LinkUrl' | 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 活動維護：清單的一列；個人資料已遮罩 */
export type ActivityRow = Omit<Activity, ActivityMore> & Partial<Pick<Activity, ActivityMore>>

/** 活動維護：清單的條件 */
export type ActivityQuery = {
  /** 標題（包含） */
  readonly Title?: string
  /** 開始日期（起） */
  readonly StartDateFrom?: string
  /** 開始日期（迄） */
  readonly StartDateTo?: string
  /** 關鍵字：查詢標題 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'SerialId' | 'Title' | 'StartDate' | 'EndDate' | 'Sort'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 活動維護：新增的內容 */
export type ActivityCreate = {
  /** 標題 */
  readonly Title: string
  /** 摘要 */
  readonly Summary?: string | null
  /** 連結 */
  readonly LinkUrl?: string | null
  /** 開始日期 */
  readonly StartDate: string
  /** 結束日期。當天仍顯示；空白表示不結束。 */
  readonly EndDate?: string | null
  /** 排序。數字小的在前。 */
  readonly Sort?: number
}

/** 活動維護：修改的內容 */
export type ActivityUpdate = {
  /** 標題 */
  readonly Title?: string
  /** 摘要 */
  readonly Summary?: string | null
  /** 連結 */
  readonly LinkUrl?: string | null
  /** 開始日期 */
  readonly StartDate?: string
  /** 結束日期。當天仍顯示；空白表示不結束。 */
  readonly EndDate?: string | null
  /** 排序。數字小的在前。 */
  readonly Sort?: number
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
