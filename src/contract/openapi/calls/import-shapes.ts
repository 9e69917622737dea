import { closed, listOf, orNull, text, whole, yesNo } from '../json'

/** A column of the uploaded file. */
export const importFileColumn = closed({
  Place: whole('第幾欄，從 0 起算'),
  Title: text('標題'),
  /** Its values in the first rows. */
  Samples: listOf(text('內容'), '前幾列的內容'),
  /** The field that matches its title; null if none does. */
  Field: orNull(text('看來對應的欄位')),
})

/** The columns of a file, with the field suggested for each. */
export const importPreview = closed({
  FileName: text('檔名'),
  TotalCount: whole('資料筆數，不含標題'),
  Columns: listOf(importFileColumn, '檔案的欄位'),
})

/** A problem in a cell, with the messages of the error log of bills. */
export const importProblem = closed({ ColumnName: text('欄位'), Value: text('內容'), ErrorCode: text('錯誤代碼'), Message: text('原因') })

/** A row of the file that cannot become a record, with its problems. */
export const importBadRow = closed({
  /** Counted as in a spreadsheet: the titles are row 1. */
  RowNo: whole('列號，標題為第 1 列'),
  Cells: listOf(text('內容')),
  Problems: listOf(importProblem),
})

/** The result of an import. */
export const importResult = closed({
  /** The job that processes a large file; then everything below is empty, and Ext/GetImportResult returns the result once the job has ended. */
  JobId: orNull(whole('繼續處理的作業；檔案資料較多時才有，完成後以 Ext/GetImportResult 查詢結果')),
  /** Whether the valid rows have been written. */
  Written: yesNo('正確的資料是否已經寫入'),
  TotalCount: whole('總筆數'),
  GoodCount: whole('正確的筆數'),
  BadCount: whole('有誤的筆數'),
  CreateCount: whole('新增的筆數'),
  UpdateCount: whole('修改的筆數'),
  /** The titles of the file, for the cells below. */
  Titles: listOf(text('標題'), '檔案的標題'),
  BadRows: listOf(importBadRow, '有誤的資料'),
})
