import { defineScreens, FileSizeCell, RecordCreate } from '../../src/admin'
import { ReportResult } from './ReportResult'
import { RequestAgainButton } from './RequestAgain'

/**
 * Renders the page that requests a report: the generated form, which after saving opens the page with the progress of
 * the report.
 */
const ReportCreate = () => <RecordCreate task="新增" saveText="產製" savedText="已排入產製，進度會顯示在這一頁。" />

export default defineScreens({
  Create: ReportCreate,
  ShowActions: RequestAgainButton,
  ShowSummary: ReportResult,
  Cells: { FileSize: FileSizeCell },
})
