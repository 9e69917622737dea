import { Box, Button, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RaRecord, useDataProvider } from 'react-admin'
import { dateTimeText } from '../../browser/format'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { textSizes } from '../../browser/theme/type-scale'
import { type FieldChange, type HistoryItem, historyPageSize, maxHistory } from '../../contract/envelope'
import { hasHistory, historyCallId } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { FailurePanel } from '../components/MessagePanel'
import { EmptySection, SectionCard } from '../components/SectionCard'
import type { PortalDataProvider } from '../data-provider'

interface HistoryProps {
  readonly resource: Resource
  readonly record: RaRecord
}

/** Renders who did what with a record and when, if the backend returns it. */
export const RecordHistory = (props: HistoryProps) => {
  const { resource, record } = props
  const isServed = useExtensionCalls()?.includes(historyCallId(resource)) ?? false
  return hasHistory(resource) && isServed ? <HistoryCard key={record.id} {...props} /> : null
}

const title = '異動紀錄'

/** The number of items that are shown until the user asks for more. */
const collapsedSize = 5

const HistoryCard = ({ resource, record }: HistoryProps) => {
  const [size, setSize] = useState(collapsedSize)
  const { data, error, refetch, isFetching } = useHistory({ resource, record }, Math.max(size, historyPageSize))
  if (error)
    return (
      <SectionCard title={title} dense>
        <FailurePanel error={error} onRetry={refetch} />
      </SectionCard>
    )
  if (!data) return null
  const { Items, HasMore } = data
  if (Items.length === 0) return <EmptySection title={title} text="目前沒有紀錄。" />
  const hasMore = Items.length > size || (HasMore && size < maxHistory)
  return (
    <SectionCard title={title} dense>
      <Box component="ol" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: textSizes.small }}>
        {Items.slice(0, size).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no key, and their components have no state
          <HistoryLine key={index} item={item} />
        ))}
      </Box>
      {hasMore && (
        <Button
          size="small"
          loading={isFetching}
          onClick={() =>
            setSize(Math.min(maxHistory, size < historyPageSize ? historyPageSize : size + historyPageSize))
          }
          sx={{ mt: 1, ml: -0.75, displayPrint: 'none', '@media (pointer: coarse)': { minHeight: 44 } }}
        >
          顯示更早
        </Button>
      )}
    </SectionCard>
  )
}

const useHistory = ({ resource, record }: HistoryProps, size: number) => {
  const provider = useDataProvider<PortalDataProvider>()
  return useQuery({
    // Every change of records refreshes the page, and with it this query.
    queryKey: ['history', resource.name, record.id, size],
    queryFn: ({ signal }) => provider.getHistory(resource.name, { id: String(record.id), size, signal }),
    placeholderData: keepPreviousData,
  })
}

const HistoryLine = ({ item: { Time, User, Title, Text, Changes } }: { item: HistoryItem }) => (
  <Box
    component="li"
    sx={{
      display: 'grid',
      columnGap: 2,
      gridTemplateColumns: { xs: '1fr', sm: '130px minmax(0, 1fr)' },
      py: 0.5,
      breakInside: 'avoid',
      '& + li': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Typography component="time" dateTime={Time} color="textSecondary" sx={timeStyles}>
      {dateTimeText(Time)}
    </Typography>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ fontWeight: 600, mr: 1 }}>
        {Title}
      </Box>
      {[Text, ...Changes.map(changeText)].filter(Boolean).join('；')}
      {User && (
        <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
          {User}
        </Box>
      )}
    </Box>
  </Box>
)

const timeStyles = { fontSize: 'inherit', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }

const changeText = ({ Label, Before, After }: FieldChange): string =>
  Before === '' && After === '' ? `${Label}已變更` : `${Label} ${Before || '（空白）'} → ${After || '（空白）'}`
