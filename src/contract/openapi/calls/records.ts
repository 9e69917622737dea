import { noticeName } from '../../../domain/bills/bill-notice'
import { enums } from '../../../domain/enums'
import { isEmailChannel, type NoticeCallId, noticeCallId, noticeChannelCodes } from '../../../domain/message-channels'
import { billImportSpec } from '../../bill-import'
import { confirmHidden, includeEqual } from '../../confirmations'
import { maxBulkRecords } from '../../envelope'
import { maxListedDifferences, noticeRunPageSize } from '../../list-query'
import { requestId } from '../../request-id'
import { maxSavedViews } from '../../saved-views'
import { maxFoundRecords, searchLength } from '../../search'
import {
  anyFileType,
  type CallDescription,
  type CallsOf,
  csvType,
  pdfType,
  requestIdProperty,
  type SpecificCall,
  xlsxType,
  zipType,
} from '../call'
import {
  dateTime,
  day,
  exactObject,
  integer,
  type JsonSchema,
  listOf,
  nonEmptyText,
  nullValue,
  oneOf,
  orNull,
  partialObject,
  schemaRef,
  text,
} from '../json'
import { handlingBodies } from './exceptions'
import { file, fileId, importPreview, importResult, includeEqualRows, leaveOutHidden, mapping } from './import-shapes'
import type { pushCalls } from './pushes'
import { listLayout, savedViewRequest, savedViewResult, savedViews, viewRequest } from './saved-views'
import { searchRequest, searchResult } from './search'

/** The types of a downloaded list. */
const listFileTypes = [xlsxType, csvType]

const optionProperties = { Value: text('代碼'), Text: text('名稱') }

/**
 * The progress of a term in one currency.
 * Amounts are in the smallest unit of the currency.
 * Void bills are not included.
 */
export const termProgress = exactObject({
  CurrencyType: text('幣別'),
  BillCount: integer('帳單張數'),
  PaidCount: integer('已繳清的張數'),
  ShouldPayAmount: integer('應繳金額'),
  PaidAmount: integer('已繳金額'),
  OutstandingAmount: integer('尚未繳納的金額；溢繳不抵銷其他帳單'),
  OverdueCount: integer('逾期未繳清的張數'),
  OverdueAmount: integer('逾期未繳的金額'),
  /** The payments by channel. Their amounts add up to the total that was received. */
  Channels: listOf(
    exactObject({ ChannelId: text('通路'), PaymentCount: integer('繳款筆數'), PaidAmount: integer('繳款金額') }),
    '各通路的繳款',
  ),
})

const option = exactObject({ Value: text('代碼'), Text: text('名稱') })

/** OutData of ReportPrint/GetChannelFeeReportSearchData. */
export const feeSearchData = exactObject({
  YearMonth: listOf(option, '有資料的年月，由新到舊'),
  ApplyCode: listOf(option, '委託單位代號'),
  Form: listOf(option, '報表格式：Channel 依通路、I0O 保險費、Receipt 收據'),
})

/** OutData of Ext/BankFile/{SerialId}/GetDifferences. */
export const bankFileDifferences = exactObject({
  Differences: listOf(
    exactObject({
      Kind: oneOf('New 新增、Missing 缺少、Corrected 更正（新增與缺少的是同一筆付款）', [
        'New',
        'Missing',
        'Corrected',
      ]),
      LineNo: orNull(integer('檔案的列號；缺少的交易為 null')),
      LineSerialId: orNull(integer('已入帳交易的序號；新增的交易為 null')),
      VACAccount: text('虛擬帳號'),
      Amount: integer('金額'),
      TradeDate: day('繳款日期'),
      StoreNo: orNull(text('檔案的門市；缺少的交易為 null')),
      BookedStoreNo: orNull(text('已入帳交易的門市；新增的交易為 null')),
      WriteOffStatus: orNull(oneOf('已入帳交易目前的銷帳狀態；新增的交易為 null', Object.keys(enums.WriteOffStatus))),
    }),
    `每一種差異最多列出前 ${maxListedDifferences} 筆；全部的筆數在檔案的資料中`,
  ),
})

const heldVersion = partialObject({ UpdateTime: text('讀取時的異動時間；資料已異動時回覆 2009') }, ['UpdateTime'])

const releaseRules = '檔案不是待確認時回覆 2006；進度見 GET /Ext/GetJobs。'

const noticeRules =
  '每張帳單每天最多寄送一次；未寄送者在 Results 中有原因。訊息在背景寄送，進度見 GET /Ext/Bills/GetNoticeRun/{RunId}。'

