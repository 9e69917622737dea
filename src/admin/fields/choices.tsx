import { Checkbox, FormControlLabel, FormGroup, Radio, RadioGroup } from '@mui/material'
import { hasStateRules } from '../../domain/bills/state-changes'
import { type BooleanField, type EnumField, optionCodes, optionText } from '../../schema/field-types/choices'
import { StatusChip } from '../components/StatusChip'
import { ChoiceBox, StateBox, useAvailableOptions } from './ChoiceBox'
import { type DisplayProps, type FieldView, type InputProps, valueList } from './field-view'
import { InputGroup } from './InputGroup'
import { useInput } from './value-source'

/** Yes or no. Neither is preselected: a missing answer is not a no. */
const boolean: FieldView<BooleanField> = {
  columnWidth: 96,
  Input: (props) => <YesNo {...props} />,
  CellInput: ({ field, ...props }) => <ChoiceBox {...props} label={field.label} options={yesOrNo} toValue={(chosen) => chosen === 'true'} />,
  Filter: ({ field }) => <ChoiceBox source={field.name} label={field.label} options={yesOrNo} emptyText="全部" />,
  text: ({ name }, record) => (record[name] === true ? '是' : record[name] === false ? '否' : ''),
}

const yesOrNo = [
  ['true', '是'],
  ['false', '否'],
] as const

const YesNo = ({ field, source, required, disabled }: InputProps<BooleanField>) => {
  const boundInput = useInput({ source, label: field.label, help: field.help, required, disabled })
  const { value, change, blur, fieldProps } = boundInput
  return (
    <InputGroup boundInput={boundInput} label={field.label}>
      <RadioGroup
        row
        aria-label={field.label}
        name={source}
        value={value === true ? 'true' : value === false ? 'false' : ''}
        onChange={(_, chosen) => change(chosen === 'true')}
        onBlur={blur}
      >
        {yesOrNo.map(([code, text], index) => (
          <FormControlLabel
            key={code}
            value={code}
            label={text}
            control={<Radio size="small" slotProps={index === 0 ? { input: { ref: fieldProps.inputRef } } : {}} />}
          />
        ))}
      </RadioGroup>
    </InputGroup>
  )
}

/** One of a few codes, shown by their texts. */
const enumView: FieldView<EnumField> = {
  columnWidth: 136,
  Input: (props) => (hasStateRules(props.field.enum) ? <StateBox {...props} /> : <EnumInput {...props} />),
  Filter: ({ field, match }) => <ChoiceBox source={field.name} label={field.label} options={field.options} emptyText="全部" multiple={match === 'in'} />,
  text: (field, record) => optionText(field, record[field.name]),
  Cell: (props) => <EnumCell {...props} />,
}

const EnumInput = ({ field, ...props }: InputProps<EnumField>) => (
  <ChoiceBox {...props} label={field.label} help={field.help} options={useAvailableOptions(field, props.source)} />
)

// States are coloured chips; other options are plain text.
const EnumCell = ({ field, record }: DisplayProps<EnumField>) => {
  const code = record[field.name]
  if (code === null || code === undefined) return null
  const text = optionText(field, code)
  return /(Status|State)$/.test(field.name) ? <StatusChip code={String(code)} text={text} /> : text
}

/** Several of a few codes. */
const enumList: FieldView<EnumField> = {
  Input: (props) => <Checkboxes {...props} />,
  CellInput: (props) => <EnumListBox {...props} />,
  Filter: ({ field }) => <ChoiceBox source={field.name} label={field.label} options={field.options} emptyText="全部" multiple />,
  text: (field, record) =>
    valueList(record[field.name])
      .map((code) => optionText(field, code))
      .join('、'),
  wide: true,
}

const Checkboxes = ({ field, source, required, disabled }: InputProps<EnumField>) => {
  const boundInput = useInput({ source, label: field.label, help: field.help, required, disabled })
  const { value, change, blur, fieldProps } = boundInput
  const chosen = valueList(value)
  const available = useAvailableOptions(field, source)
  // Codes are stored in the order of the options.
  const toggle = (code: string) => change(optionCodes(field).filter((one) => (one === code ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <InputGroup boundInput={boundInput} label={field.label}>
      <FormGroup row onBlur={blur}>
        {available.map(([code, text], index) => (
          <FormControlLabel
            key={code}
            label={text}
            control={
              <Checkbox
                size="small"
                name={source}
                checked={chosen.includes(code)}
                onChange={() => toggle(code)}
                slotProps={index === 0 ? { input: { ref: fieldProps.inputRef } } : {}}
              />
            }
          />
        ))}
      </FormGroup>
    </InputGroup>
  )
}

const EnumListBox = ({ field, ...props }: InputProps<EnumField>) => {
  const inOrder = (chosen: string | string[]) => optionCodes(field).filter((code) => chosen.includes(code))
  return <ChoiceBox {...props} label={field.label} options={useAvailableOptions(field, props.source)} multiple toValue={inOrder} />
}

/** The views of choices. */
export const choices = { boolean, enum: enumView, enumList }
