import { enums } from '../../../domain/enums'
import {
  bulkPreviewCalls,
  hasHistory,
  historyCallId,
  type ImportCall,
  importCalls,
  reportCallIds,
  reportFileCallId,
  tabsCallId,
  unmaskedListId,
} from '../../../schema/calls/endpoints'
import { isReport, type ReportResource, type Resource } from '../../../schema/language/resource'
import { tabFields } from '../../../schema/rules/list-filters'
import { confirmHidden, confirmRepeat, includeEqual } from '../../confirmations'
import { historyPageSize, maxHistory, type RecordHistory, type TabCounts } from '../../envelope'
import { fileFormatParam, listParams, maxReportPageSize, maxReportRows } from '../../list-query'
import { requestId } from '../../request-id'
import { bulkProperties, keysBody, previewedResults, recordResults } from '../bulk-shapes'
import { type CallDescription, csvType, type DocumentedCall, pdfType, requestIdProperty, xlsxType } from '../call'
import { listOfRecords, listResponse, listTotal } from '../envelope'
import {
  type Described,
  dateTime,
  exactObject,
  flag,
  integer,
  listOf,
  oneOf,
  partialObject,
  schemaRef,
  text,
} from '../json'
import { listParameters, unpagedListParameters } from '../list-parameters'
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
      partialObject(
        {
          Label: oneOf(
            '分頁的名稱',
            resource.list.tabs.map(({ label }) => label),
          ),
          Count: integer('筆數', { minimum: 0 }),
          IsMinimum: flag('筆數是否只是下限，因資料很多而未數完；沒有時為確切的筆數'),
          Totals: listOf(listTotal(resource), '各幣別的筆數與合計；清單沒有合計，或筆數只是下限時為空'),
        },
        ['IsMinimum'],
      ),
      '依畫面順序的分頁；依角色可能較少',
    ),
  })

/** Returns the description of the call for the history of a record; undefined for other calls. */
export const describeHistoryCall = ({
  id,
  resource,
}: Pick<DocumentedCall, 'id' | 'resource'>): CallDescription | undefined =>
  resource && hasHistory(resource) && id === historyCallId(resource)
    ? {
        title: `${resource.label}：查詢單筆的異動紀錄`,
        text: '誰在何時做了什麼，新的在前；欄位的遮蔽與單筆查詢相同，看到完整個人資料時留下紀錄',
        query: [
          {
            name: listParams.pageSize,
            schema: integer('最多回覆的筆數', { minimum: 1, maximum: maxHistory, default: historyPageSize }),
          },
        ],
        data: recordHistory,
      }
    : undefined

const recordHistory: Described<RecordHistory> = exactObject({
  Items: listOf(
    exactObject({
      Time: dateTime('時間'),
      User: text('使用者代號、繳款人、銀行或系統；不明時為空'),
      Title: text('做了什麼'),
      Text: text('說明；可能為空'),
      Changes: listOf(
        exactObject({
          Field: text('欄位'),
          Label: text('欄位的名稱'),
          Before: text('異動前的值；空白、或內容無法以一行表示時為空'),
          After: text('異動後的值；空白、或內容無法以一行表示時為空'),
        }),
        '異動的欄位',
      ),
    }),
    '紀錄，新的在前',
  ),
  HasMore: flag('是否還有更早的紀錄'),
})

/** Returns the description of a call of a report, for its rows or its file; undefined for other calls. */
export const describeReportCall = ({ id, schemas }: DocumentedCall): CallDescription | undefined => {
  for (const report of schemas.resources.filter(isReport)) {
    const rowsCall = reportCallIds(report).find((candidate) => [candidate, reportFileCallId(candidate)].includes(id))
    if (rowsCall === undefined) continue
    const form = report.report.forms.find(({ call }) => call === rowsCall)?.label
    const label = form === undefined ? report.label : `${report.label}（${form}）`
    return rowsCall === id ? describeRows(report, label) : describeFile(report, label)
  }
  return undefined
}

const describeRows = (report: ReportResource, label: string): CallDescription => ({
  title: `${label}：查詢`,
  text: '依報表的順序回覆資料列；小計由呼叫端依順序計算，合計可要求附上',
  query: listParameters(report, maxReportPageSize),
  data: listOfRecords(report),
})

const describeFile = (report: ReportResource, label: string): CallDescription => ({
  title: `${label}：下載`,
  text: `含小計與合計；超過 ${maxReportRows.toLocaleString('en')} 筆時回覆 2002`,
  query: [
    ...unpagedListParameters(report),
    { name: fileFormatParam, schema: oneOf('檔案格式', report.report.formats), required: true },
  ],
  file: [xlsxType, pdfType, csvType, 'text/plain'],
})
