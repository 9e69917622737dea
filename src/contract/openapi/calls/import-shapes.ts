import { closed, listOf, orNull, text, whole, yesNo } from '../json'

/** A column of the uploaded file, by its place from 0. */
export const importFileColumn = closed({
  Place: whole('第幾欄，從 0 起算'),
  Title: text('標題'),
  /** What its first rows say. */
  Samples: listOf(text('內容'), '前幾列的內容'),
  /** The field that its title stands for; null where it stands for none. */
  Field: orNull(text('看來對應的欄位')),
})

/** The columns of a file, with the field that each seems to fill. */
export const importPreview = closed({
  FileName: text('檔名'),
  TotalCount: whole('資料筆數，不含標題'),
  Columns: listOf(importFileColumn, '檔案的欄位'),
})

/** What is wrong with a cell; the same words as in the error log of bills. */
export const importProblem = closed({ ColumnName: text('欄位'), Value: text('內容'), ErrorCode: text('錯誤代碼'), Message: text('原因') })

/** A row that cannot become a record, as it stands in the file, and why. */
export const importBadRow = closed({
  /** As a spreadsheet counts it: the titles are row 1. */
  RowNo: whole('列號，標題為第 1 列'),
  Cells: listOf(text('內容')),
  Problems: listOf(importProblem),
})

/** What an import came to. */
export const importResult = closed({
  /** The job that goes on with a file of many rows; its result is the answer of Ext/GetImportResult once it has ended, and everything below is empty here. */
  JobId: orNull(whole('繼續處理的作業；檔案資料較多時才有，完成後以 Ext/GetImportResult 查詢結果')),
  /** Whether the good rows are records now. */
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
