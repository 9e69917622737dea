import { Box, Card, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed } from '../../schema/language/types'
import { standardNames } from '../../schema/load/standard-fields'
import { hiddenFields } from '../../schema/rules/conditional'
import { DescriptionItem, SectionCard } from '../components/SectionCard'
import { FieldValue } from '../fields/FieldValue'
import { fieldViewOf } from '../fields/registry'
import { useConditionContext } from '../hooks/condition-context'
import { ListCell } from '../list/ListCell'
import { useScreens } from '../portal'

interface RecordDetailProps {
  readonly resource: Resource
  readonly record: RaRecord
  /** Content between the sections of the form and the fields that the system sets. */
  readonly children?: ReactNode
}

/** Renders the values of a record: the highlights, the hand-written summary and the sections. */
export const RecordDetail = ({ resource, record, children }: RecordDetailProps) => {
  const context = useConditionContext()
  const { ShowSummary, summaryFields = [] } = useScreens(resource.name)
  const sections = sectionsOf(resource, record, context)
    .map((section) => ({ ...section, fields: section.fields.filter(({ name }) => !summaryFields.includes(name)) }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <Stack spacing={2}>
      <HighlightsCard resource={resource} record={record} />
      {ShowSummary && <ShowSummary />}
      <Sections sections={sections.filter(({ isSystem }) => !isSystem)} record={record} />
      {children}
      <Sections sections={sections.filter(({ isSystem }) => isSystem)} record={record} />
    </Stack>
  )
}

/** Renders the state of a record unless it is a highlight: the third field of its card on a phone. */
export const RecordState = ({ resource, record }: { resource: Resource; record: RecordValues }) => {
  const field = fieldNamed(resource.fields, resource.list.mobile.tertiary)
  return field && !resource.highlights.includes(field.name) && <ListCell field={field} record={record} />
}

const Sections = ({ sections, record }: { sections: readonly DetailSection[]; record: RecordValues }) =>
  sections.map(({ title, fields }) => <ShowSection key={title} title={title} fields={fields} record={record} />)

/**
 * Renders the most important values of a record in large type.
 * For a bill these are the amount, the paid amount, the state and the deadline.
 */
const HighlightsCard = ({ resource, record }: { resource: Resource; record: RecordValues }) => {
  const fields = resource.highlights.flatMap((name) => resource.fields.filter((field) => field.name === name))
  if (fields.length === 0) return null
  return (
    <Card
      component="dl"
      aria-label="摘要"
      sx={{ m: 0, p: { xs: 2, md: 3 }, display: 'flex', flexWrap: 'wrap', columnGap: { xs: 3, md: 6 }, rowGap: 2 }}
    >
      {fields.map((field) => (
        <DescriptionItem key={field.name} name={field.label} size="1.25rem">
          <DetailValue field={field} record={record} />
        </DescriptionItem>
      ))}
    </Card>
  )
}

/** A section of a detail page. */
interface DetailSection {
  readonly title: string
  readonly fields: readonly Field[]
  /** Whether the section shows values that the system sets, such as who created and changed the record. */
  readonly isSystem: boolean
}

/**
 * Returns the sections of a detail page: the sections of the form, the sections that only the detail page has, the
 * remaining fields, and the author and time of the creation and the last change.
 * Highlights are omitted from the remaining fields, and computed highlights also from the sections of the form.
 */
const sectionsOf = (resource: Resource, record: RecordValues, context: ConditionContext): readonly DetailSection[] => {
  const formSections = resource.form.map(({ title, fields }) => ({
    title,
    isSystem: false,
    fields: fields.flatMap((name) =>
      resource.fields.filter(
        (field) => field.name === name && !(field.type === 'computed' && resource.highlights.includes(name)),
      ),
    ),
  }))
  const hidden = hiddenFields(resource.fields, record, context)
  const detailSections = resource.detail.map(({ title, fields }) => ({
    title,
    isSystem: false,
    fields: fields.flatMap((name) => resource.fields.filter((field) => field.name === name)),
  }))
  const inSections = [...formSections, ...detailSections].flatMap(({ fields }) => fields)
  const isShownElsewhere = (field: Field) => inSections.includes(field) || resource.highlights.includes(field.name)
  const otherFields = resource.fields.filter((field) => !isShownElsewhere(field))
  const isStandard = ({ name }: Field) => standardNames.includes(name)
  return [
    ...formSections,
    ...detailSections.filter(({ fields }) => fields.some((field) => fieldViewOf(field).text(field, record) !== '')),
    { title: '系統資訊', isSystem: true, fields: otherFields.filter((field) => !isStandard(field)) },
    { title: '異動紀錄', isSystem: true, fields: otherFields.filter(isStandard) },
  ].map((section) => ({ ...section, fields: section.fields.filter((field) => !hidden.includes(field)) }))
}

interface ShowSectionProps {
  readonly title: string
  readonly fields: readonly Field[]
  readonly record: RecordValues
  /** Content below the fields. */
  readonly children?: ReactNode
}

/** Renders fields with their labels and values, in two columns on wide screens. */
export const ShowSection = ({ title, fields, record, children }: ShowSectionProps) => (
  <SectionCard title={title}>
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 3,
        rowGap: 2,
        gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' },
        // A sheet is narrower than a wide screen, and its text is smaller.
        '@media print': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', rowGap: 1 },
      }}
    >
      {fields.map((field) => (
        <DescriptionItem key={field.name} name={field.label} wide={fieldViewOf(field).wide}>
          <DetailValue field={field} record={record} />
        </DescriptionItem>
      ))}
    </Box>
    {children}
  </SectionCard>
)

/** Renders a value on a detail page. */
const DetailValue = ({ field, record }: { field: Field; record: RecordValues }) => {
  const { Detail, Cell, text } = fieldViewOf(field)
  const View = Detail ?? Cell
  const value = text(field, record)
  return (
    <FieldValue field={field} record={record}>
      {value === '' ? '－' : View ? <View field={field} record={record} /> : value}
    </FieldValue>
  )
}
