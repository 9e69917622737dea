import { columnWidths, maxFilterLength, maxSavedViews, viewNameLength } from '../../saved-views'
import { type Described, exactObject, flag, integer, listOf, nonEmptyText, orNull, partialObject, text } from '../json'

/** How a user has set a column. What is absent is as in the schema file. */
const columnSetting = partialObject(
  {
    Name: text('欄位'),
    IsShown: flag('是否顯示；省略時依綱要檔'),
    Width: integer('寬度，像素；省略時依綱要檔', { minimum: columnWidths.min, maximum: columnWidths.max }),
  },
  ['IsShown', 'Width'],
)

const columnSettings = listOf(columnSetting, '依顯示順序；沒有列出的欄位依綱要檔，排在最後')

const filters: Described<Readonly<Record<string, unknown>>> = {
  type: 'object',
  description: `查詢條件的值，依條件的欄位：一個值、多個值，或起迄 {"from", "to"}；JSON 最多 ${maxFilterLength} 字。含個人資料的條件不能儲存`,
  additionalProperties: true,
}

/** The content of a saved view. */
const content = {
  Page: text('頁面'),
  Name: nonEmptyText('名稱，同一使用者在同一頁面不重複', viewNameLength),
  IsShared: flag('是否與同一委託單位的使用者共用'),
  Filter: filters,
  Sort: orNull(text('排序欄位，遞減時以 - 開頭；null 表示依綱要檔')),
  Columns: columnSettings,
}

/** Body of Ext/Common/SaveView. */
export const savedViewRequest = partialObject({ ViewId: integer('要修改的檢視'), ...content }, ['ViewId'])

/** Body of Ext/Common/DeleteView. */
export const viewRequest = exactObject({ ViewId: integer('檢視') })

/** OutData of Ext/Common/SaveView. */
export const savedViewResult = exactObject({ ViewId: integer('檢視') })

/** Body of Ext/Common/SaveListLayout. */
export const listLayout = exactObject({ Page: text('頁面'), Columns: columnSettings })

const savedView = exactObject({
  ViewId: integer('檢視'),
  ...content,
  UserId: text('儲存的使用者'),
  IsOwn: flag('是否為自己儲存的檢視'),
  CanDelete: flag('是否可以刪除：自己的檢視；管理使用者的角色也可以刪除共用的檢視'),
  /** Fields that were in the view when it was saved, and that the list of the caller's role no longer has. */
  Removed: listOf(text('欄位'), '儲存後已從清單移除的條件、排序或欄位'),
})

/** OutData of Ext/Common/GetSavedViews. */
export const savedViews = exactObject({
  Views: listOf(savedView, `自己的檢視與共用的檢視，依頁面與名稱；每位使用者每個頁面最多 ${maxSavedViews} 個`),
  Layouts: listOf(listLayout, '自己設定的清單欄位'),
})
