import { Box } from '@mui/material'
import { DataTable, useRecordContext } from 'react-admin'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { useActions } from '../actions/use-actions'
import { ScrollRegion } from '../components/ScrollRegion'
import { alignOf } from '../fields/registry'
import { type AbilityCheck, useAbilities, useScreens } from '../portal'
import { isSortable, listColumnsOf, useColumns, useDensity } from './columns'
import { ListCell } from './ListCell'
import { RowButtons } from './RowButtons'
import { PageCheckbox, RowCheckbox } from './Selection'

/** Renders the table of a list. A row opens its record; for keyboards, the cell that names the record is a link. */
export const ListTable = ({ resource }: { resource: Resource }) => {
  const can = useAbilities(resource)
  const { RowActions } = useScreens(resource.name)
  const isSelectable = useActions(resource, 'bulk').length > 0
  const rowActions = useActions(resource, 'row')
  const { dense } = useDensity()
  const { shownColumns } = useColumns(resource)
  const titleField = listColumnsOf(resource).find(({ name }) => name === resource.list.mobile.primary) ?? listColumnsOf(resource)[0]
  const hasButtons = can('show') || can('edit') || can('delete') || RowActions !== undefined || rowActions.length > 0
  return (
    <ScrollRegion label={resource.label} stickyEnd={hasButtons}>
      <DataTable rowClick={can('show') ? 'show' : false} bulkActionButtons={false} sx={dense ? { ...tableStyles, ...denseStyles } : tableStyles}>
        {isSelectable && (
          <DataTable.Col label={<PageCheckbox />} disableSort className={checkboxCell} headerClassName={checkboxCell}>
            <RowCheckbox resource={resource} />
          </DataTable.Col>
        )}
        {shownColumns.map((field) => (
          <DataTable.Col
            key={field.name}
            source={field.name}
            label={field.label}
            align={alignOf(field)}
            disableSort={!isSortable(resource, field)}
            render={(record) => <ListCell field={field} record={record} isLink={field === titleField && can('show')} />}
          />
        ))}
        {hasButtons && (
          <DataTable.Col label="操作" disableSort align="right" className={actionCell} headerClassName={actionCell}>
            <TableButtons resource={resource} can={can} actions={rowActions} />
          </DataTable.Col>
        )}
      </DataTable>
    </ScrollRegion>
  )
}

const TableButtons = ({ resource, can, actions }: { resource: Resource; can: AbilityCheck; actions: readonly Action[] }) => {
  const record = useRecordContext()
  return record ? (
    <Box component="span" onClick={(event) => event.stopPropagation()} sx={{ display: 'inline-flex', justifyContent: 'flex-end' }}>
      <RowButtons resource={resource} record={record} can={can} actions={actions} />
    </Box>
  ) : null
}

// Class names. Cells with buttons stay visible in a table that scrolls.
const actionCell = 'action-cell'
const checkboxCell = 'checkbox-cell'

const edgeShadow = {
  content: '""',
  position: 'absolute',
  inset: '0 100% 0 auto',
  width: 16,
  pointerEvents: 'none',
  background: 'linear-gradient(to left, rgb(0 0 0 / 0.16), transparent)',
}

const tableStyles = {
  // ScrollRegion scrolls, not react-admin's wrapper of the table.
  '& .RaDataTable-tableWrapper': { overflowX: 'visible' },
  '& .RaDataTable-headerCell': { bgcolor: 'var(--sunken)', py: 1 },
  '& .RaDataTable-rowCell': { py: 1, maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .MuiTableCell-root:first-of-type': { pl: 2 },
  [`& .MuiTableCell-root.${checkboxCell}`]: { width: 1, pl: 1.5, pr: 0 },
  [`& .MuiTableCell-root.${actionCell}`]: { position: 'sticky', right: 0, zIndex: 1, bgcolor: 'background.paper', boxShadow: 'inset 1px 0 var(--line)' },
  // Browsers draw no box shadow for a cell with collapsed borders.
  [`.has-more & .MuiTableCell-root.${actionCell}`]: { overflow: 'visible', '&::before': edgeShadow },
  [`& thead .MuiTableCell-root.${actionCell}`]: { zIndex: 3, bgcolor: 'var(--sunken)' },
}

const denseStyles = {
  '& .RaDataTable-rowCell': { ...tableStyles['& .RaDataTable-rowCell'], py: 0, fontSize: '0.8125rem' },
  '& .RaDataTable-headerCell': { ...tableStyles['& .RaDataTable-headerCell'], py: 0.5, fontSize: '0.8125rem' },
  '& .RaDataTable-rowCell .MuiIconButton-root': { p: 0.5 },
}
