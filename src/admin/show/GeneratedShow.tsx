import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import { lazy, Suspense } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { displayOf } from '../../schema/display'
import type { Resource, Row } from '../../schema/types'
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
import { type ShownSection, showSections } from './show-sections'

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
    const sections = showSections(resource, record, around)
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
          <Sections sections={sections.filter(({ isTrail }) => !isTrail)} row={record} />
          {resource.related.length > 0 && (
            <Suspense>
              <RelatedLists resource={resource} record={record} />
            </Suspense>
          )}
          <Sections sections={sections.filter(({ isTrail }) => isTrail)} row={record} />
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

const Sections = ({ sections, row }: { sections: readonly ShownSection[]; row: Row }) =>
  sections.map(({ title, fields }) => <ShowSection key={title} title={title} fields={fields} row={row} />)
