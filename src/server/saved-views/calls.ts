import type { ListLayout, SavedView, SavedViewResult, SavedViews } from '../../contract/call-responses'
import { maxSavedViews, viewNameLength } from '../../contract/saved-views'
import type { RecordValues } from '../../schema/language/types'
import { actorOf, companyOf, type Scoped } from '../access/caller'
import { hasRight } from '../access/operations'
import { type Call, type Controller, HttpRefusal } from '../call'
import { recordBody, throwIfFieldErrors } from '../context'
import { uniqueViolation } from '../database/errors'
import { columnsError, type ListSettings, listOfPage, settingErrors, settingsOfList } from './list-settings'

/** The owner of views and layouts; users of the bank belong to no company. */
const ownerOf = ({ scope }: Scoped) => ({ uniform_no: companyOf(scope), user_id: actorOf(scope) })

/** Returns the caller's views and layouts, and the views that users of the same company share. */
const getSavedViews = async (call: Call): Promise<SavedViews> => {
  const [views, layouts] = [await readViews(call), await readLayouts(call)]
  return {
    Views: views.flatMap((row) => {
      const list = listOfPage(call, row.page)
      return list ? [viewOf(call, row, settingsOfList(list, row.query))] : []
    }),
    Layouts: layouts.flatMap(({ page, columns }): ListLayout[] => {
      const list = listOfPage(call, page)
      if (!list) return []
      const { settings } = settingsOfList(list, { Filter: {}, Sort: null, Columns: columns })
      return [{ Page: page, Columns: settings.Columns }]
    }),
  }
}

const readViews = (call: Call) => {
  const { uniform_no, user_id } = ownerOf(call)
  return call.ports.db
    .selectFrom('internal_saved_view')
    .selectAll()
    .where('uniform_no', '=', uniform_no)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('is_shared', '=', true)]))
    .orderBy('page')
    .orderBy('name')
    .orderBy('view_id')
    .$narrowType<{ query: ListSettings }>()
    .execute()
}

type ViewRow = Awaited<ReturnType<typeof readViews>>[number]

const readLayouts = (call: Call) =>
  call.ports.db
    .selectFrom('internal_list_layout')
    .select(['page', 'columns'])
    .where((eb) => eb.and(ownerOf(call)))
    .$narrowType<{ columns: ListLayout['Columns'] }>()
    .execute()

const viewOf = (
  call: Call,
  { view_id, page, name, is_shared, user_id }: ViewRow,
  { settings, removed }: ReturnType<typeof settingsOfList>,
): SavedView => {
  const IsOwn = user_id === actorOf(call.scope)
  return {
    ViewId: view_id,
    Page: page,
    Name: name,
    IsShared: is_shared,
    ...settings,
    UserId: user_id,
    IsOwn,
    CanDelete: IsOwn || managesUsers(call),
    Removed: removed,
  }
}

/** Users who manage users can also delete shared views, because their owners may have left the company. */
const managesUsers = (call: Call): boolean => hasRight(call, call.schemas.get('portalUser'), 'Update')

/** Stores a view of the caller; one without a ViewId replaces the one of the same name, so a retry adds no second one. */
const saveView = async (call: Call): Promise<SavedViewResult> => {
  const { ViewId, ...body } = recordBody(call.body)
  const view = await validView(call, body)
  try {
    return { ViewId: ViewId === undefined ? await putView(call, view) : await changeView(call, viewIdOf(ViewId), view) }
  } catch (error) {
    if (uniqueViolation(error) !== undefined) throwIfFieldErrors({ Name: '已經有這個名稱的檢視，請改用其他名稱。' })
    throw error
  }
}

