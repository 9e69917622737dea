import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type RaRecord, ResourceContextProvider, useCreatePath, useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed, isEntered } from '../../schema/language/types'
import { relatedColumns } from '../../schema/rules/related'
import { currencyField, currencyOf } from '../../schema/text/value-text'
import { FailurePanel } from '../components/MessagePanel'
import { Pager } from '../components/Pager'
import { PlainTable } from '../components/PlainTable'
import { EmptySection, SectionCard } from '../components/SectionCard'
import { alignOf, fieldViewOf } from '../fields/registry'
import { queryLink } from '../hooks/link-state'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { ListCell } from '../list/ListCell'
import { useAbilities, useScreens } from '../portal'
import { type RelatedQuery, useRelatedQueries, useRelatedTotals } from './related-query'

/** Renders the records of other pages that refer to this record, for users with access to those pages. */
export const RelatedLists = ({ resource, record }: { resource: Resource; record: RecordValues }) =>
  // The React key resets the page number when the record changes.
  useRelatedQueries(resource, record).map(({ key, ...related }) => <RelatedCard key={key} {...related} />)

type RelatedCardProps = Omit<RelatedQuery, 'key'>

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
  const aside = <RelatedButtons target={target} list={list} query={query} label={label} hasRecords={total > 0} />
  if (data && total === 0) return <EmptySection title={label} text={`目前沒有${label}。`} aside={aside} />
  return (
    <SectionCard dense title={total > 0 ? `${label}（${countText(total)} ${target.unit}）` : label} aside={aside}>
      {error ? (
        <FailurePanel error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton height={120} />
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
      {total > 1 && <RelatedSums target={target} query={query} />}
    </SectionCard>
  )
}

/** Renders the sums of all related records, one line for each currency. */
const RelatedSums = ({ target, query }: Pick<RelatedCardProps, 'target' | 'query'>) => {
  const totals = useRelatedTotals(target, query) ?? []
  const { except, note } = target.list.totalRules ?? {}
  const lines = totals.map((total) => (
    <Box
      key={currencyOf(total)}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'flex-end',
        columnGap: 3,
        mt: 1,
        fontSize: textSizes.small,
      }}
    >
      <span>全部合計{except && `（計入 ${countText(total.Count)} ${target.unit}）`}</span>
      {target.list.totals.flatMap((name) => {
        const field = fieldNamed(target.fields, name)
        return field
          ? [
              <span key={name}>
                {field.label}{' '}
                <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {fieldViewOf(field).text(field, { ...total, [currencyField]: currencyOf(total) })}
                </Box>
              </span>,
            ]
          : []
      })}
    </Box>
  ))
  return (
    <>
      {lines}
      {lines.length > 0 && note && (
        <Typography color="textSecondary" sx={{ textAlign: 'right', fontSize: textSizes.label }}>
          {note}
        </Typography>
      )}
    </>
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
        <Button
          size="small"
          component={Link}
          {...queryLink(target, to('list'), query.filters)}
          aria-label={`到清單查看${label}`}
        >
          到清單查看
        </Button>
      )}
      {/* A hand-written form may ignore initial values, so there is no link to it. */}
      {hasReferenceInput && can('create') && Create === undefined && (
        <Button
          size="small"
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