const noticeIds = listOf(integer('帳單的序號'), `要通知的帳單，最多 ${maxBulkRecords} 張`)

const resultProperties = {
  SerialId: integer('序號'),
  ReturnCode: text('結果代碼，0000 為受理'),
  ReturnMsg: text('未受理的原因'),
}

/** OutData of Bills/SendMailNotice and SendMOTPNotice. */
export const noticeRequestResult = exactObject({
  RunId: orNull(integer('寄送編號；沒有可寄送的帳單時為 null')),
  QueuedCount: integer('排入寄送的張數'),
  Results: listOf(exactObject(resultProperties), '每張帳單的結果，依要求的順序'),
})

/** OutData of Ext/Bills/PreviewNotice. */
export const noticePreview = exactObject({
  Results: listOf(
    exactObject({ ...resultProperties, BillNo: text('帳單編號'), Recipient: text('收件的電子郵件或行動電話（遮罩）') }),
    '每張帳單的結果，依要求的順序',
  ),
  Subject: text('第一封電子郵件的主旨；簡訊為空'),
  Text: text('第一封的內容；沒有可寄送的帳單時為空'),
})

const noticeResultProperties = {
  Recipient: text('收件的電子郵件或行動電話（遮罩）'),
  NotifyStatus: oneOf('通知狀態', Object.keys(enums.NotifyStatus)),
  Reason: orNull(text('未寄出的原因')),
}

const runProperties = {
  RunId: integer('寄送編號'),
  Channel: oneOf('通知方式', noticeChannelCodes),
  RequestUser: text('寄送人員'),
  RequestTime: dateTime('排入寄送的時間'),
}

const finishTimeProperty = { FinishTime: orNull(dateTime('寄出或停止的時間')) }

/** OutData of Ext/Bills/GetNoticeRun. */
export const noticeRun = exactObject({
  ...runProperties,
  Results: listOf(
    exactObject({
      SerialId: integer('序號'),
      BillNo: text('帳單編號'),
      ...noticeResultProperties,
      ...finishTimeProperty,
    }),
    '每張帳單的結果',
  ),
})

/** OutData of Ext/Bills/GetNoticeRuns: a page of the runs, newest first. */
export const noticeRuns = exactObject({
  Runs: listOf(
    exactObject({
      ...runProperties,
      BillCount: integer('帳單張數'),
      SentCount: integer('已寄出的張數'),
      GivenUpCount: integer('未寄出的張數'),
    }),
    '各次寄送；只計可查詢的帳單',
  ),
  RunCount: integer('總次數'),
})

/** An entry of NoticeLog in GET /Bills/{id}: a notice of the bill. */
export const billNotice = exactObject({
  Channel: runProperties.Channel,
  ...noticeResultProperties,
  RequestUser: runProperties.RequestUser,
  RequestTime: runProperties.RequestTime,
  ...finishTimeProperty,
})

/** The calls for select options that many screens share. */
const commonCalls: CallsOf<'Common'> = {
  'Common.GetApplyCode': {
    title: '查詢可操作的委託單位',
    data: listOf(
      exactObject({
        ...optionProperties,
        ApplyCode: text('委託單位代號'),
        AgreementName: text('代收約定名稱'),
        UniformNo: text('統一編號'),
        CustomerName: text('客戶名稱'),
        CustomerPhone: orNull(text('電話')),
        CustomerFax: orNull(text('傳真')),
        ZipCode: orNull(text('郵遞區號')),
        Address: orNull(text('地址')),
        PayerNoLen: integer('繳款人編號長度'),
      }),
    ),
  },
  'Common.GetBillTerm': {
    title: '查詢委託單位的期別',
    data: listOf(
      exactObject({
        ...optionProperties,
        BillCategoryCode: orNull(text('代收類別')),
        TermStatus: text('期別狀態'),
        PaymentStartDate: day('繳款起日'),
        PaymentEndDate: day('繳款截止日'),
      }),
    ),
  },
  'Common.GetCustomerPortalRoles': { title: '查詢可指派的角色', data: listOf(schemaRef('SelectOption')) },
  'Common.GetSavedViews': {
    title: '查詢清單的檢視與欄位設定',
    text: '只列入自己可以查詢的頁面。',
    data: savedViews,
  },
  'Common.SaveView': {
    title: '儲存清單的檢視',
    text: `沒有 ViewId 時，取代自己在這個頁面的同名檢視，沒有同名的檢視就新增；重送不會重複新增。清單沒有的條件、排序或欄位回覆 2002，檢視已滿 ${maxSavedViews} 個也是。只能修改自己的檢視，否則 404。`,
    body: savedViewRequest,
    data: savedViewResult,
  },
  'Common.DeleteView': {
    title: '刪除清單的檢視',
    text: '可以刪除自己的檢視；可以修改使用者的角色也可以刪除共用的檢視。已經刪除的檢視不回覆錯誤，其他使用者的檢視回覆 404。',
    body: viewRequest,
    data: nullValue,
  },
  'Common.SaveListLayout': {
    title: '儲存自己的清單欄位設定',
    text: '欄位的順序、是否顯示與寬度，取代先前的設定；沒有欄位時恢復為綱要檔的設定。清單沒有的欄位回覆 2002。',
    body: listLayout,
    data: nullValue,
  },
  'Common.Search': {
    title: '在各頁面搜尋資料',
    text: `依各頁面綱要檔的 find 所列的查詢條件，找出自己可以查詢的資料，每個頁面最多 ${maxFoundRecords} 筆；姓名等文字找其中一部分，號碼找開頭或末 4 至 6 碼，代號須完全相同。字數須為 ${searchLength.min} 至 ${searchLength.max} 字，否則回覆 2002。`,
    body: searchRequest,
    data: searchResult,
  },
  'Common.GetAllUserStatus': { title: '查詢使用者狀態的選項', data: listOf(schemaRef('SelectOption')) },
}