/** Returns the columns of a view's row; throws a refusal (2002) for settings that the list of its page does not have. */
const validView = async (call: Call, body: RecordValues) => {
  const list = requireList(call, body.Page)
  const name = typeof body.Name === 'string' ? body.Name.trim() : ''
  const isNameValid = name !== '' && [...name].length <= viewNameLength
  throwIfFieldErrors({
    ...(isNameValid ? {} : { Name: `請輸入檢視的名稱，最多 ${viewNameLength} 個字。` }),
    ...(typeof body.IsShared === 'boolean' ? {} : { IsShared: '請指定是否共用。' }),
    ...settingErrors(list, body),
  })
  const { Filter, Sort, Columns } = body
  return {
    page: list.name,
    name,
    is_shared: body.IsShared === true,
    query: JSON.stringify({ Filter, Sort, Columns }),
    update_time: call.ports.clock().toISOString(),
  }
}

type NewView = Awaited<ReturnType<typeof validView>>

const putView = async (call: Call, view: NewView): Promise<number> => {
  const { db } = call.ports
  const owner = ownerOf(call)
  const others = await db
    .selectFrom('internal_saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.and({ ...owner, page: view.page }))
    .where('name', '<>', view.name)
    .executeTakeFirstOrThrow()
  if (Number(others.count) >= maxSavedViews)
    throwIfFieldErrors({ Name: `這個頁面已有 ${maxSavedViews} 個檢視，請先刪除不用的檢視。` })
  const { is_shared, query, update_time } = view
  const { view_id } = await db
    .insertInto('internal_saved_view')
    .values({ ...owner, ...view })
    .onConflict((conflict) =>
      conflict.columns(['uniform_no', 'user_id', 'page', 'name']).doUpdateSet({ is_shared, query, update_time }),
    )
    .returning('view_id')
    .executeTakeFirstOrThrow()
  return view_id
}

const changeView = async (call: Call, viewId: number, view: NewView): Promise<number> => {
  const { numUpdatedRows } = await call.ports.db
    .updateTable('internal_saved_view')
    .set(view)
    .where((eb) => eb.and({ ...ownerOf(call), view_id: viewId, page: view.page }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw viewNotFound()
  return viewId
}

const deleteView = async (call: Call): Promise<null> => {
  const viewId = viewIdOf(recordBody(call.body).ViewId)
  const { db } = call.ports
  const { uniform_no, user_id } = ownerOf(call)
  const view = await db
    .selectFrom('internal_saved_view')
    .select(['user_id', 'is_shared'])
    .where('view_id', '=', viewId)
    .where('uniform_no', '=', uniform_no)
    .executeTakeFirst()
  // A retry finds nothing to delete.
  if (!view) return null
  if (view.user_id !== user_id && !(view.is_shared && managesUsers(call))) throw viewNotFound()
  await db.deleteFrom('internal_saved_view').where('view_id', '=', viewId).execute()
  return null
}

/** Replaces the caller's columns of a list; without columns, the list is again as the schema file says. */
const saveListLayout = async (call: Call): Promise<null> => {
  const { Page, Columns } = recordBody(call.body)
  const list = requireList(call, Page)
  const error = columnsError(list, Columns)
  throwIfFieldErrors(error === undefined ? {} : { Columns: error })
  const key = { ...ownerOf(call), page: list.name }
  const { db, clock } = call.ports
  if (Array.isArray(Columns) && Columns.length === 0) {
    await db
      .deleteFrom('internal_list_layout')
      .where((eb) => eb.and(key))
      .execute()
    return null
  }
  const values = { columns: JSON.stringify(Columns), update_time: clock().toISOString() }
  await db
    .insertInto('internal_list_layout')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['uniform_no', 'user_id', 'page']).doUpdateSet(values))
    .execute()
  return null
}

const requireList = (call: Call, page: unknown) => {
  const list = listOfPage(call, page)
  if (!list) throw new HttpRefusal(404, '找不到這個頁面的清單，或您沒有查詢的權限。')
  return list
}

const viewIdOf = (value: unknown): number => {
  if (!Number.isSafeInteger(value)) throw viewNotFound()
  return Number(value)
}

const viewNotFound = () => new HttpRefusal(404, '找不到這個檢視，可能已經刪除，或不是您儲存的檢視。')

/** The calls for the views and columns of lists that users save. */
export const savedViewCalls: Controller = {
  GetSavedViews: getSavedViews,
  SaveView: saveView,
  DeleteView: deleteView,
  SaveListLayout: saveListLayout,
}
