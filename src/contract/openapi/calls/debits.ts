import { enums } from '../../../domain/enums'
import { maxListedDebits, maxListedMisfits } from '../../debits'
import { anyFileType, type CallsOf } from '../call'
import {
  dateTime,
  day,
  exactObject,
  flag,
  integer,
  type JsonSchema,
  listOf,
  nullValue,
  oneOf,
  orNull,
  partialObject,
  text,
} from '../json'

const count = (description: string): ReturnType<typeof integer> => integer(description, { minimum: 0 })

const parameters = {
  ApplyCode: text('委託單位代號'),
  BillTermId: text('代收期別'),
  DebitDate: day('扣款日；銀行營業日，最早為次一營業日'),
  MediaFormat: oneOf('媒體格式', Object.keys(enums.MediaFormat)),
  TxId: text('交易代號，3 位數字；媒體格式為 AchP01 時必填'),
  IncludeExported: { ...flag('true：含已匯出、尚未回覆的帳單'), default: false },
}
const optionalParameters = ['TxId', 'IncludeExported'] as const

/** Body of the calls about a batch: the parameters of Export. */
export const debitParameters = partialObject(parameters, optionalParameters)

const debitFile = exactObject({
  FileId: integer('匯出檔序號'),
  ApplyCode: text('委託單位代號'),
  BillTermId: orNull(text('代收期別；授權檔為 null')),
  DebitDate: day('扣款日；授權檔為製檔日'),
  MediaFormat: oneOf('媒體格式；AchP02 為授權檔', [...Object.keys(enums.MediaFormat), 'AchP02']),
  TxId: text('交易代號；沒有者為空字串'),
  State: oneOf('狀態', Object.keys(enums.DebitFileState)),
  IncludesExported: flag('是否含已匯出帳單'),
  RecordCount: count('筆數'),
  TotalAmount: count('總金額；授權檔為 0'),
  RequestUser: text('製作人員'),
  RequestTime: dateTime('製作時間'),
  CheckUser: orNull(text('放行或退回的人員')),
  CheckTime: orNull(dateTime('放行或退回的時間')),
  CheckReason: orNull(text('退回原因')),
  WithdrawUser: orNull(text('撤回或作廢的人員')),
  WithdrawTime: orNull(dateTime('撤回或作廢的時間')),
  WithdrawReason: orNull(text('撤回或作廢的原因')),
  DownloadCount: count('下載次數'),
  DownloadUser: orNull(text('最近一次下載的人員')),
  DownloadTime: orNull(dateTime('最近一次下載的時間')),
  SucceededCount: count('回覆成功筆數'),
  RefusedCount: count('回覆失敗筆數'),
  UnansweredCount: count('未回覆筆數'),
})

const bill = {
  SerialId: integer('帳單的序號'),
  BillNo: text('帳單編號'),
  PayerId: orNull(text('繳款人代號')),
  PayerName: text('繳款人姓名（遮罩）'),
  Amount: integer('扣款金額，即未繳金額'),
  PaymentEndDate: day('繳款截止日'),
}

/** OutData of Preview. */
export const debitPreview = exactObject({
  Problem: orNull(text('不能製作新檔的原因，例如扣款日不符；可以者為 null')),
  NeedsRelease: flag('是否須由另一人放行'),
  Count: count('匯出張數'),
  Amount: count('匯出總金額'),
  Bills: listOf(exactObject(bill), `匯出的帳單，最多 ${maxListedDebits} 張`),
  StayOutCount: count('不匯出張數'),
  Reasons: listOf(
    exactObject({ Reason: oneOf('原因', Object.keys(enums.DebitStayOut)), Count: count('張數') }),
    '不匯出的原因與張數',
  ),
  StayOuts: listOf(
    exactObject({ ...bill, Reason: oneOf('不匯出的原因', Object.keys(enums.DebitStayOut)) }),
    `不匯出的帳單，最多 ${maxListedDebits} 張`,
  ),
  Misfits: listOf(
    exactObject({ BillNo: text('帳單編號'), Text: text('欄位與原因') }),
    `與媒體格式不符、須先更正的帳單，最多 ${maxListedMisfits} 張`,
  ),
  Files: listOf(debitFile, '這一批先前的匯出檔，新的在前'),
})

