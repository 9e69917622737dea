import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import UploadIcon from '@mui/icons-material/UploadFile'
import { Button } from '@mui/material'
import { ListBase, useListContext } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { download } from '../../browser/http/client'
import { importEndpoint } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { ListActionButtons, PageActionButtons } from '../actions/ActionButtons'
import { queryParams } from '../data-provider/read'
import { ListExportButton } from '../export/ListExportButton'
import { filtersOfLink } from '../hooks/link-state'
import { useTask } from '../hooks/use-task'
import { useSelectedAgreement } from '../hooks/working-agreement'
import { PageHeader } from '../layout/PageHeader'
import { useAbilities, useSchema, useScreens } from '../portal'
import { useColumns } from './columns'
import { openingQuery } from './opening-query'
import { PrintedQuery } from './PrintedQuery'
import { ListQueryForm } from './QueryForm'
import { NewRecordButton, ResultCard } from './ResultCard'

/**
 * Renders the generated list page: query form, results and buttons.
 * The list opens with the filters of its link. What the user changes is kept only in memory, neither in the URL nor on
 * the device, because filters may be personal data.
 */
export const GeneratedList = () => {
  const resource = useSchema()
  const { selected } = useSelectedAgreement()
  const location = useLocation()
  const linkFilters = filtersOfLink(resource, location)
  const { needsAllFields } = useColumns(resource)
  const { pagination, sort, filter } = openingQuery(resource, location)
  return (
    <ListBase
      // A list with other link filters or another agreement starts with a new query.
      key={`${selected} ${JSON.stringify(linkFilters)}`}
      storeKey={`${resource.name}${selected ? `.${selected}` : ''}`}
      filterDefaultValues={filter}
      // The route and `PageGate` have already checked the session and the user's rights.
      disableAuthentication
      disableSyncWithLocation
      perPage={pagination.perPage}
      sort={sort}
      exporter={false}
      queryOptions={needsAllFields ? { ...quietQuery, meta: { allFields: true } } : quietQuery}
    >
      <PageHeader resource={resource} actions={<PageActions resource={resource} />} />
      {resource.list.filters.length > 0 && <ListQueryForm resource={resource} />}
      <PrintedQuery resource={resource} />
      <ResultCard resource={resource} />
    </ListBase>
  )
}

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
