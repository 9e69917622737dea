import { Box } from '@mui/material'
import { memo } from 'react'
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin'
import { textSizes } from '../../browser/theme/type-scale'
import { isShownReference } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed } from '../../schema/language/types'
import { useActions } from '../actions/use-actions'
import { FieldValue } from '../fields/FieldValue'
import { fieldViewOf } from '../fields/registry'
import { useAbilities } from '../portal'
import { ListCell } from './ListCell'
import { RowButtons } from './RowButtons'
import { rowControlStyles } from './RowControls'
import { useRowCommands } from './row-commands'
import { PageCheckbox, RowCheckbox } from './Selection'
import { listTableId } from './table-top'

/**
 * Renders the records of a list as cards, for narrow screens.
 * They are plain HTML elements, because MUI's would be rendered hundreds of times.
 */
export const ListCards = ({ resource }: { resource: Resource }) => {
  const { data = [] } = useListContext()
  const isSelectable = useActions(resource, 'bulk').length > 0
  return (
    <>
      {isSelectable && data.length > 1 && (
        <Box component="label" sx={allStyles}>
          <PageCheckbox />
          <span>選取本頁全部</span>
        </Box>
      )}
      <Box component="ul" id={listTableId} tabIndex={-1} sx={listStyles}>
        {data.map((record) => (
          <li key={record.id}>
            <RecordContextProvider value={record}>
              <RecordCard resource={resource} record={record} />
            </RecordContextProvider>
          </li>
        ))}
      </Box>
    </>
  )
}

// React-admin renders a list again after its first render. The cards themselves follow what changes in them.
const RecordCard = memo(({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const { primary, secondary, tertiary } = resource.list.mobile
  const fieldOf = (name: string | undefined) => fieldNamed(resource.fields, name)
  const can = useAbilities(resource)
  const isSelectable = useActions(resource, 'bulk').length > 0
  const commands = useRowCommands(resource)
  const [titleField, stateField] = [fieldOf(primary), fieldOf(tertiary)]
  return (
    <>
      <div className="card-head">
        {isSelectable && (
          <div className="card-checkbox">
            <RowCheckbox resource={resource} />
          </div>
        )}
        <div className="card-title">
          {titleField && <ListCell field={titleField} record={record} isLink={can('show')} />}
        </div>
        <div>{stateField && <ListCell field={stateField} record={record} />}</div>
      </div>
      <div className="card-body">
        <div className="card-lines">
          {secondary.map((name) => (
            <CardLine key={name} field={fieldOf(name)} record={record} />
          ))}
        </div>
        <div className="card-buttons">
          <RowButtons resource={resource} record={record} commands={commands} />
        </div>
      </div>
    </>
  )
})

const CardLine = ({ field, record }: { field: Field | undefined; record: RaRecord }) => {
  const text = field && fieldViewOf(field).text(field, record)
  if (!text) return null
  return (
    <div>
      {field.label}：
      <FieldValue field={field} record={record}>
        {isShownReference(field) ? <ListCell field={field} record={record} /> : text}
      </FieldValue>
    </div>
  )
}

const allStyles = {
  display: 'flex',
  alignItems: 'center',
  ml: 1,
  minHeight: 44,
  color: 'text.secondary',
  fontSize: textSizes.small,
  displayPrint: 'none',
  ...rowControlStyles,
}

const listStyles = {
  outline: 'none',
  listStyle: 'none',
  m: 0,
  p: 0,
  ...rowControlStyles,
  '& > li': {
    px: 2,
    py: 1.5,
    borderTop: 1,
    borderColor: 'divider',
    // The browser lays out the cards out of view when they come into view; until then, each counts as one of this height.
    contentVisibility: 'auto',
    containIntrinsicHeight: 'auto 130px',
    '@media print': { contentVisibility: 'visible' },
  },
  '& .card-head': { display: 'flex', justifyContent: 'space-between', gap: 2 },
  '& .card-checkbox': { ml: -1, mr: -1.5 },
  '& .card-title': { flexGrow: 1, fontWeight: 600, overflowWrap: 'anywhere' },
  '& .card-body': { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 1 },
  // Buttons that would squeeze the text have a line of their own.
  '& .card-lines': {
    flex: '1 1 200px',
    minWidth: 0,
    color: 'text.secondary',
    fontSize: textSizes.small,
    overflowWrap: 'anywhere',
  },
  '& .card-buttons': { display: 'flex', flexShrink: 0, ml: 'auto' },
}
