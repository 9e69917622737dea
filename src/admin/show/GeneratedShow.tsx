import { Box, Card, Stack } from '@mui/material'
import { lazy, Suspense } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { rulesOf } from '../../schema/field-types'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { standardNames } from '../../schema/load/standard-fields'
import { hiddenFields } from '../../schema/rules/conditional'
import { displayOf } from '../../schema/text/interpolate'
import { SectionCard, Term } from '../components/SectionCard'
import { viewOf } from '../fields/registry'
import { detail } from '../form/use-save-callbacks'
import { useConditionContext } from '../hooks/condition-context'
import { NoRecord, PageHeader } from '../layout/PageHeader'
import { ListCell } from '../list/ListCell'
import { useSchema, useScreens } from '../portal'
import { ShowButtons } from './ShowButtons'

// Loaded on demand: few pages have related lists.
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
  const context = useConditionContext()
  const { ShowExtra } = useScreens(resource.name)
  const state = resource.fields.find(({ name }) => name === resource.list.mobile.tertiary)
  if (record) {
    const sections = showSections(resource, record, context)
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
          <Sections sections={sections.filter(({ isAudit }) => !isAudit)} row={record} />
          {resource.related.length > 0 && (
            <Suspense>
              <RelatedLists resource={resource} record={record} />
            </Suspense>
          )}
          <Sections sections={sections.filter(({ isAudit }) => isAudit)} row={record} />
          {ShowExtra && <ShowExtra />}
        </Stack>
      </>
    )
  }
  return <NoRecord resource={resource} step="檢視" error={error} onRetry={refetch} />
}

const Sections = ({ sections, row }: { sections: readonly ShownSection[]; row: RecordValues }) =>
  sections.map(({ title, fields }) => <ShowSection key={title} title={title} fields={fields} row={row} />)

/** What is asked first of a record, large: of a bill its amount, what is paid, its state, its deadline. */
const ShowHead = ({ resource, row }: { resource: Resource; row: RecordValues }) => {
  const fields = resource.head.flatMap((name) => resource.fields.filter((field) => field.name === name))
  if (fields.length === 0) return null
  return (
    <Card component="dl" aria-label="摘要" sx={{ m: 0, p: { xs: 2, md: 3 }, display: 'flex', flexWrap: 'wrap', columnGap: { xs: 3, md: 6 }, rowGap: 2 }}>
      {fields.map((field) => (
        <Term key={field.name} name={field.label} size="1.25rem">
          <ShownValue field={field} row={row} />
        </Term>
      ))}
    </Card>
  )
}

/** Fields that stand together on a detail page. */
interface ShownSection {
  readonly title: string
  readonly fields: readonly Field[]
  /** Who wrote the record and when, which people ask for last. */
  readonly isAudit: boolean
}

/** Returns the sections of a detail page: those of the form, then what the server makes and the head does not show, then who wrote it and when. */
const showSections = (resource: Resource, row: RecordValues, context: ConditionContext): readonly ShownSection[] => {
  const asEditable = resource.form.map(({ title, fields }) => ({
    title,
    fields: fields.flatMap((name) => resource.fields.filter((field) => field.name === name)),
  }))
  const hidden = hiddenFields(resource.fields, row, context)
  const inForm = asEditable.flatMap(({ fields }) => fields)
  const shownAbove = (field: Field) => inForm.includes(field) || resource.head.includes(field.name)
  const rest = resource.fields.filter((field) => !shownAbove(field))
  const isStandard = ({ name }: Field) => standardNames.includes(name)
  return [...asEditable, { title: '系統資訊', fields: rest.filter((field) => !isStandard(field)) }, { title: '異動紀錄', fields: rest.filter(isStandard) }]
    .map(({ title, fields }) => ({
      title,
      fields: fields.filter((field) => rulesOf(field.type).onDetailPage !== false && !hidden.includes(field)),
      isAudit: fields.every(isStandard),
    }))
    .filter(({ fields }) => fields.length > 0)
}

/** Fields with their labels, two beside each other where there is room. */
export const ShowSection = ({ title, fields, row }: { title: string; fields: readonly Field[]; row: RecordValues }) => (
  <SectionCard title={title}>
    <Box component="dl" sx={{ m: 0, display: 'grid', columnGap: 3, rowGap: 2, gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' } }}>
      {fields.map((field) => (
        <Term key={field.name} name={field.label} wide={viewOf(field).wide}>
          <ShownValue field={field} row={row} />
        </Term>
      ))}
    </Box>
  </SectionCard>
)

/** A value as detail pages show it. */
const ShownValue = ({ field, row }: { field: Field; row: RecordValues }) => {
  const { Detail, Cell, text } = viewOf(field)
  const View = Detail ?? Cell
  const words = text(field, row)
  if (words === '') return '－'
  return View ? <View field={field} record={row} /> : words
}
