import { Box, Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import { dateTimeText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { serialId } from '../../schema/load/standard-fields'
import { placeholdersIn } from '../../schema/text/interpolate'
import { DescriptionItem, SectionCard } from '../components/SectionCard'
import { fieldViewOf } from '../fields/registry'
import { useConditionContext } from '../hooks/condition-context'
import { ListCell } from '../list/ListCell'
import { useScreens } from '../portal'
import { DetailValue } from './DetailValue'
import { detailParts, stateField } from './detail-sections'
import { FactSections, Facts } from './FactSections'
import { ListItems } from './ListItems'
import { RecordRail } from './RecordRail'
import { RelatedFigures } from './RelatedFigures'

interface RecordDetailProps {
  readonly resource: Resource
  readonly record: RaRecord
  /** Whether everything is in one column, because there is no space for two. */
  readonly isNarrow?: boolean
  /** Content between the lists of the record and its other fields. */
  readonly children?: ReactNode
  /** Content below the fields. */
  readonly below?: ReactNode
}

/**
 * Renders the values of a record: the highlights, the hand-written summary, its lists and its other fields; at the side
 * the records to which it refers.
 */
export const RecordDetail = ({ resource, record, isNarrow = false, children, below }: RecordDetailProps) => {
  const context = useConditionContext()
  const { ShowSummary, ShowRail, summaryFields = [] } = useScreens(resource.name)
  const { highlights, lists, sections, rail, system } = detailParts(resource, record, {
    context,
    omitted: summaryFields,
  })
  const isFilled = (field: Field) => fieldViewOf(field).text(field, record) !== ''
  const hasRail = ShowRail !== undefined || [...rail, ...system].some(isFilled)
  return (
    <Box sx={isNarrow || !hasRail ? columnStyles : { ...columnStyles, ...columnsStyles }}>
      <Stack spacing={1.25} sx={{ minWidth: 0 }}>
        <HighlightsCard resource={resource} fields={highlights} record={record} />
        {ShowSummary && <ShowSummary />}
        {lists.map((field) => (
          <ListItems key={field.name} field={field} record={record} />
        ))}
        {children}
        <FactSections sections={sections} record={record} />
        {below}
        <SystemLine record={record} />
      </Stack>
      {hasRail && (
        <Stack component="aside" aria-label="相關資料" spacing={1.25} sx={{ minWidth: 0 }}>
          <RecordRail label="關聯" fields={rail} record={record} />
          {ShowRail && <ShowRail />}
          <RecordRail label="系統資訊" fields={system} record={record} />
        </Stack>
      )}
    </Box>
  )
}

const columnStyles = { display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }
const columnsStyles = {
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' },
  '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
}

/** Renders the state of a record, unless the heading names it. */
export const RecordState = ({ resource, record }: { resource: Resource; record: RecordValues }) => {
  const field = stateField(resource)
  const isInTitle = field && placeholdersIn(resource.title ?? resource.display).includes(field.name)
  return field && !isInTitle && <ListCell field={field} record={record} />
}

/**
 * Renders the most important values of a record in large type.
 * For a bill these are the amount, the paid amount and the deadline.
 */
const HighlightsCard = ({
  resource,
  fields,
  record,
}: {
  resource: Resource
  fields: readonly Field[]
  record: RecordValues
}) => {
  const hasFigures = resource.related.some(({ head }) => head)
  if (fields.length === 0 && !hasFigures) return null
  return (
    <Card component="dl" aria-label="摘要" sx={highlightStyles}>
      {fields.map((field) => (
        <DescriptionItem key={field.name} name={field.label} size="1.125rem">
          <DetailValue field={field} record={record} />
        </DescriptionItem>
      ))}
      {hasFigures && <RelatedFigures resource={resource} record={record} />}
    </Card>
  )
}

const highlightStyles = {
  m: 0,
  px: { xs: 2, md: 3 },
  py: 1,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: { xs: 3, md: 5 },
  rowGap: 1,
  '&:empty': { display: 'none' },
  '@media print': { p: 0 },
}

/** Renders the number of a record, who created and changed it, and when. */
const SystemLine = ({ record }: { record: RecordValues }) => {
  const number: unknown = record[serialId.name]
  const parts = [
    number === undefined || number === null ? '' : `${serialId.label} ${number}`,
    partOf('建立', record.CreateUser, record.CreateTime),
    partOf('異動', record.UpdateUser, record.UpdateTime),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Typography color="textSecondary" sx={{ fontSize: textSizes.label, fontVariantNumeric: 'tabular-nums' }}>
      {parts.join(' · ')}
    </Typography>
  )
}

const partOf = (label: string, user: unknown, time: unknown): string => {
  const values = [user, typeof time === 'string' ? dateTimeText(time) : ''].filter(Boolean)
  return values.length === 0 ? '' : [label, ...values].join(' ')
}

interface ShowSectionProps {
  readonly title: string
  readonly fields: readonly Field[]
  readonly record: RecordValues
  /** Content below the fields. */
  readonly children?: ReactNode
}

/** Renders fields with their labels and values as a section of its own. */
export const ShowSection = ({ title, fields, record, children }: ShowSectionProps) => (
  <SectionCard title={title}>
    <Facts fields={fields} record={record} />
    {children}
  </SectionCard>
)
