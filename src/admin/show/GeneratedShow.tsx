import { ShowBase, useShowContext } from 'react-admin'
import type { Resource } from '../../schema/language/resource'
import { displayOf } from '../../schema/text/interpolate'
import { lazyComponent } from '../components/lazy-component'
import { detailMeta } from '../form/use-save-callbacks'
import { NoRecord, PageHeader } from '../layout/PageHeader'
import { useSchema, useScreens } from '../portal'
import { RecordDetail, RecordState } from './RecordDetail'
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
      <PageHeader
        resource={resource}
        task="檢視"
        record={displayOf(resource, record)}
        state={<RecordState resource={resource} record={record} />}
        actions={<ShowButtons resource={resource} record={record} />}
      />
      <RecordDetail resource={resource} record={record}>
        {ShowExtra && <ShowExtra />}
        {resource.related.length > 0 && <RelatedLists resource={resource} record={record} />}
      </RecordDetail>
    </>
  )
}
