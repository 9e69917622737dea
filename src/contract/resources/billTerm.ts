// Made by `npm run types` from schemas/billTerm.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 預設繳費項目。新增帳單時帶入。 */
export type BillTermFeeItemsRow = {
  /** 繳費項目 */
  readonly FeeCode?: string | null
  /** 金額 */
  readonly Amount?: number | null
}

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type BillTermLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 代收類別的名稱 */
  readonly BillCategoryCode?: string
  readonly [path: string]: string | undefined
}

/** 代收期別維護：單筆資料 */
export type BillTerm = {
  /** 序號 */
  readonly SerialId: number
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 期別代號 */
  readonly BillTermId: string
  /** 期別名稱 */
  readonly BillTermName: string
  /** 期別編號。虛擬帳號的一部分，長度依代收約定；約定不用期別時留空。 */
  readonly BillTermNo: string | null
  /** 代收類別 */
  readonly BillCategoryCode: string
  /** 繳款單樣板 */
  readonly BillTemplateId: EnumCode<'BillTemplate'>
  /** 帳單中文名稱。印在繳款單標題。 */
  readonly BillChineseName: string
  /** 繳款起日 */
  readonly PaymentStartDate: string
  /** 繳款截止日 */
  readonly PaymentEndDate: string
  /** 超商代收期限。印在第一段條碼；空白表示與繳款截止日相同。 */
  readonly MarketEndDate: string | null
  /** 預設繳費項目。新增帳單時帶入。 */
  readonly FeeItems: readonly BillTermFeeItemsRow[] | null
  /** 注意事項 */
  readonly Notices: string | null
  /** 說明項目 */
  readonly DescriptionItems: string | null
  /** 期別狀態 */
  readonly TermStatus: EnumCode<'TermStatus'>
  /** 帳單筆數 */
  readonly BillCount: number
  /** 已繳筆數 */
  readonly PaidCount: number
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: BillTermLabels
}

/** 代收期別維護：指定 AllFields 時，清單的一列才有的欄位 */
export type BillTermMore = 'BillTemplateId' | 'BillChineseName' | 'MarketEndDate' | 'Notices' | 'DescriptionItems' | 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 代收期別維護：清單的一列；個人資料已遮罩 */
export type BillTermRow = Omit<BillTerm, 'FeeItems' | BillTermMore> & Partial<Pick<BillTerm, BillTermMore>>

/** 代收期別維護：清單的條件 */
export type BillTermQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 期別代號 */
  readonly BillTermId?: string
  /** 期別名稱（包含） */
  readonly BillTermName?: string
  /** 代收類別 */
  readonly BillCategoryCode?: string
  /** 繳款截止日（起） */
  readonly PaymentEndDateFrom?: string
  /** 繳款截止日（迄） */
  readonly PaymentEndDateTo?: string
  /** 期別狀態（任一；重複此參數可給多個值） */
  readonly TermStatus?: readonly EnumCode<'TermStatus'>[]
  /** 關鍵字：查詢期別代號、期別名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?:
    | 'SerialId'
    | 'ApplyCode'
    | 'BillTermId'
    | 'BillTermName'
    | 'BillTermNo'
    | 'BillCategoryCode'
    | 'PaymentStartDate'
    | 'PaymentEndDate'
    | 'TermStatus'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 預設繳費項目。新增帳單時帶入。 */
export type BillTermCreateFeeItemsRow = {
  /** 繳費項目 */
  readonly FeeCode: string
  /** 金額 */
  readonly Amount: number
}

/** 代收期別維護：新增的內容 */
export type BillTermCreate = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 期別代號 */
  readonly BillTermId: string
  /** 期別名稱 */
  readonly BillTermName: string
  /** 期別編號。虛擬帳號的一部分，長度依代收約定；約定不用期別時留空。 */
  readonly BillTermNo?: string | null
  /** 代收類別 */
  readonly BillCategoryCode: string
  /** 繳款單樣板 */
  readonly BillTemplateId?: EnumCode<'BillTemplate'>
  /** 帳單中文名稱。印在繳款單標題。 */
  readonly BillChineseName: string
  /** 繳款起日 */
  readonly PaymentStartDate: string
  /** 繳款截止日 */
  readonly PaymentEndDate: string
  /** 超商代收期限。印在第一段條碼；空白表示與繳款截止日相同。 */
  readonly MarketEndDate?: string | null
  /** 預設繳費項目。新增帳單時帶入。 */
  readonly FeeItems?: readonly BillTermCreateFeeItemsRow[] | null
  /** 注意事項 */
  readonly Notices?: string | null
  /** 說明項目 */
  readonly DescriptionItems?: string | null
  /** 期別狀態 */
  readonly TermStatus?: EnumCode<'TermStatus'>
}

/** 預設繳費項目。新增帳單時帶入。 */
export type BillTermUpdateFeeItemsRow = {
  /** 繳費項目 */
  readonly FeeCode: string
  /** 金額 */
  readonly Amount: number
}

/** 代收期別維護：修改的內容 */
export type BillTermUpdate = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 期別代號 */
  readonly BillTermId?: string
  /** 期別名稱 */
  readonly BillTermName?: string
  /** 期別編號。虛擬帳號的一部分，長度依代收約定；約定不用期別時留空。 */
  readonly BillTermNo?: string | null
  /** 代收類別 */
  readonly BillCategoryCode?: string
  /** 繳款單樣板 */
  readonly BillTemplateId?: EnumCode<'BillTemplate'>
  /** 帳單中文名稱。印在繳款單標題。 */
  readonly BillChineseName?: string
  /** 繳款起日 */
  readonly PaymentStartDate?: string
  /** 繳款截止日 */
  readonly PaymentEndDate?: string
  /** 超商代收期限。印在第一段條碼；空白表示與繳款截止日相同。 */
  readonly MarketEndDate?: string | null
  /** 預設繳費項目。新增帳單時帶入。 */
  readonly FeeItems?: readonly BillTermUpdateFeeItemsRow[] | null
  /** 注意事項 */
  readonly Notices?: string | null
  /** 說明項目 */
  readonly DescriptionItems?: string | null
  /** 期別狀態 */
  readonly TermStatus?: EnumCode<'TermStatus'>
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
