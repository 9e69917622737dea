import { Box, Link } from '@mui/material'
import { Code39 } from '../../browser/Code39'
import { isCode39 } from '../../domain/barcodes/code39'
import { isWebAddress } from '../../domain/identifiers/contact'
import type { FormatField } from '../../schema/field-types/formats'
import { valueText } from '../../schema/text/value-text'
import { visuallyHidden } from '../components/visually-hidden'
import { type FieldDisplayProps, type FieldView, plainText } from './field-view'
import { TextFilter, type TextLineHints, TextLineInput } from './texts'

/** Returns the view of a one-line text with the on-screen keyboard and placeholder of its format. */
function textLineView(hints: TextLineHints = {}): FieldView<FormatField> {
  return { Input: (props) => <TextLineInput {...props} {...hints} />, Filter: TextFilter, text: plainText }
}

/** The views of the types that are one-line texts in a certain format. */
export const formats: Readonly<Record<FormatField['type'], FieldView<FormatField>>> = {
  email: textLineView({ inputMode: 'email' }),
  mobile: textLineView({ inputMode: 'tel', placeholder: '0912345678' }),
  landline: textLineView({ inputMode: 'tel', placeholder: '02-27001234' }),
  phone: textLineView({ inputMode: 'tel' }),
  uniformNo: textLineView({ inputMode: 'numeric' }),
  idNo: textLineView(),
  bankAccount: textLineView({ inputMode: 'numeric' }),
  zipCode: textLineView({ inputMode: 'numeric', placeholder: '100006' }),
  url: { ...textLineView({ inputMode: 'url', placeholder: 'https://' }), Detail: WebLink, wide: true },
  virtualAccount: { ...textLineView({ inputMode: 'numeric' }), Cell: GroupedDigits },
  barcode: { ...textLineView(), Detail: Barcode },
  bankTime: { ...textLineView({ inputMode: 'numeric', placeholder: '08:21:29' }), text: valueText },
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
  const account = plainText(field, record)
  const groups = account.match(/.{1,4}/g) ?? []
  return (
    <span className="digit-groups">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups have no other key
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}

function Barcode({ field, record }: FieldDisplayProps<FormatField>) {
  const value = plainText(field, record)
  if (!isCode39(value)) return value
  return (
    <Box sx={barcodeStyles}>
      <Code39 text={value} name={`${field.label}條碼`} />
    </Box>
  )
}

// White in both themes, because scanners need dark bars on a light background.
const barcodeStyles = {
  display: 'inline-block',
  maxWidth: '100%',
  p: 1.5,
  bgcolor: '#fff',
  color: '#000',
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  '& figure': { m: 0 },
  '& svg': { display: 'block', maxWidth: '100%' },
  '& figcaption': { mt: 0.5, textAlign: 'center', letterSpacing: '0.12em', fontSize: '0.875rem' },
}