/** OutData of GetFiles. */
export const debitFileList = exactObject({
  FileCount: count('匯出檔總數'),
  Files: listOf(debitFile, '一頁的匯出檔，新的在前'),
})

/** OutData of GetRecords. */
export const debitFileRecords = exactObject({
  File: debitFile,
  Records: listOf(
    exactObject({
      Seq: integer('交易序號'),
      BillSerialId: orNull(integer('帳單的序號；授權檔為 null')),
      BillNo: orNull(text('帳單編號；授權檔為 null')),
      PayerId: orNull(text('繳款人代號')),
      PayerName: orNull(text('繳款人姓名（遮罩）')),
      DebitAccount: text('扣款帳號（遮罩）'),
      Amount: count('扣款金額'),
      State: oneOf('回覆狀態', Object.keys(enums.DebitRecordState)),
      ResultCode: orNull(text('回覆代碼，照回覆檔')),
      ResultText: orNull(text('回覆代碼的說明；不在代碼表者為 null')),
      AnswerTime: orNull(dateTime('回覆時間')),
    }),
    `失敗的在前，最多 ${maxListedDebits} 筆`,
  ),
})

/** OutData of NewFile. */
export const newDebitFile = exactObject({
  FileId: integer('匯出檔序號'),
  State: oneOf('狀態；Proposed 須由另一人放行', ['Proposed', 'Released']),
})

/** Body of the calls about authorizations. */
export const authorizationRequest = partialObject(
  {
    ApplyCode: text('委託單位代號'),
    TxId: text('交易代號，3 位數字'),
    ReapplyPayerIds: listOf(text('繳款人代號'), '授權失敗或已終止、要再申請的繳款人'),
    CancelPayerIds: listOf(text('繳款人代號'), '要取消授權的繳款人'),
  },
  ['ReapplyPayerIds', 'CancelPayerIds'],
)

const adMark = oneOf('A 申請，D 取消', ['A', 'D'])

const applicant = {
  SerialId: integer('繳款人的序號'),
  PayerId: text('繳款人代號'),
  PayerName: text('繳款人姓名（遮罩）'),
  AdMark: adMark,
}

/** OutData of PreviewAuthorization. */
export const authorizationPreview = exactObject({
  Count: count('送出的人數'),
  RestCount: count('超過一個檔案的筆數上限、須再製作檔案的人數'),
  Payers: listOf(exactObject(applicant), `送出的繳款人，最多 ${maxListedDebits} 位`),
  StayOutCount: count('資料不符檔案格式、沒有送出的人數'),
  StayOuts: listOf(
    exactObject({ ...applicant, Text: text('欄位與原因') }),
    `沒有送出的繳款人，最多 ${maxListedDebits} 位`,
  ),
})

/** OutData of Ext/Payer/{SerialId}/GetDebitApplications. */
export const debitApplications = exactObject({
  Applications: listOf(
    exactObject({
      FileId: integer('授權檔序號'),
      RequestTime: dateTime('送出時間'),
      AdMark: adMark,
      State: oneOf('回覆狀態', Object.keys(enums.DebitRecordState)),
      ResultCode: orNull(text('回覆代碼，照回覆檔')),
      ResultText: orNull(text('回覆代碼的說明；不在代碼表者為 null')),
      AnswerTime: orNull(dateTime('回覆時間')),
    }),
    '新的在前',
  ),
})

const reason = { Reason: text('原因', { minLength: 2, maxLength: 200 }) }
const reasonBody: JsonSchema = exactObject(reason)

