import { Box } from '@mui/material'
import { ShowBase, useShowContext } from 'react-admin'
import type { Resource } from '../../schema/language/resource'
import { lazyComponent } from '../components/lazy-component'
import { PaperHead } from '../components/PaperHead'
import { detailMeta } from '../form/use-save-callbacks'
import { NoRecord, PageHeader } from '../layout/PageHeader'
import { useSchema, useScreens } from '../portal'
import { detailSubtitle, detailTitle } from './detail-title'
import { RecordDetail, RecordState } from './RecordDetail'
import { RecordHistory } from './RecordHistory'
import { ShowButtons } from './ShowButtons'

/** Renders related lists. Their code is loaded on demand, because few pages have any. */
export const RelatedLists = lazyComponent(async () => (await import('./RelatedLists')).RelatedLists)

/** Renders the generated detail page of a record. */
export const GeneratedShow = () => {
  const resource = useSchema()
  return (
    // The page itself shows a failure of the query.
    <ShowBase queryOptions={{ meta: detailMeta, onError: () => {} }}>
      <ShowContent resource={resource} />
    </ShowBase>
  )
}

const ShowContent = ({ resource }: { resource: Resource }) => {
  const { record, error, refetch } = useShowContext()
  const { ShowExtra } = useScreens(resource.name)
  if (!record) return <NoRecord resource={resource} task="檢視" error={error} onRetry={refetch} />
  return (
    <>
      <PaperHead
        title={resource.noun}
        texts={[detailTitle(resource, record), detailSubtitle(resource, record)].filter(Boolean)}
      />
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeader
          resource={resource}
          task="檢視"
          object={detailTitle(resource, record)}
          record={detailSubtitle(resource, record)}
          state={<RecordState resource={resource} record={record} />}
          actions={<ShowButtons resource={resource} record={record} />}
        />
      </Box>
      <RecordDetail resource={resource} record={record} below={<RecordHistory resource={resource} record={record} />}>
        {ShowExtra && <ShowExtra />}
        {resource.related.length > 0 && <RelatedLists resource={resource} record={record} />}
      </RecordDetail>
    </>
  )
}
