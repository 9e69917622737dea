import { Typography } from '@mui/material'
import type { PlainTextField } from '../../schema/field-types/texts'
import { type FieldDisplayProps, type FieldView, plainText } from './field-view'

/** The views of texts: one line, or several. */
export const texts: Readonly<Record<PlainTextField['type'], FieldView<PlainTextField>>> = {
  string: { text: plainText },
  text: { text: plainText, Detail: MultilineDetail, wide: true },
}

function MultilineDetail({ field, record }: FieldDisplayProps<PlainTextField>) {
  return <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{plainText(field, record)}</Typography>
}
