import ViewIcon from '@mui/icons-material/BookmarkBorder'
import { Button, IconButton } from '@mui/material'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Resource } from '../../schema/language/resource'
import { lazyComponent } from '../components/lazy-component'
import { filterParameter } from '../hooks/link-state'
import { useViews, viewInAddress, viewSearch } from './list-views'
import { useSavedViews } from './saved-views'
import { useShownContent } from './use-shown-content'
import type { ViewMenuItemsProps } from './ViewMenuItems'

const ViewMenuItems = lazyComponent<ViewMenuItemsProps>(async () => (await import('./ViewMenuItems')).ViewMenuItems)

/**
 * Renders the button of the menu of views, with the name of the view that the list shows.
 * Without declared views, and with a backend that keeps none, there is no button.
 */
export const ViewMenu = ({ resource }: { resource: Resource }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const views = useViews(resource)
  const isKept = useSavedViews() !== undefined
  const view = viewInAddress(views, search)
  const { isChanged } = useShownContent(resource, view)
  const opensAsSaved = view !== undefined && !new URLSearchParams(search).has(filterParameter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is completed once
  useEffect(() => {
    if (opensAsSaved) void navigate({ pathname, search: viewSearch(view) }, { replace: true })
  }, [opensAsSaved])
  if (views.length === 0 && !isKept) return null
  const button = {
    color: 'inherit',
    size: 'small',
    'aria-haspopup': 'menu',
    onClick: (event: React.MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const
  return (
    <>
      {view ? (
        <Button
          {...button}
          aria-label={`檢視：${view.name}${isChanged ? '（已變更）' : ''}`}
          data-tip={isChanged ? `${view.name}（已變更，尚未儲存）` : view.name}
          startIcon={<ViewIcon />}
          sx={namedStyles}
        >
          <span className="name">{view.name}</span>
          {isChanged && <span className="changed">（已變更）</span>}
        </Button>
      ) : (
        <IconButton {...button} aria-label="檢視" sx={{ width: 36, height: 36 }}>
          <ViewIcon fontSize="small" />
        </IconButton>
      )}
      {anchor && (
        <ViewMenuItems
          resource={resource}
          views={views}
          view={view}
          anchor={anchor}
          onClose={() => setAnchor(null)}
          canSave={isKept}
        />
      )}
    </>
  )
}

const namedStyles = {
  minWidth: 0,
  maxWidth: 240,
  '& > .changed': { flexShrink: 0 },
  '& > .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}
