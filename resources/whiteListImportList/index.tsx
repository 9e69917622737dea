import { DownloadButton, defineScreens, RecordCreate, saveExcel, templateSheet } from '../../src/admin'
import {
  requiredWhiteListColumns,
  whiteListColumnNames,
  whiteListExample,
  whiteListTitle,
} from '../../src/domain/accounts/white-list-upload'
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

// The template is the same for all check types.
// The check type Account requires only the columns that every check type requires, so the template marks these.
const templateCheckType = 'Account'

/**
 * Saves the template: the titles of all columns, the required ones with an asterisk, and the example row, which the
 * server skips.
 */
const saveTemplate = () => {
  const example = whiteListExample(taipeiToday(new Date()))
  const required = requiredWhiteListColumns(templateCheckType)
  return saveExcel(
    templateSheet(
      '特殊檢核檔上傳範例',
      whiteListColumnNames.map((column) => whiteListTitle(column) + (required.includes(column) ? '*' : '')),
      whiteListColumnNames.map((column) => example[column]),
    ),
  )
}

export default defineScreens({ Create: WhiteListImportCreate, ShowSummary: WhiteListImportResult })
