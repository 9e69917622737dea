// Made by `npm run types` from schemas/billImportList.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 錯誤明細 */
export type BillImportListErrorLogRow = {
  /** 列號 */
  readonly RowNo?: number | null
  /** 欄位 */
  readonly ColumnName?: string | null
  /** 內容 */
  readonly Value?: string | null
  /** 錯誤代碼 */
  readonly ErrorCode?: string | null
  /** 原因 */
  readonly Message?: string | null
}

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type BillImportListLabels = {
  /** 委託單位代號的名稱 */
  readonly ApplyCode?: string
  /** 代收期別的名稱 */
  readonly BillTermId?: string
  /** 代收類別的名稱 */
  readonly BillCategoryCode?: string
}

/** 代收資料上傳狀態查詢：單筆資料 */
export type BillImportList = {
  /** 序號 */
  readonly SerialId: number
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 匯入批號 */
  readonly ImportBatchNo: string | null
  /** 批次名稱 */
  readonly ImportBatchName: string
  /** 代收期別。空白時以檔案內的期別代號為準。 */
  readonly BillTermId: string | null
  /** 代收類別 */
  readonly BillCategoryCode: string | null
  /** 幣別。僅新臺幣產生條碼。 */
  readonly CurrencyType: EnumCode<'Currency'>
  /** 繳款單樣板。空白時採用代收類別的預設樣板。 */
  readonly BillTemplateId: EnumCode<'BillTemplate'> | null
  /** 繳款單產製方式 */
  readonly BillImportPDFSetting: EnumCode<'PDFSetting'>
  /** 每檔合併筆數 */
  readonly MergePDFCount: number | null
  /** 上傳檔案 */
  readonly File: string
  /** 原始檔名 */
  readonly OriFileName: string
  /** 匯入方式 */
  readonly ImportMode: 'GoodRows' | 'AllOrNothing' | null
  /** 委託單位名稱。印在繳款單上。 */
  readonly CustomerName: string
  /** 委託單位電話 */
  readonly CustomerPhone: string | null
  /** 委託單位傳真 */
  readonly CustomerFax: string | null
  /** 郵遞區號 */
  readonly ZipCode: string | null
  /** 地址 */
  readonly Address: string | null
  /** 帳單中文名稱。空白時採用期別的帳單中文名稱。 */
  readonly BillChineseName: string | null
  /** 注意事項 */
  readonly Notices: string | null
  /** 說明項目 */
  readonly DescriptionItems: string | null
  /** 繳款起日。空白時採用期別的日期。 */
  readonly PaymentStartDate: string | null
  /** 繳款截止日 */
  readonly PaymentEndDate: string | null
  /** 核准人員。印為主管。 */
  readonly ApprovalStaff: string | null
  /** 處理狀態 */
  readonly ImportStatus: EnumCode<'ImportStatus'>
  /** 總筆數 */
  readonly TotalCount: number
  /** 成功筆數 */
  readonly SuccessCount: number
  /** 失敗筆數 */
  readonly FailCount: number
  /** 總金額 */
  readonly TotalAmount: number
  /** 繳款單產製狀態 */
  readonly PDFStatus: EnumCode<'JobStatus'>
  /** 錯誤明細 */
  readonly ErrorLog: readonly BillImportListErrorLogRow[] | null
  /** 上傳人員 */
  readonly UploadUser: string | null
  /** 上傳時間 */
  readonly UploadTime: string | null
  /** 完成時間 */
  readonly FinishTime: string | null
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: BillImportListLabels
}

/** 代收資料上傳狀態查詢：指定 AllFields 時，清單的一列才有的欄位 */
export type BillImportListMore =
  | 'BillTemplateId'
  | 'MergePDFCount'
  | 'CustomerName'
  | 'CustomerPhone'
  | 'CustomerFax'
  | 'ZipCode'
  | 'Address'
  | 'BillChineseName'
  | 'Notices'
  | 'DescriptionItems'
  | 'PaymentStartDate'
  | 'ApprovalStaff'
  | 'CreateUser'
  | 'CreateTime'
  | 'UpdateUser'

