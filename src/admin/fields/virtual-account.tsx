import Box from '@mui/material/Box'
import type { FormatField } from '../../schema/types'
import { type FieldView, type InputProps, plainText, type ShownProps } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** A virtual account; read in groups of four, copied and exported without gaps. */
export const virtualAccount: FieldView<FormatField> = { Input, Filter: TextFilter, text: plainText, Cell: Groups }

function Input(props: InputProps<FormatField>) {
  return <TextLine {...props} inputMode="numeric" />
}

// Gaps by style: what is copied is the account alone.
function Groups({ field, row }: ShownProps<FormatField>) {
  const account = plainText(field, row)
  const groups = account.match(/.{1,4}/g) ?? []
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', '& > span + span': { ml: '0.35em' } }}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one text have no other name
        <span key={index}>{group}</span>
      ))}
    </Box>
  )
}
