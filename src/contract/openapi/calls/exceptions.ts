import { enums } from '../../../domain/enums'
import { maxParts } from '../../../domain/payments/divide'
import { maxAskedLines, maxChangeBills, maxListedRefusals, minKeywordLength } from '../../exceptions-limits'
import type { CallsOf } from '../call'
import {
  dateTime,
  day,
  exactObject,
  flag,
  integer,
  type JsonSchema,
  listOf,
  objectOf,
  oneOf,
  orNull,
  partialObject,
  schemaRef,
  text,
} from '../json'

const codesOf = (name: 'WriteOffStatus' | 'ExceptionType' | 'BillStatus' | 'ExceptionAction' | 'Currency') =>
  Object.keys(enums[name])

const reason = text('處理說明', { minLength: 2, maxLength: 200 })
const version = text('讀取時的異動時間；資料已異動時回覆 2009，沒有此欄時不檢查')
const billVersions = listOf(
  exactObject({ SerialId: integer('帳單的序號'), UpdateTime: text('預覽回覆的異動時間') }),
  '預覽回覆的帳單；帳單在預覽後已異動時回覆 2009，並說明異動的內容。省略時不檢查',
)
/** What the caller has read. */
const versions = { UpdateTime: version, Bills: billVersions }
const versionNames = ['UpdateTime', 'Bills'] as const
const currency = oneOf('幣別', codesOf('Currency'))
const account = text('虛擬帳號（銷帳編號）', { maxLength: 16 })

const dividePart = partialObject(
  {
    BillSerialId: integer('帳單的序號；與 VACAccount 擇一'),
    VACAccount: account,
    Amount: integer('金額', { minimum: 1 }),
  },
  ['BillSerialId', 'VACAccount'],
)

const divideProperties = {
  Items: { ...listOf(dividePart, '分拆明細；金額合計等於可分拆的金額'), minItems: 2, maxItems: maxParts },
}
const changeBillProperties = {
  BillSerialId: integer('改銷的帳單序號，同一代收約定'),
  ConfirmOverPay: { ...flag('true：金額超過帳單尚欠的金額時仍改銷'), default: false },
}
const changeAccountProperties = { VACAccount: text('更正後的虛擬帳號', { maxLength: 16 }) }

/** Bodies of the four actions. */
export const handlingBodies = {
  Divide: partialObject({ ...divideProperties, Reason: reason, ...versions }, versionNames),
  ChangeBill: partialObject({ ...changeBillProperties, Reason: reason, ...versions }, [
    'ConfirmOverPay',
    ...versionNames,
  ]),
  ChangeVACAccount: partialObject({ ...changeAccountProperties, Reason: reason, ...versions }, versionNames),
  Invalid: partialObject({ Reason: reason, ...versions }, versionNames),
}

const versionBody = partialObject(versions, versionNames)
const reasonBody = partialObject({ Reason: reason, ...versions }, versionNames)

/** The actions whose result PreviewHandling shows. */
export const previewedActions = [...(Object.keys(enums.ExceptionAction) as HandlingName[]), 'Release', 'Undo'] as const

type HandlingName = keyof typeof enums.ExceptionAction

/** Body of PreviewHandling: the action, and the properties of its body. */
export const previewHandlingBody = partialObject(
  {
    Action: oneOf('處理方式', previewedActions),
    ...divideProperties,
    ...changeBillProperties,
    ...changeAccountProperties,
    Reason: text('處理說明；預覽不需要，也不檢查'),
    UpdateTime: version,
  },
  ['Items', 'BillSerialId', 'ConfirmOverPay', 'VACAccount', 'Reason', 'UpdateTime'],
)

const lineState = exactObject({
  WriteOffStatus: oneOf('銷帳狀態', codesOf('WriteOffStatus')),
  ExceptionType: orNull(oneOf('例外原因', codesOf('ExceptionType'))),
  VACAccount: account,
  BillNo: orNull(text('帳單編號')),
})

const billFigures = exactObject({
  PaidAmount: integer('已繳金額'),
  BillStatus: oneOf('帳單狀態', codesOf('BillStatus')),
})

