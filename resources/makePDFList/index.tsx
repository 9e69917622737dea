import { defineScreens, FileSizeCell, RecordCreate } from '../../src/admin'
import { BatchResult } from './BatchResult'

/**
 * Renders the page that requests a batch of slips: the generated form, which after saving opens the page with the
 * progress of the batch.
 */
const BatchCreate = () => <RecordCreate task="新增" saveText="產製" savedText="已排入產製，進度會顯示在這一頁。" />

export default defineScreens({ Create: BatchCreate, ShowSummary: BatchResult, Cells: { FileSize: FileSizeCell } })
