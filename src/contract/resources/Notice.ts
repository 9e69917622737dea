// Made by `npm run types` from schemas/Notice.json. Do not edit: change the schema and run it again.

/** 公告維護：單筆資料 */
export type Notice = {
  /** 序號 */
  readonly SerialId: number
  /** 標題 */
  readonly Title: string
  /** 類別 */
  readonly Category: 'System' | 'Service' | 'Rule'
  /** 對象 */
  readonly Audience: 'All' | 'Company' | 'Payer'
  /** 內容。以「# 」開頭的一行是小標題，以「- 」開頭的一行是項目，**文字** 是粗體；https:// 開頭的網址會成為連結，其他一律以文字顯示。 */
  readonly Content: string
  /** 置頂。排在所有公告之前。 */
  readonly Pinned: boolean | null
  /** 上架日期。當天零時起公開；可填未來的日期預先排定。 */
  readonly PublishDate: string
  /** 下架日期。當天仍公開，次日零時起不再顯示；空白表示不下架。 */
  readonly ExpireDate: string | null
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

/** 公告維護：指定 AllFields 時，清單的一列才有的欄位 */
export type NoticeMore = 'Content' | 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 公告維護：清單的一列；個人資料已遮罩 */
export type NoticeRow = Omit<Notice, NoticeMore> & Partial<Pick<Notice, NoticeMore>>

/** 公告維護：清單的條件 */
export type NoticeQuery = {
  /** 標題（包含） */
  readonly Title?: string
  /** 類別（任一；重複此參數可給多個值） */
  readonly Category?: readonly ('System' | 'Service' | 'Rule')[]
  /** 對象（任一；重複此參數可給多個值） */
  readonly Audience?: readonly ('All' | 'Company' | 'Payer')[]
  /** 置頂 */
  readonly Pinned?: boolean
  /** 上架日期（起） */
  readonly PublishDateFrom?: string
  /** 上架日期（迄） */
  readonly PublishDateTo?: string
  /** 關鍵字：查詢標題 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'SerialId' | 'Title' | 'Category' | 'Audience' | 'Pinned' | 'PublishDate' | 'ExpireDate'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 公告維護：新增的內容 */
export type NoticeCreate = {
  /** 標題 */
  readonly Title: string
  /** 類別 */
  readonly Category?: 'System' | 'Service' | 'Rule'
  /** 對象 */
  readonly Audience?: 'All' | 'Company' | 'Payer'
  /** 內容。以「# 」開頭的一行是小標題，以「- 」開頭的一行是項目，**文字** 是粗體；https:// 開頭的網址會成為連結，其他一律以文字顯示。 */
  readonly Content: string
  /** 置頂。排在所有公告之前。 */
  readonly Pinned?: boolean | null
  /** 上架日期。當天零時起公開；可填未來的日期預先排定。 */
  readonly PublishDate: string
  /** 下架日期。當天仍公開，次日零時起不再顯示；空白表示不下架。 */
  readonly ExpireDate?: string | null
}

/** 公告維護：修改的內容 */
export type NoticeUpdate = {
  /** 標題 */
  readonly Title?: string
  /** 類別 */
  readonly Category?: 'System' | 'Service' | 'Rule'
  /** 對象 */
  readonly Audience?: 'All' | 'Company' | 'Payer'
  /** 內容。以「# 」開頭的一行是小標題，以「- 」開頭的一行是項目，**文字** 是粗體；https:// 開頭的網址會成為連結，其他一律以文字顯示。 */
  readonly Content?: string
  /** 置頂。排在所有公告之前。 */
  readonly Pinned?: boolean | null
  /** 上架日期。當天零時起公開；可填未來的日期預先排定。 */
  readonly PublishDate?: string
  /** 下架日期。當天仍公開，次日零時起不再顯示；空白表示不下架。 */
  readonly ExpireDate?: string | null
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
