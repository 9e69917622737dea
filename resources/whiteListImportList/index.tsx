import { DownloadButton, defineScreens, RecordCreate, resultShareCell, saveExcel, templateSheet } from '../../src/admin'
import { whiteListTemplate } from '../../src/domain/accounts/white-list-upload'
import { taipeiToday } from '../../src/domain/dates/dates'
import { WhiteListImportResult } from './WhiteListImportResult'

/**
 * Renders the page that uploads a file of the white list: the generated form, and a button that downloads a template of
 * the file.
 */
const WhiteListImportCreate = () => (
  <RecordCreate
    task="上傳"
    saveText="上傳"
    savedText="上傳成功，處理結果會顯示在這一頁。"
    actions={<DownloadButton text="下載範例" onDownload={saveTemplate} />}
  />
)

const saveTemplate = () => saveExcel(templateSheet(whiteListTemplate(taipeiToday(new Date()))))

export default defineScreens({
  Create: WhiteListImportCreate,
  Cells: { SuccessCount: resultShareCell('FailCount') },
  ShowSummary: WhiteListImportResult,
})
