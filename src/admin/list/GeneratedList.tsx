import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import UploadIcon from '@mui/icons-material/UploadFile'
import { Box, Button } from '@mui/material'
import { ListBase, useListContext } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { download } from '../../browser/http/client'
import { importEndpoint } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { ListActionButtons, PageActionButtons } from '../actions/ActionButtons'
import { lazyComponent } from '../components/lazy-component'
import { notSortableFields, queryParams } from '../data-provider/read'
import { ListExportButton } from '../export/ListExportButton'
import { hasForgottenFilters, staleFilters } from '../hooks/link-state'
import { useTask } from '../hooks/use-task'
import { PageHeader } from '../layout/PageHeader'
import { useAbilities, useSchema, useScreens } from '../portal'
import { useViews, viewIdIn, viewInAddress } from '../saved-views/list-views'
import { useSavedViews } from '../saved-views/saved-views'
import { useColumns } from './columns/columns'
import { openingQuery } from './query/opening-query'
import { PrintedQuery } from './query/PrintedQuery'
import { NewRecordButton, ResultCard } from './ResultCard'
import { useListAddress } from './use-list-address'

/**
 * Renders the generated list page: query bar, results and buttons.
 * The address has the query, without the filters that are personal data, which are kept in memory only.
 */
export const GeneratedList = () => {
  const resource = useSchema()
  const location = useLocation()
  const storeKey = useListAddress(resource)
  const { needsAllFields } = useColumns(resource)
  const { pagination, sort, filter } = openingQuery(resource, location)
  return (
    <ListBase
      // Another agreement starts with a new query.
      key={storeKey}
      storeKey={storeKey}
      filterDefaultValues={filter}
      // The route and `PageGate` have already checked the session and the user's rights.
      disableAuthentication
      disableSyncWithLocation
      perPage={pagination.perPage}
      sort={sort}
      exporter={false}
      queryOptions={needsAllFields ? { ...quietQuery, meta: { allFields: true } } : quietQuery}
    >
      <Box sx={pageStyles}>
        <Box sx={{ displayPrint: 'none' }}>
          <PageHeader resource={resource} actions={<PageActions resource={resource} />} />
        </Box>
        <PrintedQuery resource={resource} />
        <AddressNotice resource={resource} />
        <ResultCard resource={resource} />
        <ListKeys />
      </Box>
    </ListBase>
  )
}

/**
 * Says what the list does not apply of the address and of its view: conditions that it does not have, forgotten ones, and
 * an order for which too many records match.
 */
const AddressNotice = ({ resource }: { resource: Resource }) => {
  const { search, state } = useLocation()
  const { sort, meta } = useListContext()
  const stale = staleFilters(resource, search)
  const views = useViews(resource)
  const areViewsKnown = useSavedViews() !== undefined
  const view = viewInAddress(views, search)
  const texts = [
    ...(view && view.removed.length > 0
      ? [`檢視「${view.name}」中的「${view.removed.join('」、「')}」已不在這個清單，已略過。`]
      : []),
    ...(areViewsKnown && !view && viewIdIn(search) !== null ? ['找不到網址中的檢視，可能已刪除或不再共用。'] : []),
    ...(stale.length > 0 ? [`網址中的條件「${stale.join('」、「')}」不適用於這個清單，已略過。`] : []),
    ...(hasForgottenFilters(state) ? ['含個人資料的條件不會保留在網址，請重新輸入。'] : []),
    ...(notSortableFields(meta).includes(sort.field)
      ? [`資料太多，不能依「${fieldNamed(resource.fields, sort.field)?.label}」排序，目前依預設順序；請縮小查詢條件。`]
      : []),
  ]
  return texts.length > 0 && <ListNotice text={texts.join('')} />
}

const ListNotice = lazyComponent<{ readonly text: string }>(async () => (await import('./ListNotice')).ListNotice)

// On wide screens the page is at most as high as the window below the bar, so that the heads of the columns and the
// pager are always in view; the table scrolls. With the form open, the whole page scrolls.
const pageStyles = {
  '@media screen and (min-width: 900px) and (min-height: 600px)': {
    '&:not(:has([data-open="true"]))': {
      display: 'flex',
      flexDirection: 'column',
      maxHeight: 'calc(100vh - var(--bar-height) - 40px)',
      '& > :first-child > *': { mb: 1 },
      '& > .list-card': { minHeight: 320 },
      '& .scroll-frame': { display: 'flex', flexDirection: 'column', minHeight: 0 },
    },
  },
}

const ListKeys = lazyComponent(async () => (await import('./ListKeys')).ListKeys)

// `ResultCard` shows the error of the query, so react-admin must not also notify the user.
const quietQuery = { onError: () => {} }

const PageActions = ({ resource }: { resource: Resource }) => {
  const { ListActions } = useScreens(resource.name)
  const can = useAbilities(resource)
  const calls = useExtensionCalls() ?? []
  return (
    <>
      <PageActionButtons resource={resource} />
      {ListActions && <ListActions />}
      {can('import') && calls.includes(`${resource.endpoints.controller}.Import`) && (
        <>
          {resource.import?.action && <WorkingFileButton resource={resource} />}
          <ImportButton resource={resource} />
        </>
      )}
      <ListActionButtons resource={resource} fallback={<ListExportButton resource={resource} />} />
      {can('create') && <NewRecordButton resource={resource} />}
    </>
  )
}

/** Renders the button that opens the import page of a resource. */
const ImportButton = ({ resource }: { resource: Resource }) => (
  <Button variant="outlined" startIcon={<UploadIcon />} component={Link} to={`/admin/${resource.name}/import`}>
    {resource.import?.action ? '匯入處理檔' : '匯入'}
  </Button>
)

/** Renders the button that downloads the records of the query as a file to fill in and import. */
const WorkingFileButton = ({ resource }: { resource: Resource }) => {
  const { busy, run } = useTask()
  const { filterValues: filter, sort, total = 0 } = useListContext()
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={total === 0}
      loading={busy}
      onClick={() =>
        void run(() =>
          download(importEndpoint(resource, 'ImportTemplate'), { query: queryParams(resource, { filter, sort }) }),
        )
      }
    >
      下載處理檔
    </Button>
  )
}
