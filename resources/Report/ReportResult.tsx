import { FileJobResult, fileSizeText } from '../../src/admin'
import { countText, dateText } from '../../src/browser/format'
import type { EnumCode } from '../../src/domain/enums'

/** Renders the result of a requested report. */
export const ReportResult = () => (
  <FileJobResult<RequestedReport>
    progress={() =>
      '系統正在產製報表，完成後會自動更新，並以電子郵件通知您；您也可以先離開這一頁，進度與取消請見作業通知。'
    }
    done={({ RowCount, FileSize, ExpireDate }) => {
      const rows = RowCount ? `${countText(RowCount)} 筆資料` : '沒有符合條件的資料，檔案只有標題'
      return `報表已產製完成：${rows}（${fileSizeText(FileSize ?? 0)}）；可下載至 ${dateText(ExpireDate)}。`
    }}
    failed="沒有產生檔案，請重新產製。"
    expired="檔案已超過下載期限並刪除；如仍需要，請重新產製。"
  />
)

/**
 * A report as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
type RequestedReport = {
  readonly id: string
  readonly JobStatus: EnumCode<'JobStatus'>
  readonly RowCount: number | null
  readonly FileSize: number | null
  readonly ExpireDate: string | null
}
