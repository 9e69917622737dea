import { Link } from '@mui/material'
import { DigitGroups } from '../../browser/DigitGroups'
import { isWebAddress } from '../../domain/identifiers/contact'
import type { FormatField } from '../../schema/field-types/formats'
import { valueText } from '../../schema/text/value-text'
import { visuallyHidden } from '../components/visually-hidden'
import { type FieldDisplayProps, type FieldView, plainText } from './field-view'

const textLine: FieldView<FormatField> = { text: plainText }
const accountNumber: FieldView<FormatField> = { ...textLine, Cell: GroupedDigits }

/** The views of the types that are one-line texts in a certain format. */
export const formats: Readonly<Record<FormatField['type'], FieldView<FormatField>>> = {
  email: textLine,
  mobile: textLine,
  landline: textLine,
  phone: textLine,
  uniformNo: textLine,
  idNo: textLine,
  bankAccount: accountNumber,
  zipCode: textLine,
  url: { ...textLine, Detail: WebLink, wide: true },
  virtualAccount: accountNumber,
  bankTime: { text: valueText },
}

// A value that was saved before the format was checked may not be a web address; it is shown as text.
function WebLink({ field, record }: FieldDisplayProps<FormatField>) {
  const address = plainText(field, record)
  return isWebAddress(address) ? (
    <Link href={address} target="_blank" rel="noopener noreferrer">
      {address}
      <span style={visuallyHidden}>（另開視窗）</span>
    </Link>
  ) : (
    address
  )
}

function GroupedDigits({ field, record }: FieldDisplayProps<FormatField>) {
  return <DigitGroups account={plainText(field, record)} />
}
