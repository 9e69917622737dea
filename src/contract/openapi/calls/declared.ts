import { enums } from '../../../domain/enums'
import {
  bulkPreviewCalls,
  type ImportCall,
  importCalls,
  type ReportCall,
  reportCalls,
  reportParams,
  tabsCallId,
  unmaskedListId,
} from '../../../schema/calls/endpoints'
import type { ReportColumn, ReportSpec } from '../../../schema/language/report'
import type { Resource } from '../../../schema/language/resource'
import type { ReportLine } from '../../../schema/reports/report-lines'
import { tabFields } from '../../../schema/rules/list-filters'
import { confirmHidden, confirmRepeat, includeEqual } from '../../confirmations'
import type { TabCounts } from '../../envelope'
import { maxReportLines } from '../../list-query'
import { requestId } from '../../request-id'
import { bulkProperties, keysBody, previewedResults, recordResults } from '../bulk-shapes'
import { anyFileType, type CallDescription, type DocumentedCall, requestIdProperty, xlsxType } from '../call'
import { listResponse, listTotal } from '../envelope'
import { fieldJson } from '../field-json'
import {
  type Described,
  dateTime,
  exactObject,
  flag,
  integer,
  type JsonSchema,
  listOf,
  oneOf,
  partialObject,
  schemaRef,
  text,
} from '../json'
import { listParameters, type QueryParameter, unpagedListParameters } from '../list-parameters'
import { file, fileId, importPreview, importResult, includeEqualRows, leaveOutHidden, mapping } from './import-shapes'

/** Returns the description of a call of an import; undefined for other calls. */
export const describeImportCall = ({
  id,
  resource,
}: Pick<DocumentedCall, 'id' | 'resource'>): CallDescription | undefined => {
  const call = importCalls.find((name) => id.endsWith(`.${name}`))
  return call && resource?.import ? importDescriptions[call](resource) : undefined
}

const importDescriptions: Readonly<Record<ImportCall, (resource: Resource) => CallDescription>> = {
  ImportTemplate: (resource) =>
    resource.import?.action
      ? {
          title: `${resource.label}：下載處理檔`,
          text: '查詢到的資料，遮蔽方式與清單相同；填寫要處理的列後，以 Import 逐列處理',
          query: unpagedListParameters(resource),
          file: xlsxType,
        }
      : { title: `${resource.label}：下載匯入範本`, file: xlsxType },
  PreviewImport: ({ label }) => ({
    title: `${label}：查看要匯入的檔案`,
    text: '讀出標題與前幾列，並建議各欄位的對應；不寫入任何資料',
    body: partialObject({ File: file, FileId: fileId, [confirmHidden]: leaveOutHidden }, [
      'File',
      'FileId',
      confirmHidden,
    ]),
    data: importPreview,
  }),
  CheckImport: (resource) => ({
    title: `${resource.label}：檢查要匯入的資料`,
    text: resource.import?.action ? '逐列以各項處理的規則檢查；不寫入任何資料' : '逐列以新增的規則檢查；不寫入任何資料',
    body: partialObject(
      {
        File: file,
        FileId: fileId,
        Mapping: mapping(resource.import),
        [includeEqual]: includeEqualRows,
        [confirmHidden]: leaveOutHidden,
      },
      ['File', 'FileId', includeEqual, confirmHidden],
    ),
    data: importResult,
  }),
  Import: (resource) => ({
    title: `${resource.label}：匯入`,
    ...(resource.import?.action
      ? { text: '逐列處理下載後填寫的資料，規則與單筆處理相同；沒有填寫的列略過，下載後異動過的資料不處理' }
      : {}),
    body: partialObject(
      {
        File: file,
        FileId: fileId,
        Mapping: mapping(resource.import),
        ImportMode: oneOf('AllOrNothing：全部正確才匯入；GoodRows：只匯入正確的資料', Object.keys(enums.ImportMode)),
        [includeEqual]: includeEqualRows,
        [confirmRepeat]: { ...flag('true：內容相同的檔案匯入過，仍要再次匯入；缺少時回覆 2003'), default: false },
        [confirmHidden]: leaveOutHidden,
        ...requestIdProperty,
      },
      ['File', 'FileId', includeEqual, confirmRepeat, confirmHidden, requestId],
    ),
    data: importResult,
  }),
}

/** Returns the description of the preview of a bulk action; undefined for other calls. */
export const describeBulkPreviewCall = ({
  id,
  resource,
}: Pick<DocumentedCall, 'id' | 'resource'>): CallDescription | undefined => {
  const preview = resource && bulkPreviewCalls(resource).find((call) => call.id === id)
  if (!preview) return undefined
  const { label, set } = preview.action
  const description = `要${label}的資料`
  return {
    title: `${resource.label}：查看${label}多筆的結果`,
    text: `逐筆回覆能否${label}，以及不能的原因；不變更任何資料`,
    body: set
      ? partialObject(
          bulkProperties(resource, preview.action, description),
          preview.action.overQuery ? ['Records', 'Query'] : [],
        )
      : keysBody(resource, description),
    data: set ? previewedResults(resource) : recordResults(resource),
  }
}

