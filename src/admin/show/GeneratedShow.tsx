import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import { lazy, Suspense } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { displayOf } from '../../schema/display'
import type { Resource } from '../../schema/types'
import { detail } from '../form/use-save-callbacks'
import { PageHeader } from '../layout/PageHeader'
import { ListCell } from '../list/ListTable'
import { useAround } from '../parts/around'
import { FailurePanel } from '../parts/FailurePanel'
import { PageSkeleton } from '../parts/PageSkeleton'
import { useSchema } from '../portal'
import { useScreens } from '../use-screens'
import { ShowButtons } from './ShowButtons'
import { ShowHead } from './ShowHead'
import { ShowSection } from './ShowSection'
import { showSections } from './show-sections'

// Few pages have them.
const RelatedLists = lazy(async () => ({ default: (await import('./RelatedLists')).RelatedLists }))

/** One record in full, as its schema describes it. */
export const GeneratedShow = () => {
  const resource = useSchema()
  return (
    <ShowBase queryOptions={{ meta: detail, onError: () => {} }}>
      <ShowContent resource={resource} />
    </ShowBase>
  )
}

const ShowContent = ({ resource }: { resource: Resource }) => {
  const { record, error, refetch } = useShowContext()
  const around = useAround()
  const { ShowExtra } = useScreens(resource.name)
  const state = resource.fields.find(({ name }) => name === resource.list.mobile.tertiary)
  if (record) {
    return (
      <>
        <PageHeader
          resource={resource}
          step="檢視"
          record={displayOf(resource, record)}
          state={state && !resource.head.includes(state.name) && <ListCell field={state} row={record} />}
          actions={<ShowButtons resource={resource} row={record} />}
        />
        <Stack spacing={2}>
          <ShowHead resource={resource} row={record} />
          {showSections(resource, record, around).map((section) => (
            <ShowSection key={section.title} title={section.title} fields={section.fields} row={record} />
          ))}
          {resource.related.length > 0 && (
            <Suspense>
              <RelatedLists resource={resource} record={record} />
            </Suspense>
          )}
          {ShowExtra && <ShowExtra />}
        </Stack>
      </>
    )
  }
  if (!error) return <PageSkeleton />
  return (
    <>
      <PageHeader resource={resource} step="檢視" />
      <Card>
        <FailurePanel text={error instanceof Error ? error.message : ''} onRetry={() => void refetch()} />
      </Card>
    </>
  )
}
