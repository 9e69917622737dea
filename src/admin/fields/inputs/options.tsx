import { Checkbox, FormControlLabel, FormGroup, Radio, RadioGroup } from '@mui/material'
import { hasStateRules } from '../../../domain/bills/state-changes'
import { type BooleanField, type EnumField, selectedCodes } from '../../../schema/field-types/options'
import { valueList } from '../field-view'
import { useBoundInput } from '../value-scope'
import type { FieldInputProps, FieldInputs } from './field-inputs'
import { InputGroup } from './InputGroup'
import { OptionSelect, StateSelect, useAvailableOptions } from './OptionSelect'

/**
 * Yes or no.
 * Unless the schema declares a default, neither is selected in a new record, because a missing value does not mean no.
 */
const boolean: FieldInputs<BooleanField> = {
  columnWidth: 96,
  Input: (props) => <YesNoRadios {...props} />,
  CompactInput: ({ field, ...props }) => (
    <OptionSelect {...props} label={field.label} options={yesNoOptions} toValue={(selected) => selected === 'true'} />
  ),
  Filter: ({ field }) => (
    <OptionSelect source={field.name} label={field.label} options={yesNoOptions} emptyText="全部" />
  ),
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

/** A code from a list of options. */
const enumInputs: FieldInputs<EnumField> = {
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
}

const EnumInput = ({ field, ...props }: FieldInputProps<EnumField>) => (
  <OptionSelect {...props} label={field.label} {...useAvailableOptions(field, props.source)} />
)

/** Several codes from a list of options. */
const enumList: FieldInputs<EnumField> = {
  Input: (props) => <Checkboxes {...props} />,
  CompactInput: (props) => <EnumListSelect {...props} />,
  Filter: ({ field }) => (
    <OptionSelect source={field.name} label={field.label} options={field.options} emptyText="全部" multiple />
  ),
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

/** The inputs of the types whose values are selected from options. */
export const options = { boolean, enum: enumInputs, enumList }
