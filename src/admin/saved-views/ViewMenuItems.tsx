import { ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import type { SavedViewRequest } from '../../contract/call-responses'
import type { Resource } from '../../schema/language/resource'
import { useToast } from '../hooks/use-toast'
import { type View, viewSearch } from './list-views'
import { SaveViewDialog } from './SaveViewDialog'
import { useChangeViews } from './saved-views'
import { useShownContent } from './use-shown-content'

export interface ViewMenuItemsProps {
  readonly resource: Resource
  readonly views: readonly View[]
  /** The view that the list shows. */
  readonly view: View | undefined
  readonly anchor: HTMLElement
  readonly onClose: () => void
  /** Whether the backend keeps views. */
  readonly canSave: boolean
}

/** Renders the menu of views: to choose one, to save what the list shows as one, and to change or delete one's own. */
export const ViewMenuItems = ({ resource, views, view, anchor, onClose, canSave }: ViewMenuItemsProps) => {
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null)
  const navigate = useNavigate()
  const toast = useToast()
  const { save, remove } = useChangeViews()
  const { content, hasPersonalFilters, isChanged } = useShownContent(resource, view)
  const open = (chosen: Pick<View, 'id' | 'filter' | 'sort'> | null) =>
    navigate({ pathname: `/admin/${resource.name}`, search: chosen ? viewSearch(chosen) : '' })
  const choose = (chosen: View | null) => {
    onClose()
    void open(chosen)
  }
  const store = async (request: SavedViewRequest, message: string) => {
    const id = await save(request)
    onClose()
    toast(message)
    await open({ id: String(id), filter: request.Filter, sort: request.Sort })
  }
  const own = view?.saved?.IsOwn ? view.saved : undefined
  if (dialog)
    return (
      <SaveViewDialog
        view={dialog === 'edit' ? own : undefined}
        otherNames={views.flatMap(({ saved }) =>
          saved?.IsOwn && saved !== (dialog === 'edit' && own) ? saved.Name : [],
        )}
        hasPersonalFilters={hasPersonalFilters}
        onClose={onClose}
        onSave={({ Name, IsShared }) =>
          dialog === 'edit' && own
            ? store({ ...requestOf(own), Name, IsShared }, '已修改檢視')
            : store({ ...content, Name, IsShared }, '已儲存檢視')
        }
      />
    )
  const update = () => {
    if (own) void store({ ...content, ViewId: own.ViewId, Name: own.Name, IsShared: own.IsShared }, '已更新檢視')
  }
  const erase = async () => {
    const { saved } = view ?? {}
    onClose()
    if (!saved) return
    const body = saved.IsShared ? '共用的使用者也不能再使用這個檢視；資料不會刪除。' : '資料不會刪除。'
    const isConfirmed = await askConfirmation(`刪除檢視「${saved.Name}」？`, {
      body,
      confirmText: '刪除',
      danger: true,
    })
    if (!isConfirmed) return
    await remove(saved.ViewId)
    toast('已刪除檢視')
    await open(null)
  }
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { dense: true, 'aria-label': '檢視' } }}>
      {[null, ...views].map((choice) => (
        <MenuItem
          key={choice?.id ?? ''}
          role="menuitemradio"
          aria-checked={choice?.id === view?.id}
          selected={choice?.id === view?.id}
          onClick={() => choose(choice)}
          divider={choice === (views.at(-1) ?? null)}
        >
          <ListItemText primary={choice?.name ?? '預設檢視'} secondary={sharedText(choice)} />
        </MenuItem>
      ))}
      {canSave && <MenuItem onClick={() => setDialog('new')}>儲存為新檢視…</MenuItem>}
      {own && isChanged && <MenuItem onClick={update}>更新「{own.Name}」</MenuItem>}
      {own && <MenuItem onClick={() => setDialog('edit')}>改名或共用…</MenuItem>}
      {view?.saved?.CanDelete && (
        <MenuItem sx={{ color: 'error.main' }} onClick={() => void erase()}>
          刪除「{view.name}」…
        </MenuItem>
      )}
    </Menu>
  )
}

const sharedText = (view: View | null): string | undefined => {
  if (!view?.saved?.IsShared) return undefined
  return view.saved.IsOwn ? '與公司的使用者共用' : `${view.saved.UserId} 共用`
}

const requestOf = ({ ViewId, Page, Name, IsShared, Filter, Sort, Columns }: SavedViewRequest): SavedViewRequest => ({
  ...(ViewId === undefined ? {} : { ViewId }),
  Page,
  Name,
  IsShared,
  Filter,
  Sort,
  Columns,
})
