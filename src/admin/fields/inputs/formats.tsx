import type { FormatField } from '../../../schema/field-types/formats'
import type { FieldInputs } from './field-inputs'
import { TextFilter, type TextLineHints, TextLineInput } from './texts'

/** The inputs of the types that are one-line texts, with the on-screen keyboard and placeholder of their format. */
export const formats: Readonly<Record<FormatField['type'], FieldInputs<FormatField>>> = {
  email: textLine({ inputMode: 'email' }),
  mobile: textLine({ inputMode: 'tel', placeholder: '0912345678' }),
  landline: textLine({ inputMode: 'tel', placeholder: '02-27001234' }),
  phone: textLine({ inputMode: 'tel' }),
  uniformNo: textLine({ inputMode: 'numeric' }),
  idNo: textLine({}),
  bankAccount: textLine({ inputMode: 'numeric' }),
  zipCode: textLine({ inputMode: 'numeric', placeholder: '100006' }),
  url: textLine({ inputMode: 'url', placeholder: 'https://' }),
  virtualAccount: textLine({ inputMode: 'numeric' }),
  bankTime: textLine({ inputMode: 'numeric', placeholder: '08:21:29' }),
}

function textLine(hints: TextLineHints): FieldInputs<FormatField> {
  return { Input: (props) => <TextLineInput {...props} {...hints} />, Filter: TextFilter }
}
