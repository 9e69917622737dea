import { maxFoundRecords, searchLength } from '../../search'
import { type Described, exactObject, flag, integer, listOf, orNull, text } from '../json'

/**
 * Body of Ext/Common/Search.
 * It is a POST, because the text may be a name or a number of a person, and addresses are logged.
 */
export const searchRequest = exactObject({
  Text: text('要找的代號、號碼或名稱', { minLength: searchLength.min, maxLength: searchLength.max }),
})

const recordKey: Described<Readonly<Record<string, unknown>>> = {
  type: 'object',
  description: '資料的主鍵',
  additionalProperties: true,
}

/** A found record. Personal data in it are masked as in the list of its page. */
const foundRecord = exactObject({
  Key: recordKey,
  Title: text('資料的名稱；個人資料與清單一樣遮蔽'),
  /** A name without personal data, by which the browser remembers opened records. */
  Code: text('不含個人資料的名稱'),
  Note: text('找到的號碼等其他內容；個人資料與清單一樣遮蔽'),
  State: orNull(exactObject({ Code: text('狀態的代碼'), Text: text('狀態') })),
  Amount: orNull(exactObject({ Amount: integer('金額，以幣別的最小單位計'), CurrencyType: text('幣別') })),
})

/** The found records of a page. */
const foundGroup = exactObject({
  Page: text('頁面'),
  Records: listOf(foundRecord, `最多 ${maxFoundRecords} 筆`),
  /** The filters of the list that find these records, for the link to all of them. */
  FoundBy: listOf(text('清單的查詢條件'), '依哪些查詢條件找到'),
  HasMore: flag('是否還有其他符合的資料'),
})

/** OutData of Ext/Common/Search. */
export const searchResult = exactObject({
  Groups: listOf(foundGroup, '依頁面分組；角色不能查詢的頁面不列入'),
  /** Pages whose names a user of the bank can search only after a reason has been given. */
  NeedsReason: listOf(text('頁面'), '須先輸入查看事由才能依姓名搜尋的頁面；只有銀行人員才有'),
})
