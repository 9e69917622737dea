import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type RaRecord, ResourceContextProvider, useCreatePath, useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { countText } from '../../browser/format'
import type { RecordValues } from '../../schema/language/language'
import type { RelatedList, Resource } from '../../schema/language/resource'
import { type Field, isEntered } from '../../schema/language/types'
import { type RelatedListQuery, relatedColumns, relatedQuery } from '../../schema/rules/related'
import { FailurePanel } from '../components/MessagePanel'
import { Pager } from '../components/Pager'
import { PlainTable } from '../components/PlainTable'
import { SectionCard } from '../components/SectionCard'
import { alignOf } from '../fields/registry'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { ListCell } from '../list/ListCell'
import { useAbilities, usePortal, useScreens } from '../portal'

/** Renders the records of other pages that refer to this record, for users with access to those pages. */
export const RelatedLists = ({ resource, record }: { resource: Resource; record: RecordValues }) => {
  const { schemas } = usePortal()
  return resource.related.flatMap((list) => {
    const target = schemas.has(list.of) ? schemas.get(list.of) : undefined
    const query = target && relatedQuery(target, list, record)
    // The React key resets the page number when the record changes.
    return target && query
      ? [
          <RelatedCard
            key={`${list.of} ${list.by} ${JSON.stringify(query.filters)}`}
            target={target}
            list={list}
            query={query}
          />,
        ]
      : []
  })
}

interface RelatedCardProps {
  readonly target: Resource
  readonly list: RelatedList
  readonly query: RelatedListQuery
}

const RelatedCard = (props: RelatedCardProps) =>
  useAbilities(props.target)('list') ? <RelatedRecords {...props} /> : null

const perPage = 10

const RelatedRecords = ({ target, list, query }: RelatedCardProps) => {
  const [page, setPage] = useState(1)
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useGetList(
    target.name,
    { pagination: { page, perPage }, sort: { ...target.list.sort }, filter: query.filters },
    // The card shows the error, so react-admin must not also notify the user.
    { onError: () => {}, placeholderData: (previous) => previous },
  )
  const label = list.label ?? target.noun
  return (
    <SectionCard
      title={total > 0 ? `${label}（${countText(total)} ${target.unit}）` : label}
      aside={<RelatedButtons target={target} list={list} query={query} label={label} hasRecords={total > 0} />}
    >
      {error ? (
        <FailurePanel error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton height={120} />
      ) : total === 0 ? (
        <Typography color="textSecondary">目前沒有{label}。</Typography>
      ) : (
        <ResourceContextProvider value={target.name}>
          <RelatedTable
            target={target}
            label={label}
            columns={relatedColumns(target, list, query)}
            areNamed={list.columns !== undefined}
            rows={data}
          />
        </ResourceContextProvider>
      )}
      {total > perPage && (
        <Box sx={{ mt: 1 }}>
          <Pager page={page} perPage={perPage} total={total} onPage={setPage} unit={target.unit} />
        </Box>
      )}
    </SectionCard>
  )
}

const RelatedButtons = ({
  target,
  list,
  query,
  label,
  hasRecords,
}: RelatedCardProps & { label: string; hasRecords: boolean }) => {
  const createPath = useCreatePath()
  const { Create } = useScreens(target.name)
  const can = useAbilities(target)
  const to = (type: 'list' | 'create') => createPath({ resource: target.name, type })
  // A new record can refer to this record only if the form has an input for the reference.
  const hasReferenceInput = target.fields.some((field) => field.name === list.by && isEntered(field))
  return (
    <Stack direction="row" sx={{ gap: 1, displayPrint: 'none' }}>
      {hasRecords && (
        <Button component={Link} to={to('list')} state={{ filters: query.filters }} aria-label={`到清單查看${label}`}>
          到清單查看
        </Button>
      )}
      {/* A hand-written form may ignore initial values, so there is no link to it. */}
      {hasReferenceInput && can('create') && Create === undefined && (
        <Button
          variant="outlined"
          startIcon={<AddIcon />}
          component={Link}
          to={to('create')}
          state={{ initialValues: query.defaults }}
          aria-label={`新增${label}`}
        >
          新增
        </Button>
      )}
    </Stack>
  )
}

/**
 * Renders records of another page.
 * The cell that identifies a record links to it.
 * On a phone there is only space for three columns: the first ones that the schema file names, or else those of the
 * target's cards.
 */
const RelatedTable = ({
  target,
  label,
  columns,
  areNamed,
  rows,
}: {
  target: Resource
  label: string
  columns: readonly Field[]
  /** Whether the schema file names the columns. */
  areNamed: boolean
  rows: readonly RaRecord[]
}) => {
  const isNarrow = useIsNarrow()
  const can = useAbilities(target)
  const { primary, secondary, tertiary } = target.list.mobile
  const cardFields = [primary, secondary[0], tertiary].flatMap((name) =>
    target.fields.filter((field) => field.name === name),
  )
  const narrowFields = areNamed ? columns.slice(0, 3) : cardFields
  const shownFields = isNarrow ? narrowFields : columns
  const titleField = shownFields.find(({ name }) => name === primary) ?? shownFields[0]
  return (
    <PlainTable
      label={label}
      columns={shownFields.map((field) => ({
        title: field.label,
        align: alignOf(field),
        cell: (record: RaRecord) => (
          <ListCell field={field} record={record} isLink={field === titleField && can('show')} />
        ),
      }))}
      rows={rows}
    />
  )
}
