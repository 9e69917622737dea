import { Box } from '@mui/material'
import { useRef } from 'react'
import { type RaRecord, RecordContextProvider, useCreatePath, useListContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { actionColumnWidth, checkboxColumnWidth, columnHead } from '../../schema/text/column-width'
import { useActions } from '../actions/use-actions'
import { ScrollRegion } from '../components/ScrollRegion'
import { notSortableFields } from '../data-provider/read'
import { alignOf, fieldViewOf } from '../fields/registry'
import { useConditionContext } from '../hooks/condition-context'
import { useAbilities } from '../portal'
import { columnGrips } from './columns/column-grips'
import {
  isSortable,
  type ListColumns,
  listColumnsOf,
  type TableColumn,
  tableColumns,
  useColumns,
  useDensity,
} from './columns/columns'
import { ListCell } from './ListCell'
import { RowButtons } from './RowButtons'
import { haveControls, type RowCommands, useRowCommands } from './row-commands'
import { PageCheckbox, RowCheckbox } from './Selection'
import { SortLabel } from './SortLabel'
import { actionCell, checkboxCell, denseTableStyles, firstCell, tableStyles } from './table-styles'
import { listTableId, useKeptPlace } from './table-top'

/**
 * Renders the table of a list.
 * A click on a row opens its record.
 * For keyboard users, the cell that identifies the record is a link.
 */
export const ListTable = ({ resource }: { resource: Resource }) => {
  const { data = [] } = useListContext()
  const isSelectable = useActions(resource, 'bulk').length > 0
  const commands = useRowCommands(resource)
  const hasControls = haveControls(resource, commands, data, useConditionContext())
  const { isDense } = useDensity()
  const listColumns = useColumns(resource)
  const columns = tableColumns(resource, listColumns)
  const titleField =
    listColumnsOf(resource).find(({ name }) => name === resource.list.mobile.primary) ?? listColumnsOf(resource)[0]
  const layout: TableLayout = { resource, columns, listColumns, titleField, isSelectable, commands, hasControls }
  const regionRef = useRef<HTMLDivElement>(null)
  useKeptPlace(regionRef)
  return (
    <ScrollRegion label={resource.label} stickyEnd={hasControls} sx={regionStyles} regionRef={regionRef}>
      <Box
        component="table"
        id={listTableId}
        tabIndex={-1}
        aria-label={resource.label}
        sx={isDense ? denseTableStyles : tableStyles}
        style={{ minWidth: widthOf(layout) }}
      >
        <ColumnWidths {...layout} />
        <TableHead {...layout} />
        <tbody>
          {data.map((record) => (
            <TableRow key={record.id} {...layout} record={record} />
          ))}
        </tbody>
      </Box>
    </ScrollRegion>
  )
}

// The card around the table limits its height.
const regionStyles = { '@media screen and (min-width: 900px)': { maxHeight: 'none', minHeight: 0 } }

/**
 * The columns of a table.
 * Their cells are plain HTML elements, because MUI's cells would be rendered hundreds of times.
 */
interface TableLayout {
  readonly resource: Resource
  readonly columns: readonly TableColumn[]
  readonly listColumns: ListColumns
  /** The field whose cell links to the record. */
  readonly titleField: Field | undefined
  readonly isSelectable: boolean
  readonly commands: RowCommands
  /** Whether the rows of this page have controls. */
  readonly hasControls: boolean
}

const widthOf = ({ resource, columns, isSelectable, hasControls }: TableLayout): number =>
  columns.reduce((sum, { width }) => sum + width, 0) +
  (isSelectable ? checkboxColumnWidth : 0) +
  (hasControls ? actionColumnWidth(resource) : 0)

const hasSetWidths = ({ settings }: ListColumns): boolean => settings.some(({ Width }) => Width !== undefined)

const ColumnWidths = ({ resource, columns, listColumns, isSelectable, hasControls }: TableLayout) => (
  <colgroup>
    {isSelectable && <col style={{ width: checkboxColumnWidth }} />}
    {columns.map(({ field, width }, index) => (
      // The last column takes the rest of the region if the user has set widths, so that the others have exactly theirs.
      <col
        key={field.name}
        style={{ width: index === columns.length - 1 && hasSetWidths(listColumns) ? undefined : width }}
      />
    ))}
    {hasControls && <col style={{ width: actionColumnWidth(resource) }} />}
  </colgroup>
)

const TableHead = ({ resource, columns, listColumns, isSelectable, hasControls }: TableLayout) => {
  const { sort, meta } = useListContext()
  const isSortedBy = ({ name }: Field) => sort.field === name && !notSortableFields(meta).includes(name)
  const grips = columnGrips(listColumns)
  return (
    <thead>
      <tr>
        {isSelectable && (
          <th scope="col" className={checkboxCell}>
            <PageCheckbox />
          </th>
        )}
        {columns.map(({ field }, index) => (
          <th
            key={field.name}
            scope="col"
            className={cellClass(field, index)}
            {...grips.headOf(field)}
            aria-sort={
              isSortedBy(field) && isSortable(resource, field)
                ? sort.order === 'ASC'
                  ? 'ascending'
                  : 'descending'
                : undefined
            }
          >
            {isSortable(resource, field) ? (
              <SortLabel field={field} />
            ) : (
              <span {...(columnHead(field) !== field.label && { 'data-tip': field.label })}>{columnHead(field)}</span>
            )}
            <span {...grips.edgeOf(field)} />
          </th>
        ))}
        {hasControls && (
          <th scope="col" className={`right ${actionCell}`}>
            操作
          </th>
        )}
      </tr>
    </thead>
  )
}

const cellClass = (field: Field, index: number): string =>
  index === 0 ? `${alignOf(field)} ${firstCell}` : alignOf(field)

const TableRow = ({
  resource,
  columns,
  titleField,
  isSelectable,
  commands,
  hasControls,
  record,
}: TableLayout & { readonly record: RaRecord }) => {
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const isLink = useAbilities(resource)('show')
  const open = () =>
    navigate(createPath({ resource: resource.name, id: record.id, type: 'show' }), { state: { _scrollToTop: true } })
  return (
    <RecordContextProvider value={record}>
      <tr className={isLink ? 'clickable' : undefined} onClick={isLink ? () => void open() : undefined}>
        {isSelectable && (
          <td className={checkboxCell}>
            <RowCheckbox resource={resource} />
          </td>
        )}
        {columns.map(({ field, secondLines }, index) => (
          <td key={field.name} className={cellClass(field, index)}>
            <ListCell field={field} record={record} isLink={field === titleField && isLink} />
            {secondLines.map((second) => (
              <SecondLine key={second.name} field={second} record={record} />
            ))}
          </td>
        ))}
        {hasControls && (
          <td className={`right ${actionCell}`}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks on the buttons from opening the record */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
            <span className="buttons" onClick={(event) => event.stopPropagation()}>
              <RowButtons resource={resource} record={record} commands={commands} />
            </span>
          </td>
        )}
      </tr>
    </RecordContextProvider>
  )
}

const SecondLine = ({ field, record }: { field: Field; record: RaRecord }) => {
  const text = fieldViewOf(field).text(field, record)
  return text === '' ? null : (
    <span className="second-line" data-tip={`${field.label}：${text}`}>
      {text}
    </span>
  )
}