/** Describes the form of a bill upload: these properties, and the fields of the record that the upload creates. */
const billForm = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: { type: 'string' },
  description: '其他欄位同 POST /BillImportList；該呼叫也接受 FileId 與 Mapping',
})

const billMapping = mapping(billImportSpec({ hasTerm: false }))

/** Ids of the calls that other files of this folder describe. */
type DescribedElsewhere =
  | NoticeCallId
  | keyof typeof pushCalls
  | `${'Home' | 'PayerArea' | 'EnterpriseArea' | 'PortalUser' | 'Ext' | 'TLDetailExceptionHandling' | 'BillDesignatedDebitExport'}.${string}`
  | 'Payer.GetDebitApplications'

/** The calls that request notices of bills, by id. */
export const noticeCalls: Readonly<Record<string, CallDescription>> = Object.fromEntries(
  noticeChannelCodes.map((channel) => [
    noticeCallId(channel),
    {
      title: `寄送${noticeName(channel)}`,
      text: `${isEmailChannel(channel) ? '繳款單附在信中；約定扣款及目前沒有繳款方式的帳單不附。' : ''}${noticeRules}`,
      body: partialObject({ SerialIds: noticeIds, ...requestIdProperty }, [requestId]),
      data: noticeRequestResult,
    },
  ]),
)

