import Link from '@mui/material/Link'
import { isWebAddress } from '../../domain/web-address'
import type { FormatField } from '../../schema/types'
import { unseen } from '../parts/unseen'
import { type FieldView, type InputProps, plainText, type ShownProps } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** The address of a web page; a link on the detail page. */
export const url: FieldView<FormatField> = { Input, Filter: TextFilter, text: plainText, Detail, wide: true }

function Input(props: InputProps<FormatField>) {
  return <TextLine {...props} inputMode="url" placeholder="https://" />
}

// What an older rule let in is shown, not linked.
function Detail({ field, row }: ShownProps<FormatField>) {
  const address = plainText(field, row)
  return isWebAddress(address) ? (
    <Link href={address} target="_blank" rel="noopener noreferrer">
      {address}
      <span style={unseen}>（另開視窗）</span>
    </Link>
  ) : (
    address
  )
}
