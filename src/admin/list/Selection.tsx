import { Button, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { type RaRecord, useListContext, useRecordContext } from 'react-admin'
import { useNavigationType } from 'react-router-dom'
import { countText } from '../../browser/format'
import type { Resource } from '../../schema/language/resource'
import { recordTitle } from '../../schema/text/record-title'
import { BulkActionButtons } from '../actions/ActionButtons'
import { isMinimumTotal, queryParams } from '../data-provider/read'
import type { QuerySelection } from '../screens'
import { PlainCheckbox } from './RowControls'

/** The id of the text with the number of results. */
export const resultCountId = 'result-count'

/** Moves the focus to the number of results, for a button that disappears when it is clicked. */
export const focusResultCount = (): void => document.getElementById(resultCountId)?.focus()

/**
 * Renders the bulk actions for the selected records, all of which the list shows, below them.
 * While the rows of another query are awaited, no action can be started.
 */
export const SelectionBar = ({ resource }: { resource: Resource }) => {
  const { isPlaceholderData = false, onUnselectItems } = useListContext()
  const records = useSelectedRecords()
  useNewSelection()
  const { selection, offeredCount, selectAll, selectPage } = useQuerySelection(resource, records)
  if (records.length === 0) return null
  const { unit } = resource
  return (
    <Stack className="selection-bar" direction="row" role="group" aria-label="選取的資料" sx={selectionBarStyles}>
      <Typography role="status" sx={{ flexGrow: 1 }}>
        {selection
          ? `已選查詢結果全部 ${countText(selection.count)} ${unit}`
          : offeredCount > 0
            ? `已選本頁 ${records.length} ${unit}`
            : `已選取 ${records.length} 筆`}
      </Typography>
      {offeredCount > 0 && (
        <Button size="small" onClick={selection ? selectPage : selectAll}>
          {selection ? `只選本頁 ${records.length} ${unit}` : `改選全部 ${countText(offeredCount)} ${unit}`}
        </Button>
      )}
      <Button
        size="small"
        onClick={() => {
          onUnselectItems()
          focusResultCount()
        }}
      >
        取消選取
      </Button>
      <BulkActionButtons resource={resource} records={records} selection={selection} disabled={isPlaceholderData} />
    </Stack>
  )
}

const barHeight = 53

// The bar is at the end of the window, on wide screens in the place of the sums and the pager: the rows stay where they
// are when one is selected, and the query can be changed.
const selectionBarStyles = {
  position: 'sticky',
  bottom: 0,
  zIndex: 4,
  flexShrink: 0,
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  minHeight: barHeight,
  mt: { md: `-${barHeight}px` },
  px: 2,
  py: 0.5,
  borderTop: { xs: 1, md: 0 },
  borderColor: 'divider',
  displayPrint: 'none',
  bgcolor: 'var(--primary-soft)',
}

/**
 * Returns the selected records among those that the list shows, in the order of their selection.
 * Records that a query, another page or a deletion has removed from the list are also removed from the selection, so
 * that they are not selected unseen when they return.
 */
const useSelectedRecords = (): readonly RaRecord[] => {
  const { data, selectedIds, isPlaceholderData, onSelect } = useListContext()
  const recordById = new Map(data?.map((record) => [record.id, record]))
  const records = selectedIds.flatMap((id) => recordById.get(id) ?? [])
  const hasOthers = data !== undefined && !isPlaceholderData && records.length < selectedIds.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the records are those of the same render
  useEffect(() => {
    if (hasOthers) onSelect(records.map(({ id }) => id))
  }, [hasOthers, onSelect])
  return records
}

/**
 * Ends the selection of an earlier visit when a link opens the list, so that nothing is selected unseen.
 * Back to the list, such as from a record, keeps it.
 */
const useNewSelection = () => {
  const { onUnselectItems } = useListContext()
  const navigation = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list opens
  useEffect(() => {
    if (navigation !== 'POP') onUnselectItems()
  }, [])
}

/**
 * Returns the selection of all records that the query finds, if the user has chosen it, and their number while it can
 * be chosen: when the whole page is selected and there are more pages.
 */
const useQuerySelection = (resource: Resource, records: readonly RaRecord[]) => {
  const { data = [], total = 0, filterValues: filter, sort, meta } = useListContext()
  const [chosen, setChosen] = useState('')
  const isPageSelected = records.length > 0 && records.length === data.length
  // Without their number, the user could not know what they choose; it exceeds the limits of all actions.
  const offeredCount = isPageSelected && total > records.length && !isMinimumTotal(meta) ? total : 0
  // Another query, and a changed selection of the page, end the selection of the query.
  const query = JSON.stringify([filter, total])
  const isChosen = offeredCount > 0 && chosen === query
  useEffect(() => {
    if (!isChosen) setChosen('')
  }, [isChosen])
  const selection: QuerySelection | undefined = isChosen
    ? { query: queryParams(resource, { filter, sort }), count: total }
    : undefined
  return { selection, offeredCount, selectAll: () => setChosen(query), selectPage: () => setChosen('') }
}

/** Renders the checkbox that selects a record. react-admin's own checkbox has no name for screen readers. */
export const RowCheckbox = ({ resource }: { resource: Resource }) => {
  const { selectedIds, onToggleItem } = useListContext()
  const record = useRecordContext()
  return record ? (
    <PlainCheckbox
      label={`選取 ${recordTitle(resource, record)}`}
      checked={selectedIds.includes(record.id)}
      onChange={() => onToggleItem(record.id)}
    />
  ) : null
}

/** Renders the checkbox that selects all records of the page, or none. */
export const PageCheckbox = () => {
  const { data = [], selectedIds, onSelect } = useListContext()
  const pageIds = data.map(({ id }) => id)
  const selected = pageIds.filter((id) => selectedIds.includes(id))
  const areAllSelected = pageIds.length > 0 && selected.length === pageIds.length
  const toggle = () => onSelect(areAllSelected ? [] : pageIds)
  return (
    <PlainCheckbox
      label="選取本頁全部"
      checked={areAllSelected}
      indeterminate={selected.length > 0 && !areAllSelected}
      onChange={toggle}
    />
  )
}
