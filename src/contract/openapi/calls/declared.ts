import { type ImportCall, importCalls, type ReportCall, reportCalls, reportParams } from '../../../schema/calls/endpoints'
import { rulesOf } from '../../../schema/field-types'
import type { ReportColumn, ReportSpec } from '../../../schema/language/report'
import type { Resource } from '../../../schema/language/resource'
import type { ReportLine } from '../../../schema/reports/report-lines'
import { importModes } from '../../imports'
import { maxReportLines } from '../../list-query'
import { anyFile, type CallShape, type DocumentedCall, xlsx } from '../call'
import { bytes, closed, type Described, dateTime, type JsonSchema, listOf, oneOf, text, whole } from '../json'
import type { QueryParameter } from '../list-parameters'
import { jsonContext } from '../records'
import { importPreview, importResult } from './import-shapes'

/** Describes a call of an import; undefined for other calls. */
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
    data: importPreview,
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

/** Describes a call of a report; undefined for other calls. */
export const reportCall = ({ id, controller, schemas }: DocumentedCall): CallShape | undefined => {
  const call = reportCalls.find((one) => id === `${controller}.${one}`)
  const resource = schemas.resources.find((one) => one.report && one.endpoints.controller === controller)
  return call && resource?.report ? reportShapes[call](resource, resource.report, schemas) : undefined
}

type Schemas = DocumentedCall['schemas']

const reportShapes: Readonly<Record<ReportCall, (resource: Resource, report: ReportSpec, schemas: Schemas) => CallShape>> = {
  QueryReport: (resource, report, schemas) => ({
    title: `${resource.label}：查詢`,
    query: [
      ...reportParameters(resource, schemas),
      { name: reportParams.page, schema: whole('頁碼，從 1 開始', { minimum: 1, default: 1 }) },
      { name: reportParams.pageSize, schema: whole('每頁列數', { minimum: 1, maximum: maxReportLines, default: 100 }) },
    ],
    data: reportAnswer(report, schemas),
  }),
  DownloadReportFile: (resource, { formats }, schemas) => ({
    title: `${resource.label}：下載`,
    query: [...reportParameters(resource, schemas), { name: reportParams.format, schema: oneOf('檔案格式', formats), required: true }],
    file: anyFile,
  }),
}

/** Returns the parameters of a report's calls. */
const reportParameters = ({ fields }: Pick<Resource, 'fields'>, schemas: Schemas): readonly QueryParameter[] =>
  fields.map((field) => ({
    name: field.name,
    schema: { ...rulesOf(field.type).jsonSchema(field, jsonContext(schemas)), description: field.label },
    ...(field.required && field.shownWhen === undefined ? { required: true } : {}),
  }))

/** Describes a page of a report's lines. Counts and totals are those of the whole result. */
export const reportAnswer = (report: ReportSpec, schemas: Schemas) =>
  closed({
    Lines: listOf(line(report, schemas), '這一頁的列'),
    Totals: listOf(line(report, schemas), '全部結果的合計，也是最後的列'),
    RowCount: whole('資料列數，不含小計與合計'),
    LineCount: whole('總列數'),
    PageNo: whole('頁碼'),
    PageSize: whole('每頁列數'),
    QueryTime: dateTime('查詢時間'),
    QueryUser: text('查詢人員'),
    Company: text('代收銀行與公司名稱；銀行人員僅有銀行名稱'),
  })

const line = (report: ReportSpec, schemas: Schemas): Described<ReportLine> =>
  closed({
    Kind: oneOf('row 資料、subtotal 小計、total 合計', ['row', 'subtotal', 'total']),
    Text: text('小計或合計的名稱'),
    Values: reportValues(report, schemas),
  })

/** Describes the values of a report's line; totals have values in added columns only. */
const reportValues = ({ columns }: ReportSpec, schemas: Schemas): Described<ReportLine['Values']> => ({
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [column.field.name, cellOf(column, schemas)])),
  description: '各欄的值，以欄位為名；Labels 為參照的名稱',
})

// A total can have another type than its column: a count of rows, or an average with decimals.
const cellOf = ({ field, total }: ReportColumn, schemas: Schemas): JsonSchema => {
  const { type } = rulesOf(field.type).jsonSchema(field, jsonContext(schemas))
  const types = [type ?? [], total === 'count' ? 'integer' : [], total === 'average' ? 'number' : []].flat(2)
  return { ...(type ? { type: [...new Set(types), 'null'] } : {}), description: field.label }
}
