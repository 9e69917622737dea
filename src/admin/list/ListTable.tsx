import { Box } from '@mui/material'
import { type RaRecord, RecordContextProvider, useCreatePath, useListContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { useActions } from '../actions/use-actions'
import { ScrollRegion } from '../components/ScrollRegion'
import { alignOf } from '../fields/registry'
import { type AbilityCheck, useAbilities, useScreens } from '../portal'
import { isSortable, listColumnsOf, useColumns, useDensity } from './columns'
import { ListCell } from './ListCell'
import { RowButtons } from './RowButtons'
import { PageCheckbox, RowCheckbox } from './Selection'
import { SortLabel } from './SortLabel'
import { actionCell, checkboxCell, denseTableStyles, tableStyles } from './table-styles'

/**
 * Renders the table of a list.
 * A click on a row opens its record.
 * For keyboard users, the cell that identifies the record is a link.
 */
export const ListTable = ({ resource }: { resource: Resource }) => {
  const can = useAbilities(resource)
  const { RowActions } = useScreens(resource.name)
  const { data = [] } = useListContext()
  const isSelectable = useActions(resource, 'bulk').length > 0
  const rowActions = useActions(resource, 'row')
  const { isDense } = useDensity()
  const { shownColumns } = useColumns(resource)
  const titleField =
    listColumnsOf(resource).find(({ name }) => name === resource.list.mobile.primary) ?? listColumnsOf(resource)[0]
  const hasButtons = can('show') || can('edit') || can('delete') || RowActions !== undefined || rowActions.length > 0
  const columns: TableColumns = { resource, fields: shownColumns, titleField, isSelectable, hasButtons }
  return (
    <ScrollRegion label={resource.label} stickyEnd={hasButtons}>
      <Box component="table" sx={isDense ? denseTableStyles : tableStyles}>
        <TableHead {...columns} />
        <tbody>
          {data.map((record) => (
            <TableRow key={record.id} {...columns} record={record} can={can} actions={rowActions} />
          ))}
        </tbody>
      </Box>
    </ScrollRegion>
  )
}

/**
 * The columns of a table.
 * Their cells are plain HTML elements, because MUI's cells would be rendered hundreds of times.
 */
interface TableColumns {
  readonly resource: Resource
  readonly fields: readonly Field[]
  /** The field whose cell links to the record. */
  readonly titleField: Field | undefined
  readonly isSelectable: boolean
  readonly hasButtons: boolean
}

const TableHead = ({ resource, fields, isSelectable, hasButtons }: TableColumns) => (
  <thead>
    <tr>
      {isSelectable && (
        <th scope="col" className={checkboxCell}>
          <PageCheckbox />
        </th>
      )}
      {fields.map((field) => (
        <th key={field.name} scope="col" className={alignOf(field)}>
          {isSortable(resource, field) ? <SortLabel field={field} /> : field.label}
        </th>
      ))}
      {hasButtons && (
        <th scope="col" className={`right ${actionCell}`}>
          操作
        </th>
      )}
    </tr>
  </thead>
)

interface TableRowProps extends TableColumns {
  readonly record: RaRecord
  readonly can: AbilityCheck
  readonly actions: readonly Action[]
}

const TableRow = ({ resource, fields, titleField, isSelectable, hasButtons, record, can, actions }: TableRowProps) => {
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const open = () =>
    navigate(createPath({ resource: resource.name, id: record.id, type: 'show' }), { state: { _scrollToTop: true } })
  const isLink = can('show')
  return (
    <RecordContextProvider value={record}>
      <tr className={isLink ? 'clickable' : undefined} onClick={isLink ? () => void open() : undefined}>
        {isSelectable && (
          <td className={checkboxCell}>
            <RowCheckbox resource={resource} />
          </td>
        )}
        {fields.map((field) => (
          <td key={field.name} className={alignOf(field)}>
            <ListCell field={field} record={record} isLink={field === titleField && isLink} />
          </td>
        ))}
        {hasButtons && (
          <td className={`right ${actionCell}`}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks on the buttons from opening the record */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
            <span className="buttons" onClick={(event) => event.stopPropagation()}>
              <RowButtons resource={resource} record={record} can={can} actions={actions} />
            </span>
          </td>
        )}
      </tr>
    </RecordContextProvider>
  )
}
