import type { ImportSpec } from '../../../schema/language/import'
import { bytes, dateTime, exactObject, flag, integer, type JsonSchema, listOf, orNull, text } from '../json'

/** A column of the uploaded file. */
export const importFileColumn = exactObject({
  Place: integer('第幾欄，從 0 起算'),
  Title: text('標題'),
  /** Values of the column in the first rows. */
  Samples: listOf(text('內容'), '前幾列的內容'),
  /** The field whose title is the title of the column; null if there is none. */
  Field: orNull(text('依標題建議對應的欄位；沒有時為 null')),
})

/** The columns of a file, with the suggested field of each column. */
export const importPreview = exactObject({
  /**
   * The id of the stored file.
   * CheckImport and Import may send it instead of the file, until the file has been imported.
   */
  FileId: text('暫存檔案的代號，可代替檔案送出；限本人使用，保留一天，匯入後失效'),
  FileName: text('檔名'),
  TotalCount: integer('資料筆數，不含標題'),
  Columns: listOf(importFileColumn, '檔案的欄位'),
  /** The company's latest import of the same content on the same page; of bills, unless it failed or was deleted. */
  EarlierImport: orNull(exactObject({ BatchNo: orNull(text('匯入批號；只有帳單才有')), Time: dateTime('匯入時間') })),
})

const problemFields = {
  ColumnName: text('欄位'),
  Value: text('內容'),
  ErrorCode: text('錯誤代碼'),
  Message: text('原因'),
}

/** A problem in a cell. Its message is the same as in the error log of an upload. */
export const importProblem = exactObject(problemFields)

/** A row of the file that cannot become a record, with its problems. */
export const importBadRow = exactObject({
  /** Row number as in a spreadsheet: the titles are row 1. */
  RowNo: integer('列號，標題為第 1 列'),
  Cells: listOf(text('內容')),
  Problems: listOf(importProblem),
})

/** A warning about a row that is imported, a skipped example row, or a skipped row that equals recorded data. */
export const importWarning = exactObject({ RowNo: integer('列號，標題為第 1 列'), ...problemFields })

/** The result of an import. */
export const importResult = exactObject({
  /**
   * The job that processes a large file.
   * If it is not null, all other properties are 0, false, null or empty, and Ext/GetImportResult returns the result
   * after the job has ended.
   */
  JobId: orNull(integer('繼續處理的作業；檔案資料較多時才有，完成後以 Ext/GetImportResult 查詢結果')),
  /** Whether the valid rows have been written. */
  Written: flag('正確的資料是否已經寫入'),
  TotalCount: integer('總筆數'),
  GoodCount: integer('正確的筆數'),
  BadCount: integer('有誤的筆數'),
  /** Number of bad rows that repeat another row of the file or existing data. */
  RepeatedCount: integer('有誤的資料中，重複的筆數'),
  /**
   * Number of rows that equal recorded data and are not imported, unless the user includes them.
   * They are neither good nor bad.
   */
  SkippedCount: integer('與已登錄的資料相同而略過的筆數'),
  /** Number of rows without any input, if rows do something with records. They are neither good nor bad. */
  UnfilledCount: integer('沒有填寫而略過的列數；只有逐列處理的匯入才有'),
  CreateCount: integer('新增的筆數'),
  /** Number of changed records, or of records with which rows do something. */
  UpdateCount: integer('修改或處理的筆數'),
  /** How many of the records wait for the release by a second person. */
  PendingCount: integer('處理的資料中，須由另一人放行的筆數；只有逐列處理的匯入才有'),
  /** Sum of the amounts of bills in valid rows; null for other imports. */
  TotalAmount: orNull(integer('正確的資料的總金額；只有帳單才有')),
  /** The titles of the columns of BadRows. */
  Titles: listOf(text('標題'), '檔案的標題'),
  BadRows: listOf(importBadRow, '有誤的資料'),
  SkippedRows: listOf(importWarning, '與已登錄的資料相同而略過的資料'),
  Warnings: listOf(importWarning, '仍會匯入的資料的提醒，以及略過的範例列'),
})

/** The uploaded file, as a field of the form. */
export const file: JsonSchema = {
  ...bytes,
  description: 'xlsx、csv 或 txt（UTF-8 或 Big5），第 1 列為標題；已有暫存檔案時免附',
}

/** The choice to import rows that equal recorded data, as a field of the form. */
export const includeEqualRows: JsonSchema = {
  ...flag(
    'true：與已登錄的資料相同（例如同一張帳單的金額、日期及收款方式都相同的自行收款）的資料一併匯入；預設略過，並在 SkippedRows 列出',
  ),
  default: false,
}

/**
 * The confirmation that hidden rows and columns of the file, and its sheets after the first one, are left out, as a
 * field of the form.
 */
export const leaveOutHidden: JsonSchema = {
  ...flag(
    'true：活頁簿中隱藏或篩選掉的列與欄，以及第一張以外的工作表不匯入；有這樣的資料而缺少時回覆 3001，已由 PreviewImport 確認的暫存檔案免附',
  ),
  default: false,
}

/** The id of a file that PreviewImport has stored. */
export const fileId = text('PreviewImport 回覆的暫存檔案，代替 File')

/** Describes the form field Mapping: the position of the column for each field, as JSON. */
export const mapping = (spec: Pick<ImportSpec, 'columns'> | undefined): JsonSchema =>
  text(`JSON：各欄位由檔案的第幾欄填入，從 0 起算；欄位為 ${spec?.columns.map(({ field }) => field).join('、')}`)
