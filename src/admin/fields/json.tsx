import Box from '@mui/material/Box'
import type { JsonField, Row } from '../../schema/types'
import type { FieldView, ShownProps } from './field-view'

/** What the server keeps beside a record; people read it on the detail page. */
export const json: FieldView<JsonField> = { Input: Nothing, Filter: Nothing, text: words, Detail, wide: true }

function words({ name }: JsonField, row: Row): string {
  const value = row[name]
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

// Nobody enters it, and the schema checks let no list be narrowed by it.
function Nothing() {
  return null
}

function Detail({ field, row }: ShownProps<JsonField>) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label={field.label}
      sx={{ m: 0, p: 1.5, maxHeight: 320, overflow: 'auto', bgcolor: 'var(--sunken)', borderRadius: 1, fontSize: '0.8125rem', lineHeight: 1.6 }}
    >
      {JSON.stringify(row[field.name], null, 2)}
    </Box>
  )
}