/** 代收資料上傳狀態查詢：清單的一列；個人資料已遮罩 */
export type BillImportListRow = Omit<BillImportList, 'File' | 'ImportMode' | 'ErrorLog' | BillImportListMore> &
  Partial<Pick<BillImportList, BillImportListMore>>

/** 代收資料上傳狀態查詢：清單的條件 */
export type BillImportListQuery = {
  /** 委託單位代號 */
  readonly ApplyCode?: string
  /** 匯入批號 */
  readonly ImportBatchNo?: string
  /** 批次名稱（包含） */
  readonly ImportBatchName?: string
  /** 代收期別 */
  readonly BillTermId?: string
  /** 代收類別 */
  readonly BillCategoryCode?: string
  /** 處理狀態（任一；重複此參數可給多個值） */
  readonly ImportStatus?: readonly EnumCode<'ImportStatus'>[]
  /** 上傳時間（起） */
  readonly UploadTimeFrom?: string
  /** 上傳時間（迄） */
  readonly UploadTimeTo?: string
  /** 關鍵字：查詢匯入批號、批次名稱 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?:
    | 'SerialId'
    | 'ApplyCode'
    | 'ImportBatchNo'
    | 'ImportBatchName'
    | 'BillTermId'
    | 'BillCategoryCode'
    | 'CurrencyType'
    | 'BillImportPDFSetting'
    | 'OriFileName'
    | 'PaymentEndDate'
    | 'ImportStatus'
    | 'TotalCount'
    | 'SuccessCount'
    | 'FailCount'
    | 'TotalAmount'
    | 'PDFStatus'
    | 'UploadUser'
    | 'UploadTime'
    | 'FinishTime'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 代收資料上傳狀態查詢：新增的內容 */
export type BillImportListCreate = {
  /** 委託單位代號 */
  readonly ApplyCode: string
  /** 批次名稱 */
  readonly ImportBatchName: string
  /** 代收期別。空白時以檔案內的期別代號為準。 */
  readonly BillTermId?: string | null
  /** 代收類別 */
  readonly BillCategoryCode?: string | null
  /** 幣別。僅新臺幣產生條碼。 */
  readonly CurrencyType?: EnumCode<'Currency'>
  /** 繳款單樣板。空白時採用代收類別的預設樣板。 */
  readonly BillTemplateId?: EnumCode<'BillTemplate'> | null
  /** 繳款單產製方式 */
  readonly BillImportPDFSetting?: EnumCode<'PDFSetting'>
  /** 每檔合併筆數 */
  readonly MergePDFCount?: number | null
  /** 上傳檔案 */
  readonly File: string
  /** 原始檔名 */
  readonly OriFileName: string
  /** 匯入方式 */
  readonly ImportMode?: 'GoodRows' | 'AllOrNothing' | null
  /** 委託單位名稱。印在繳款單上。 */
  readonly CustomerName: string
  /** 委託單位電話 */
  readonly CustomerPhone?: string | null
  /** 委託單位傳真 */
  readonly CustomerFax?: string | null
  /** 郵遞區號 */
  readonly ZipCode?: string | null
  /** 地址 */
  readonly Address?: string | null
  /** 帳單中文名稱。空白時採用期別的帳單中文名稱。 */
  readonly BillChineseName?: string | null
  /** 注意事項 */
  readonly Notices?: string | null
  /** 說明項目 */
  readonly DescriptionItems?: string | null
  /** 繳款起日。空白時採用期別的日期。 */
  readonly PaymentStartDate?: string | null
  /** 繳款截止日 */
  readonly PaymentEndDate?: string | null
  /** 核准人員。印為主管。 */
  readonly ApprovalStaff?: string | null
}