/** OutData of PreviewHandling. */
export const handlingPreview = exactObject({
  NeedsRelease: flag('是否須由另一人放行'),
  Line: exactObject({ Before: lineState, After: lineState }),
  Parts: listOf(
    exactObject({
      VACAccount: account,
      BillNo: orNull(text('帳單編號')),
      Amount: integer('金額，含由繳款人負擔的手續費'),
      WriteOffStatus: oneOf('銷帳狀態', codesOf('WriteOffStatus')),
      ExceptionType: orNull(oneOf('例外原因', codesOf('ExceptionType'))),
    }),
    '分拆後的交易；取消分拆時為沖回的交易',
  ),
  Bills: listOf(
    exactObject({
      SerialId: integer('帳單的序號'),
      BillNo: text('帳單編號'),
      PayerName: text('繳款人姓名（遮罩）'),
      CurrencyType: currency,
      ShouldPayAmount: integer('應繳金額'),
      UpdateTime: text('異動時間；送出處理時在 Bills 帶回'),
      Before: billFigures,
      After: billFigures,
    }),
    '金額有變動的帳單',
  ),
})

/** OutData of GetChangeBills. */
export const changeBills = exactObject({
  Items: listOf(
    exactObject({
      SerialId: integer('帳單的序號'),
      BillNo: text('帳單編號'),
      BillTermId: text('代收期別'),
      PayerId: text('繳款人代號'),
      PayerName: text('繳款人姓名（遮罩）'),
      PaymentEndDate: orNull(day('繳費期限')),
      ShouldPayAmount: integer('應繳金額'),
      PaidAmount: integer('已繳金額'),
      RemainAmount: integer('尚欠金額'),
      BillStatus: oneOf('帳單狀態', codesOf('BillStatus')),
      VACAccount: account,
      CurrencyType: currency,
      Match: oneOf('Amount 尚欠金額相同、Payer 同一繳款人、Other 其他', ['Amount', 'Payer', 'Other']),
    }),
    `尚欠金額相同者在前，其次為同一繳款人，最多 ${maxChangeBills} 張`,
  ),
  TotalCount: integer(`張數；還有其他帳單時為 ${maxChangeBills + 1}，請以 Keyword 縮小範圍`),
  PageNo: integer('頁次，恆為 1'),
  PageSize: integer('每頁張數'),
})

const handlingPart = exactObject({
  BillSerialId: orNull(integer('帳單的序號')),
  BillNo: orNull(text('帳單編號')),
  VACAccount: orNull(account),
  Amount: integer('金額'),
})

/** What a person did with a line, or proposed to do. */
const handling = {
  HandlingId: integer('處理編號'),
  Action: oneOf('處理方式', codesOf('ExceptionAction')),
  State: oneOf(
    'Proposed 待放行、Refused 已退回、Withdrawn 已撤回、Done 已完成、Unmatched 更正後仍未銷帳、Undone 已取消',
    ['Proposed', 'Refused', 'Withdrawn', 'Done', 'Unmatched', 'Undone'],
  ),
  Reason: text('處理說明'),
  User: text('處理人員，例如 林小華（maker01）；由銀行更正時為「銀行更正」'),
  Time: dateTime('處理時間'),
  Checker: orNull(text('放行或退回的人員')),
  CheckTime: orNull(dateTime('放行、退回或撤回的時間')),
  CheckReason: orNull(text('退回的原因')),
  UndoUser: orNull(text('取消處理的人員')),
  UndoTime: orNull(dateTime('取消處理的時間')),
  UndoReason: orNull(text('取消處理的原因')),
  BillSerialId: orNull(integer('改銷的帳單序號')),
  BillNo: orNull(text('改銷的帳單編號')),
  VACAccount: orNull(text('更正後的虛擬帳號')),
  Parts: listOf(handlingPart, '分拆明細'),
}

/** OutData of GetHandlings. */
export const handlingLog = exactObject({ Items: listOf(exactObject(handling), '這筆交易的處理，新的在前') })

/** OutData of GetProposals. */
export const proposals = exactObject({
  Items: listOf(
    exactObject({ SerialId: integer('資訊流序號'), ...handling }),
    '每筆待放行的交易一項；不是待放行或沒有權限的交易不回覆',
  ),
})

