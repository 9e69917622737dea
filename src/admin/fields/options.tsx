import { Checkbox, FormControlLabel, FormGroup, Radio, RadioGroup } from '@mui/material'
import { hasStateRules } from '../../domain/bills/state-changes'
import { type BooleanField, type EnumField, optionText, selectedCodes } from '../../schema/field-types/options'
import { StatusChip } from '../components/StatusChip'
import { type FieldDisplayProps, type FieldInputProps, type FieldView, valueList } from './field-view'
import { InputGroup } from './InputGroup'
import { OptionSelect, StateSelect, useAvailableOptions } from './OptionSelect'
import { useBoundInput } from './value-scope'

/**
 * Yes or no.
 * Unless the schema declares a default, neither is selected in a new record, because a missing value does not mean no.
 */
const boolean: FieldView<BooleanField> = {
  columnWidth: 96,
  Input: (props) => <YesNoRadios {...props} />,
  CompactInput: ({ field, ...props }) => (
    <OptionSelect {...props} label={field.label} options={yesNoOptions} toValue={(selected) => selected === 'true'} />
  ),
  Filter: ({ field }) => (
    <OptionSelect source={field.name} label={field.label} options={yesNoOptions} emptyText="全部" />
  ),
  text: ({ name }, record) => (record[name] === true ? '是' : record[name] === false ? '否' : ''),
}

const yesNoOptions = [
  ['true', '是'],
  ['false', '否'],
] as const

const YesNoRadios = ({ field, source, required, disabled }: FieldInputProps<BooleanField>) => {
  const boundInput = useBoundInput({ source, label: field.label, help: field.help, required, disabled })
  const { value, change, blur, fieldProps } = boundInput
  return (
    <InputGroup boundInput={boundInput} label={field.label}>
      <RadioGroup
        row
        aria-label={field.label}
        name={source}
        value={value === true ? 'true' : value === false ? 'false' : ''}
        onChange={(_, selected) => change(selected === 'true')}
        onBlur={blur}
      >
        {yesNoOptions.map(([code, text], index) => (
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

/** A code from a list of options, shown as the text of the option. */
const enumView: FieldView<EnumField> = {
  columnWidth: 136,
  Input: (props) => (hasStateRules(props.field.enum) ? <StateSelect {...props} /> : <EnumInput {...props} />),
  Filter: ({ field, match }) => (
    <OptionSelect
      source={field.name}
      label={field.label}
      options={field.options}
      emptyText="全部"
      multiple={match === 'in'}
    />
  ),
  text: (field, record) => optionText(field, record[field.name]),
  Cell: (props) => <EnumCell {...props} />,
}

const EnumInput = ({ field, ...props }: FieldInputProps<EnumField>) => (
  <OptionSelect {...props} label={field.label} {...useAvailableOptions(field, props.source)} />
)

// Fields whose names end in Status or State are shown as coloured chips, other fields as plain text.
const EnumCell = ({ field, record }: FieldDisplayProps<EnumField>) => {
  const code = record[field.name]
  if (code === null || code === undefined) return null
  const text = optionText(field, code)
  return /(Status|State)$/.test(field.name) ? <StatusChip code={String(code)} text={text} /> : text
}

/** Several codes from a list of options. */
const enumList: FieldView<EnumField> = {
  Input: (props) => <Checkboxes {...props} />,
  CompactInput: (props) => <EnumListSelect {...props} />,
  Filter: ({ field }) => (
    <OptionSelect source={field.name} label={field.label} options={field.options} emptyText="全部" multiple />
  ),
  text: (field, record) =>
    valueList(record[field.name])
      .map((code) => optionText(field, code))
      .join('、'),
  wide: true,
}

const Checkboxes = ({ field, source, required, disabled }: FieldInputProps<EnumField>) => {
  const { options: available, help } = useAvailableOptions(field, source)
  const boundInput = useBoundInput({ source, label: field.label, help, required, disabled })
  const { value, change, blur, fieldProps } = boundInput
  const selected = valueList(value).map(String)
  const toggle = (code: string) =>
    change(
      selectedCodes(field, selected.includes(code) ? selected.filter((other) => other !== code) : [...selected, code]),
    )
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
                checked={selected.includes(code)}
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

const EnumListSelect = ({ field, ...props }: FieldInputProps<EnumField>) => {
  const { options } = useAvailableOptions(field, props.source)
  return (
    <OptionSelect
      {...props}
      label={field.label}
      options={options}
      multiple
      toValue={(selected) => selectedCodes(field, [selected].flat())}
    />
  )
}

/** The views of the types whose values are selected from options. */
export const options = { boolean, enum: enumView, enumList }
