import { Box, Stack, Typography } from '@mui/material'
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin'
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
import { RowCheckbox } from './Selection'

/** Renders the records of a list as cards, for narrow screens. */
export const ListCards = ({ resource }: { resource: Resource }) => {
  const { data = [] } = useListContext()
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, ...rowControlStyles }}>
      {data.map((record) => (
        <Box component="li" key={record.id} sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <RecordCard resource={resource} record={record} />
        </Box>
      ))}
    </Stack>
  )
}

const RecordCard = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const { primary, secondary, tertiary } = resource.list.mobile
  const fieldOf = (name: string | undefined) => fieldNamed(resource.fields, name)
  const can = useAbilities(resource)
  const isSelectable = useActions(resource, 'bulk').length > 0
  const actions = useActions(resource, 'row')
  const [titleField, stateField] = [fieldOf(primary), fieldOf(tertiary)]
  return (
    <>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        {isSelectable && (
          <Box sx={{ ml: -1, mr: -1.5 }}>
            <RecordContextProvider value={record}>
              <RowCheckbox resource={resource} />
            </RecordContextProvider>
          </Box>
        )}
        <Typography component="div" sx={{ flexGrow: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {titleField && <ListCell field={titleField} record={record} isLink={can('show')} />}
        </Typography>
        <Typography component="div">{stateField && <ListCell field={stateField} record={record} />}</Typography>
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 1 }}>
        {/* Many buttons have a line of their own, so that they do not squeeze the text. */}
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          {secondary.map((name) => (
            <CardLine key={name} field={fieldOf(name)} record={record} />
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexShrink: 0, ml: 'auto' }}>
          <RowButtons resource={resource} record={record} can={can} actions={actions} />
        </Box>
      </Stack>
    </>
  )
}

const CardLine = ({ field, record }: { field: Field | undefined; record: RaRecord }) => {
  const text = field && fieldViewOf(field).text(field, record)
  if (!text) return null
  return (
    <Typography component="div" color="textSecondary" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {field.label}：
      <FieldValue field={field} record={record}>
        {isShownReference(field) ? <ListCell field={field} record={record} /> : text}
      </FieldValue>
    </Typography>
  )
}