/** OutData of GetSuggestions. */
export const suggestions = exactObject({
  Items: listOf(
    partialObject(
      {
        SerialId: integer('資訊流序號'),
        Text: text('建議的說明，例如「同一繳款人有一張應繳 4,800 的帳單」；姓名已遮罩'),
        Action: orNull(oneOf('建議的處理方式；沒有時為 null', codesOf('ExceptionAction'))),
        BillSerialId: integer('改銷的帳單序號'),
        BillNo: text('改銷的帳單編號'),
        VACAccount: account,
        Parts: listOf(
          exactObject({ BillSerialId: integer('帳單的序號'), BillNo: text('帳單編號'), Amount: integer('金額') }),
          '分拆明細',
        ),
        Reason: text('建議的處理說明'),
      },
      ['BillSerialId', 'BillNo', 'VACAccount', 'Parts', 'Reason'],
    ),
    '每筆待處理的交易一項；不是待處理或沒有權限的交易不回覆',
  ),
})

/** The lines about which a call is asked. */
const askedLines = [
  {
    name: 'SerialId',
    schema: {
      type: 'array',
      items: { type: 'integer' },
      minItems: 1,
      maxItems: maxAskedLines,
      description: '資訊流序號（重複此參數可給多個值）',
    },
    required: true,
  },
]

const chosenRecords = {
  Records: listOf(
    objectOf({ SerialId: integer('資訊流序號'), UpdateTime: version }, ['SerialId']),
    '要處理的交易；與 Query 擇一',
  ),
  Query: {
    type: 'object',
    additionalProperties: true,
    description: '查詢條件，與清單的查詢參數相同；與 Records 擇一',
  } satisfies JsonSchema,
}

const bulkBody = partialObject(
  {
    ...chosenRecords,
    Version: text('預覽回覆的 Version；交易在預覽後有異動時回覆 2009，不處理任何交易。省略時不檢查'),
    Reason: reason,
  },
  ['Records', 'Query', 'Version'],
)
const bulkPreviewBody = partialObject(chosenRecords, ['Records', 'Query'])

/** OutData of MultiChangeBill and MultiInvalid. */
export const bulkHandling = exactObject({ JobId: integer('工作編號；進度見 GET /Ext/GetJobs') })

const refusedLine = exactObject({
  SerialId: integer('資訊流序號'),
  Name: text('交易的名稱：交易日期與虛擬帳號'),
  Message: text('不能處理的原因'),
})

/** OutData of PreviewMultiChangeBill and PreviewMultiInvalid. */
export const bulkHandlingPreview = exactObject({
  Count: integer('可處理的筆數'),
  ProposedCount: integer('其中須由另一人放行的筆數'),
  Totals: listOf(
    exactObject({ CurrencyType: currency, Count: integer('筆數'), Amount: integer('金額') }),
    '可處理的筆數與金額，每種幣別一項；沖正的交易以負數計入',
  ),
  RefusedCount: integer('不能處理的筆數'),
  Refused: listOf(refusedLine, `不能處理的交易與原因，最多 ${maxListedRefusals} 筆`),
  Version: text('這些交易的版本，送出處理時帶回'),
})

/** OutData of GetBulkResult. */
export const bulkHandlingResult = exactObject({
  Action: oneOf('處理方式', ['ChangeBill', 'Invalid']),
  Count: integer('全部的筆數；工作取消或失敗時，大於以下各數的合計'),
  DoneCount: integer('完成的筆數'),
  ProposedCount: integer('已送出放行的筆數，含之後退回或撤回者'),
  RefusedCount: integer('不能處理的筆數'),
  Refused: listOf(refusedLine, `不能處理的交易與原因，最多 ${maxListedRefusals} 筆`),
})

const changedLine = schemaRef('TLDetailExceptionHandling.Record')
const proposes = '代收約定啟用雙人控管時成為提案，待另一人放行；'
const anyState = '交易的狀態不允許時回覆 2006；資料已異動時回覆 2009，並說明異動的內容。'

