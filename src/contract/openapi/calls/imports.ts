import { type ImportCall, importCalls } from '../../../schema/calls/endpoints'
import type { Resource } from '../../../schema/language/resource'
import { type ImportBadRow, type ImportFileColumn, type ImportPreview, type ImportProblem, type ImportResult, importModes } from '../../imports'
import type { DocumentedCall } from '../call'
import { bytes, closed, type JsonSchema, listOf, oneOf, orNull, text, whole, yesNo } from '../json'
import { type CallShape, xlsx } from './call-shape'

/** What a call of an import takes and gives; undefined for another call. */
export const importCall = ({ id, resource }: Pick<DocumentedCall, 'id' | 'resource'>): CallShape | undefined => {
  const call = importCalls.find((one) => id.endsWith(`.${one}`))
  return call && resource?.import ? shapes[call](resource) : undefined
}

const shapes: Readonly<Record<ImportCall, (resource: Resource) => CallShape>> = {
  ImportTemplate: ({ label }) => ({ title: `${label}：下載匯入範本`, file: xlsx }),
  PreviewImport: ({ label }) => ({
    title: `${label}：查看要匯入的檔案`,
    text: '讀出標題與前幾列，並建議各欄位的對應；不寫入任何資料',
    body: closed({ File: file }),
    data: preview,
  }),
  CheckImport: (resource) => ({
    title: `${resource.label}：檢查要匯入的資料`,
    text: '逐列以新增的規則檢查；不寫入任何資料',
    body: closed({ File: file, Mapping: mapping(resource) }),
    data: importResult,
  }),
  Import: (resource) => ({
    title: `${resource.label}：匯入`,
    body: closed({ File: file, Mapping: mapping(resource), ImportMode: oneOf('AllOrNothing：全部正確才匯入；GoodRows：只匯入正確的資料', importModes) }),
    data: importResult,
  }),
}

const file: JsonSchema = { ...bytes, description: 'xlsx、csv 或 txt（UTF-8 或 Big5），第 1 列為標題' }

const mapping = (resource: Resource): JsonSchema =>
  text(`JSON：各欄位由檔案的第幾欄填入，從 0 起算；欄位為 ${resource.import?.columns.map(({ field }) => field).join('、')}`)

const preview: JsonSchema = closed<ImportPreview>({
  FileName: text('檔名'),
  TotalCount: whole('資料筆數，不含標題'),
  Columns: listOf(
    closed<ImportFileColumn>({
      Place: whole('第幾欄，從 0 起算'),
      Title: text('標題'),
      Samples: listOf(text('內容'), '前幾列的內容'),
      Field: orNull(text('看來對應的欄位')),
    }),
    '檔案的欄位',
  ),
})

const problem: JsonSchema = closed<ImportProblem>({ ColumnName: text('欄位'), Value: text('內容'), ErrorCode: text('錯誤代碼'), Message: text('原因') })

/** What an import came to. */
export const importResult: JsonSchema = closed<ImportResult>({
  JobId: orNull(whole('繼續處理的作業；檔案資料較多時才有，完成後以 Ext/GetImportResult 查詢結果')),
  Written: yesNo('正確的資料是否已經寫入'),
  TotalCount: whole('總筆數'),
  GoodCount: whole('正確的筆數'),
  BadCount: whole('有誤的筆數'),
  CreateCount: whole('新增的筆數'),
  UpdateCount: whole('修改的筆數'),
  Titles: listOf(text('標題'), '檔案的標題'),
  BadRows: listOf(closed<ImportBadRow>({ RowNo: whole('列號，標題為第 1 列'), Cells: listOf(text('內容')), Problems: listOf(problem) }), '有誤的資料'),
})