/** The calls of the page 約定扣款媒體匯出. */
export const debitCalls: CallsOf<'BillDesignatedDebitExport' | 'Payer'> = {
  'BillDesignatedDebitExport.Export': {
    title: '匯出約定扣款檔',
    text: '相同條件（IncludeExported 除外）為一批，回覆這一批最新的檔案；第一次呼叫時製作。IncludeExported 為 true 且帳單或金額有變動時製作新檔。須放行的委託單位，第一次呼叫提出，回覆 2006，放行後才回覆檔案。內容與媒體格式不符時回覆 2002，並說明帳單、欄位與原因。',
    query: Object.entries(parameters).map(([name, schema]) => ({
      name,
      schema,
      required: !optionalParameters.some((optional) => optional === name),
    })),
    file: anyFileType,
  },
  'BillDesignatedDebitExport.Preview': {
    title: '預覽約定扣款的帳單',
    text: '列出會匯出與不匯出的帳單、原因，以及這一批先前的檔案；不寫入資料',
    body: debitParameters,
    data: debitPreview,
  },
  'BillDesignatedDebitExport.NewFile': {
    title: '以新增的帳單製作新檔',
    text: '這一批已有檔案時，以之後新增或扣款失敗的帳單製作新檔；IncludeExported 不適用',
    body: debitParameters,
    data: newDebitFile,
  },
  'BillDesignatedDebitExport.GetFiles': {
    title: '查詢匯出檔',
    query: [{ name: 'PageNo', schema: { type: 'integer', minimum: 1, default: 1, description: '頁次' } }],
    data: debitFileList,
  },
  'BillDesignatedDebitExport.GetRecords': { title: '查詢匯出檔的明細與回覆', data: debitFileRecords },
  'BillDesignatedDebitExport.Download': {
    title: '下載先前的匯出檔',
    text: '待放行的檔案回覆 2006；已退回、已作廢、超過保存期限者回覆 2004',
    file: anyFileType,
  },
  'BillDesignatedDebitExport.Release': {
    title: '放行匯出檔',
    text: '由提出者以外、有審核權限的人員放行。提出後帳單或繳款人已異動時回覆 2009，須退回後重新匯出。',
    body: exactObject({}),
    data: nullValue,
  },
  'BillDesignatedDebitExport.Refuse': {
    title: '退回匯出檔',
    text: '由提出者以外、有審核權限的人員退回；帳單可以再匯出',
    body: reasonBody,
    data: nullValue,
  },
  'BillDesignatedDebitExport.Withdraw': {
    title: '撤回或作廢匯出檔',
    text: '待放行的檔案由提出者撤回；已匯出、沒有任何回覆、未送交銀行的檔案由有審核權限的人員作廢，須放行的委託單位不得由提出者作廢。帳單可以再匯出，授權檔的繳款人恢復原狀態。已有回覆時回覆 2006；DownloadCount 與目前的下載次數不同時回覆 2009。',
    body: partialObject({ ...reason, DownloadCount: count('使用者看到的下載次數') }, ['DownloadCount']),
    data: nullValue,
  },
  'BillDesignatedDebitExport.PreviewAuthorization': {
    title: '預覽授權檔（P02）的繳款人',
    text: '未申請與申請中的 ACH 繳款人，以及指定要再申請或取消的繳款人；已送出、尚未回覆者除外',
    body: authorizationRequest,
    data: authorizationPreview,
  },
  'BillDesignatedDebitExport.NewAuthorization': {
    title: '製作授權檔（P02）',
    text: '申請的繳款人改為「申請中」；回覆檔更新授權狀態。資料不符檔案格式的繳款人不送出，指定的繳款人不能再申請或取消時回覆 2002。',
    body: authorizationRequest,
    data: newDebitFile,
  },
  'Payer.GetDebitApplications': { title: '查詢繳款人的扣款授權申請', data: debitApplications },
}