/** The calls that handle exceptions. */
export const exceptionCalls: CallsOf<'TLDetailExceptionHandling'> = {
  'TLDetailExceptionHandling.Divide': {
    title: '分拆',
    text: `${proposes}${anyState}`,
    body: handlingBodies.Divide,
    data: changedLine,
  },
  'TLDetailExceptionHandling.ChangeBill': {
    title: '改銷',
    text: `${proposes}${anyState}`,
    body: handlingBodies.ChangeBill,
    data: changedLine,
  },
  'TLDetailExceptionHandling.GetChangeBills': {
    title: '查詢可改銷的帳單',
    query: [
      {
        name: 'Keyword',
        schema: text('帳單編號、繳款人姓名或代號、虛擬帳號的一部分', { minLength: minKeywordLength, maxLength: 40 }),
      },
    ],
    data: changeBills,
  },
  'TLDetailExceptionHandling.ChangeVACAccount': {
    title: '更正虛擬帳號',
    text: `更正後重新銷帳；${proposes}${anyState}`,
    body: handlingBodies.ChangeVACAccount,
    data: changedLine,
  },
  'TLDetailExceptionHandling.Invalid': {
    title: '作廢',
    text: `款項由委託單位於系統外退還；${proposes}${anyState}`,
    body: handlingBodies.Invalid,
    data: changedLine,
  },
  'TLDetailExceptionHandling.Release': {
    title: '放行',
    text: `提案的人不能放行；以目前的資料執行，已不可行時回覆原因。${anyState}`,
    body: versionBody,
    data: changedLine,
  },
  'TLDetailExceptionHandling.Refuse': {
    title: '退回',
    text: `提案的人不能退回；交易回到提案前的狀態。${anyState}`,
    body: reasonBody,
    data: changedLine,
  },
  'TLDetailExceptionHandling.Withdraw': {
    title: '撤回提案',
    text: `只有提案的人可以撤回；交易回到提案前的狀態。${anyState}`,
    body: versionBody,
    data: changedLine,
  },
  'TLDetailExceptionHandling.Undo': {
    title: '取消處理',
    text: `處理及放行的人不能取消；以沖回紀錄減少帳單的已繳金額，交易回到處理前的狀態。${anyState}`,
    body: reasonBody,
    data: changedLine,
  },
  'TLDetailExceptionHandling.PreviewHandling': {
    title: '查看處理的結果',
    text: '與實際處理相同的檢查與計算，不儲存任何資料',
    body: previewHandlingBody,
    data: handlingPreview,
  },
  'TLDetailExceptionHandling.GetHandlings': {
    title: '查詢交易的處理紀錄',
    text: '由新到舊；銀行更正過虛擬帳號的交易，只有最後一次更正及之後的紀錄。',
    data: handlingLog,
  },
  'TLDetailExceptionHandling.GetProposals': {
    title: '查詢待放行的處理',
    query: askedLines,
    data: proposals,
  },
  'TLDetailExceptionHandling.GetSuggestions': {
    title: '查詢建議的處理',
    query: askedLines,
    data: suggestions,
  },
  'TLDetailExceptionHandling.MultiChangeBill': {
    title: '銷回原帳單（多筆）',
    text: '逾期繳或短繳的交易銷回其帳號的帳單；在背景處理，結果見 GetBulkResult',
    body: bulkBody,
    data: bulkHandling,
  },
  'TLDetailExceptionHandling.MultiInvalid': {
    title: '作廢（多筆）',
    text: '在背景處理，結果見 GetBulkResult',
    body: bulkBody,
    data: bulkHandling,
  },
  'TLDetailExceptionHandling.PreviewMultiChangeBill': {
    title: '查看銷回原帳單的結果',
    body: bulkPreviewBody,
    data: bulkHandlingPreview,
  },
  'TLDetailExceptionHandling.PreviewMultiInvalid': {
    title: '查看多筆作廢的結果',
    body: bulkPreviewBody,
    data: bulkHandlingPreview,
  },
  'TLDetailExceptionHandling.GetBulkResult': {
    title: '查詢多筆處理的結果',
    text: '工作不是自己的多筆處理，或尚未結束時回覆 404',
    data: bulkHandlingResult,
  },
}
