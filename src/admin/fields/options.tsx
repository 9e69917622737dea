import { type BooleanField, type EnumField, optionText } from '../../schema/field-types/options'
import { StatusChip } from '../components/StatusChip'
import { type FieldDisplayProps, type FieldView, valueList } from './field-view'

/** Yes or no. */
const boolean: FieldView<BooleanField> = {
  text: ({ name }, record) => (record[name] === true ? '是' : record[name] === false ? '否' : ''),
}

/** A code from a list of options, shown as the text of the option. */
const enumView: FieldView<EnumField> = {
  text: (field, record) => optionText(field, record[field.name]),
  Cell: (props) => <EnumCell {...props} />,
}

// Fields whose names end in Status or State are shown as coloured chips, other fields as plain text.
const EnumCell = ({ field, record }: FieldDisplayProps<EnumField>) => {
  const code = record[field.name]
  if (code === null || code === undefined) return null
  const text = optionText(field, code)
  return /(Status|State)$/.test(field.name) ? <StatusChip code={String(code)} text={text} /> : text
}

/** Several codes from a list of options. */
const enumList: FieldView<EnumField> = {
  text: (field, record) =>
    valueList(record[field.name])
      .map((code) => optionText(field, code))
      .join('、'),
  wide: true,
}

/** The views of the types whose values are selected from options. */
export const options = { boolean, enum: enumView, enumList }