/** The calls for shared select options, and all specific calls that no other file of this folder describes. */
export const recordCalls: Readonly<Record<Exclude<SpecificCall, DescribedElsewhere>, CallDescription>> = {
  ...commonCalls,
  'BillTerm.GetProgress': {
    title: '查詢期別的收款進度',
    text: '每種幣別一筆，不含作廢的帳單；看不到帳單金額的角色回覆 403。',
    data: listOf(termProgress),
  },
  'BillTerm.PreviewPDF': {
    title: '預覽期別的繳款單',
    text: '印出期別前 3 張未繳帳單的樣張，沒有帳單時以預設繳費項目印出範例；樣張不能繳款，不寫入任何資料',
    body: {
      type: 'object',
      properties: { SerialId: orNull(integer('期別的序號；空白表示尚未新增的期別')) },
      additionalProperties: true,
      description: '其他欄位同 POST /BillTerm；有 SerialId 時只需要填寫要修改的欄位',
    },
    file: pdfType,
  },
  'BillImportList.PreviewImport': {
    title: '查看要上傳的帳單檔',
    text: '檢查表單，讀出標題與前幾列，建議各欄位的對應，並暫存檔案；不建立任何資料',
    body: billForm({ File: file, FileId: fileId, [confirmHidden]: leaveOutHidden }),
    data: importPreview,
  },
  'BankFile.Retry': {
    title: '重新處理失敗的通路檔案',
    text: '已入帳的交易不會重複入帳；進度見 GET /Ext/GetJobs',
    data: exactObject({ SerialId: integer('序號') }),
  },
  'BankFile.Replace': {
    title: '確認待確認的檔案是更正版',
    text: `相同的交易不再入帳；帳號、金額、繳款日期相同的新增與缺少是同一筆付款，只更正資料；其他新增的交易入帳，其他缺少的交易維持入帳，由銀行作業人員沖正。${releaseRules}`,
    body: heldVersion,
    data: exactObject({ SerialId: integer('序號') }),
  },
  'BankFile.Append': {
    title: '確認待確認的檔案是追加',
    text: `檔案的交易全部入帳，與先前檔案相同的也再入帳一次。${releaseRules}`,
    body: heldVersion,
    data: exactObject({ SerialId: integer('序號') }),
  },
  'BankFile.Release': {
    title: '放行人員上傳的通路檔案',
    text: '由上傳者以外的銀行作業人員放行，放行後入帳；檔案已不是待放行時回覆 2006',
    data: exactObject({ SerialId: integer('序號') }),
  },
  'BankFile.Refuse': {
    title: '退回人員上傳的通路檔案',
    text: '由上傳者以外的銀行作業人員退回；檔案不會入帳',
    body: exactObject({ Reason: text('退回原因', { minLength: 2, maxLength: 200 }) }),
    data: exactObject({ SerialId: integer('序號') }),
  },
  'BankFile.GetDifferences': { title: '查詢檔案與先前相同檔頭的檔案的差異', data: bankFileDifferences },
  'BillImportList.CheckImport': {
    title: '檢查要上傳的帳單檔',
    text: '以上傳的規則逐列檢查；不建立帳單，也不占用編號與虛擬帳號',
    body: billForm({ File: file, FileId: fileId, Mapping: billMapping, [confirmHidden]: leaveOutHidden }),
    data: importResult,
  },
  'BillImportList.PreviewPDF': {
    title: '預覽要上傳的繳款單',
    text: '以上傳的規則檢查，印出檔案前 3 筆正確資料的樣張；樣張不能繳款，不建立帳單，也不占用編號與虛擬帳號',
    body: billForm({ File: file, FileId: fileId, Mapping: billMapping, [confirmHidden]: leaveOutHidden }),
    file: pdfType,
  },
  'BillImportList.DownloadFile': { title: '下載原始檔案', file: anyFileType },
  'BillImportList.DownloadPDF': {
    title: '下載一批上傳的繳款單',
    text: '一個檔案時為 PDF，多個檔案時為 zip；尚未產製或已過期時開始產製，並以 2006 說明',
    file: anyFileType,
  },
  'BillImportList.DownloadPLog': { title: '下載未匯入的資料與原因，修正後可再上傳', file: xlsxType },
  'Bills.DownloadPaymentPDF': { title: '下載繳款單', file: pdfType },
  'Bills.DownloadCertificatePDF': { title: '下載繳費證明', file: pdfType },
  'Bills.DownloadExcel': { title: '下載查詢結果', file: listFileTypes },
  'Bills.PreviewNotice': {
    title: '查看要寄送的通知',
    text: '逐張回覆寄送時的結果，以及第一封的內容；不寄送任何通知',
    body: exactObject({ Channel: oneOf('通知方式', noticeChannelCodes), SerialIds: noticeIds }),
    data: noticePreview,
  },
  'Bills.GetNoticeRuns': {
    title: '查詢通知的寄送紀錄',
    text: `每頁 ${noticeRunPageSize} 次。`,
    query: [{ name: 'PageNo', schema: { type: 'integer', minimum: 1, description: '頁次' } }],
    data: noticeRuns,
  },
  'Bills.GetNoticeRun': { title: '查詢一次寄送的進度與結果', data: noticeRun },
  'Bills.DownloadGroupPDF': {
    title: '列印多張繳款單',
    text: '繳款單依序號的順序排列；有任何一張找不到、已繳清或已作廢時，全部不列印',
    query: [
      {
        name: 'SerialIds',
        schema: {
          type: 'array',
          items: { type: 'integer' },
          minItems: 1,
          maxItems: maxBulkRecords,
          description: '帳單的序號（重複此參數可給多個值）',
        },
        required: true,
      },
      {
        name: 'isGroup',
        schema: { type: 'boolean', default: true, description: 'true 合併成一個 PDF，false 每張一個 PDF，以 ZIP 下載' },
      },
    ],
    file: [pdfType, zipType],
  },
  'Bills.PreviewDownloadGroupPDF': {
    title: '查看多張繳款單的列印結果',
    text: '逐張回覆能否列印，以及不能列印的原因；不列印任何繳款單',
    body: exactObject({ SerialIds: listOf(integer('帳單的序號'), `要列印的帳單，最多 ${maxBulkRecords} 張`) }),
    data: exactObject({ Results: listOf(exactObject(resultProperties), '每張帳單的結果，依要求的順序') }),
  },
  'MakePDFList.DownloadPDF': { title: '下載列印檔', text: '一個檔案時為 PDF，多個檔案時為 zip', file: anyFileType },
  'SelfCollection.UploadExcel': {
    title: '上傳自收資料',
    text: '欄位依標題對應，與匯入範本相同；沒有委託單位代號欄的檔案使用表單的委託單位代號。與已登錄的收款相同的資料預設略過，因此同一個檔案重送時不會重複入帳',
    body: partialObject(
      {
        ApplyCode: nonEmptyText('委託單位代號', 8),
        File: file,
        ImportMode: oneOf('匯入方式，預設 GoodRows', Object.keys(enums.ImportMode)),
        [includeEqual]: includeEqualRows,
        [confirmHidden]: leaveOutHidden,
        ...requestIdProperty,
      },
      ['ImportMode', includeEqual, confirmHidden, requestId],
    ),
    data: importResult,
  },
  'SelfCollection.Cancel': {
    title: '取消自行收款',
    text: '登錄當天由企業管理者或主管取消；以沖回紀錄減少帳單的已繳金額。帳號新增，或角色、電子郵件、行動電話變更未滿 24 小時者回覆 2006',
    body: exactObject({ UpdateTime: text('讀取時的異動時間'), Reason: text('取消原因，2 至 200 字') }),
    data: nullValue,
  },
  'SelfCollection.DownloadReceipt': { title: '下載收據', text: '已取消的收款，收據印有「作廢」字樣', file: pdfType },
  'Report.DownloadReport': { title: '下載報表', file: anyFileType },
  'WhiteListImportList.DownloadFile': { title: '下載原始檔案', file: anyFileType },
  'WhiteListImportList.DownloadLog': { title: '下載錯誤明細', file: xlsxType },
  'WhiteList.DownloadExcel': { title: '下載查詢結果', file: listFileTypes },
  'ReportPrint.WriteOffReport': { title: '銷帳報表' },
  'ReportPrint.DailyPaidReport': { title: '每日繳款報表' },
  'ReportPrint.TransactionDetailsReport': { title: '交易明細報表' },
  'ReportPrint.GetChannelFeeReportSearchData': {
    title: '通路手續費報表的查詢選項',
    data: feeSearchData,
  },
  'ReportPrint.ChannelFeeReport': {
    title: '通路手續費報表',
    text: '依帳務日期計入通路回報的全部交易，含例外；分拆的交易計為一筆，沖正的交易在沖正的月份扣回。',
  },
  'ReportPrint.ChannelFeeReportByI0O': {
    title: '通路手續費報表（I0O）',
    text: '只列代收項目 I0O，依結算期間分列。',
  },
  'ReportPrint.ChannelFeeReportByReceipt': {
    title: '通路手續費報表（收據）',
    text: '只列已結束月份中由委託單位負擔的手續費。第一次查詢時產生收據號碼；手續費更正後，下一次查詢產生下一個號碼。',
  },
  'FileManagement.Download': {
    title: '下載檔案',
    text: '只有上架期間內、對象是企業戶的檔案；完整下載一次，下載次數加 1。',
    file: anyFileType,
  },
  'PublishedFile.DownloadFile': { title: '下載檔案', text: '供銀行人員檢視，不計入下載次數。', file: anyFileType },
  'TransactionDetailQuery.DownloadFile': { title: '下載查詢結果', file: listFileTypes },
  'SKGPortal.ChangeVACAccount': {
    title: '更正不屬於任何代收約定的交易的虛擬帳號',
    text: '限銀行作業人員；更正後重新銷帳，不須放行。更正後仍未銷帳、公司也還沒處理的交易可再次更正，並取代先前的更正；其他已屬於委託單位的交易回覆 2006。資料已異動時回覆 2009。',
    body: handlingBodies.ChangeVACAccount,
    data: schemaRef('TLDetail.Record'),
  },
  'SKGPortal.SKGTLDetailQuery': { title: '查詢銷帳明細' },
  'SKGPortal.SKGTLDetailDownloadExcel': { title: '下載銷帳明細', file: listFileTypes },
  'SKGPortal.SKGBillQuery': { title: '查詢帳單' },
  'SKGPortal.SKGBillDownloadExcel': { title: '下載帳單', file: listFileTypes },
  'SKGPortal.SKGWriteOffReport': { title: '銷帳報表' },
}