/** Returns the description of the call of a list with unmasked personal data; undefined for other calls. */
export const describeUnmaskedListCall = ({
  id,
  resource,
}: Pick<DocumentedCall, 'id' | 'resource'>): CallDescription | undefined =>
  resource && id === unmaskedListId(resource)
    ? {
        title: `${resource.label}：查詢未遮蔽的清單`,
        text: '供匯出使用；限可在單筆內容看到完整個人資料的角色，每一筆都留下紀錄',
        query: listParameters(resource),
        data: listResponse(schemaRef(`${resource.name}.Row`)),
      }
    : undefined

/** Returns the description of the call for the tabs of a list; undefined for other calls. */
export const describeTabsCall = ({
  id,
  resource,
}: Pick<DocumentedCall, 'id' | 'resource'>): CallDescription | undefined =>
  resource && resource.list.tabs.length > 0 && id === tabsCallId(resource)
    ? {
        title: `${resource.label}：查詢各分頁的筆數與合計`,
        text: `依查詢條件計算每個分頁的筆數與合計；分頁所設定的條件（${tabFields(resource).join('、')}）不列入`,
        query: unpagedListParameters(resource),
        data: tabCounts(resource),
      }
    : undefined

const tabCounts = (resource: Resource): Described<TabCounts> =>
  exactObject({
    Tabs: listOf(
      exactObject({
        Label: oneOf(
          '分頁的名稱',
          resource.list.tabs.map(({ label }) => label),
        ),
        Count: integer('筆數', { minimum: 0 }),
        Totals: listOf(listTotal(resource), '各幣別的筆數與合計；清單沒有合計時為空'),
      }),
      '依畫面順序的分頁；依角色可能較少',
    ),
  })

/** Returns the description of a call of a report; undefined for other calls. */
export const describeReportCall = ({ id, controller, schemas }: DocumentedCall): CallDescription | undefined => {
  const call = reportCalls.find((name) => id === `${controller}.${name}`)
  // The call has no `resource`, because a report has no records.
  const resource = schemas.resources.find(
    (candidate) => candidate.report && candidate.endpoints.controller === controller,
  )
  return call && resource?.report ? reportDescriptions[call](resource, resource.report) : undefined
}

const reportDescriptions: Readonly<Record<ReportCall, (resource: Resource, report: ReportSpec) => CallDescription>> = {
  QueryReport: (resource, report) => ({
    title: `${resource.label}：查詢`,
    query: [
      ...reportParameters(resource),
      { name: reportParams.page, schema: integer('頁碼，從 1 開始', { minimum: 1, default: 1 }) },
      {
        name: reportParams.pageSize,
        schema: integer('每頁列數', { minimum: 1, maximum: maxReportLines, default: 100 }),
      },
    ],
    data: reportResponse(report),
  }),
  DownloadReportFile: (resource, { formats }) => ({
    title: `${resource.label}：下載`,
    query: [
      ...reportParameters(resource),
      { name: reportParams.format, schema: oneOf('檔案格式', formats), required: true },
    ],
    file: anyFileType,
  }),
}

/** Returns the parameters of a report's calls. */
const reportParameters = ({ fields }: Pick<Resource, 'fields'>): readonly QueryParameter[] =>
  fields.map((field) => ({
    name: field.name,
    schema: { ...fieldJson(field), description: field.label },
    ...(field.required && field.shownWhen === undefined ? { required: true } : {}),
  }))

/** Describes a page of a report's lines. Counts and totals cover all pages. */
export const reportResponse = (report: ReportSpec) =>
  exactObject({
    Lines: listOf(reportLine(report), '這一頁的列'),
    Totals: listOf(reportLine(report), '全部結果的合計，也是最後的列'),
    RowCount: integer('資料列數，不含小計與合計'),
    LineCount: integer('總列數'),
    PageNo: integer('頁碼'),
    PageSize: integer('每頁列數'),
    QueryTime: dateTime('查詢時間'),
    QueryUser: text('查詢人員'),
    Company: text('代收銀行與公司名稱；銀行人員僅有銀行名稱'),
  })

const reportLine = (report: ReportSpec): Described<ReportLine> =>
  exactObject({
    Kind: oneOf('row 資料、subtotal 小計、total 合計', ['row', 'subtotal', 'total']),
    Text: text('小計或合計的名稱'),
    Values: reportValues(report),
  })

/** Describes the values of a report's line. Subtotal and total lines have values only in columns with a total. */
const reportValues = ({ columns }: ReportSpec): Described<ReportLine['Values']> => ({
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [column.field.name, reportCell(column)])),
  description: '各欄的值，以欄位為名；Labels 為參照的名稱',
})

// The total of a column can have a different type from the column: a row count is an integer, an average has decimals.
const reportCell = ({ field, total }: ReportColumn): JsonSchema => {
  const { type } = fieldJson(field)
  const types = [type ?? [], total === 'count' ? 'integer' : [], total === 'average' ? 'number' : []].flat(2)
  return { ...(type ? { type: [...new Set(types), 'null'] } : {}), description: field.label }
}
