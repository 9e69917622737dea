import { defineScreens, RecordCreate } from '../../src/admin'
import { BankFileDifferences } from './BankFileDifferences'
import { BankFileResult } from './BankFileResult'
import { AppendDialog, ReplaceDialog } from './HeldFileDialogs'

/**
 * Renders the page that uploads a bank file: the generated form, which after saving opens the detail page with the
 * result of processing.
 */
const BankFileCreate = () => <RecordCreate task="上傳" saveText="上傳" savedText="上傳成功，處理結果會顯示在這一頁。" />

/** Renders the result of a bank file, and how it differs from earlier files if it was held. */
const BankFileSummary = () => (
  <>
    <BankFileResult />
    <BankFileDifferences />
  </>
)

export default defineScreens({
  Create: BankFileCreate,
  ShowSummary: BankFileSummary,
  summaryFields: ['ResultText'],
  ActionDialogs: { Replace: ReplaceDialog, Append: AppendDialog },
})
