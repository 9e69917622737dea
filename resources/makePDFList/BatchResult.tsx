import { FileJobResult, fileSizeText } from '../../src/admin'
import { countText, dateText } from '../../src/browser/format'
import type { EnumCode } from '../../src/domain/enums'

/** Renders the result of a batch of slips. */
export const BatchResult = () => (
  <FileJobResult<Batch>
    progress={({ BillCount, FileCount }) =>
      `系統正在產製 ${countText(BillCount)} 張繳款單（${countText(FileCount)} 個檔案），完成後會自動更新；您也可以先離開這一頁，進度與取消請見作業通知。`
    }
    done={({ BillCount, FileCount, FileSize, ExpireDate }) => {
      const files = FileCount === 1 ? '1 個 PDF' : `${countText(FileCount)} 個 PDF，下載時為一個壓縮檔`
      return `${countText(BillCount)} 張繳款單已產製為 ${files}（${fileSizeText(FileSize ?? 0)}）；保存至 ${dateText(ExpireDate)}。`
    }}
    failed="沒有產生任何檔案，請重新產製。"
    expired="檔案已超過保存期限並刪除；如仍需要，請重新產製。"
  />
)

/**
 * A batch as its detail page shows it.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
type Batch = {
  readonly id: string
  readonly JobStatus: EnumCode<'JobStatus'>
  readonly BillCount: number
  readonly FileCount: number
  readonly FileSize: number | null
  readonly ExpireDate: string | null
}
