import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import type { EnumField } from '../../schema/types'
import { ChoiceBox } from '../parts/ChoiceBox'
import { useBox } from '../parts/use-box'
import { useOpenOptions } from '../parts/use-open-options'
import { textOf } from './enum'
import type { FieldView, InputProps } from './field-view'

/** Several of a few codes. */
export const enumList: FieldView<EnumField> = {
  Input: (props) => <Checkboxes {...props} />,
  CellInput: (props) => <Choices {...props} />,
  Filter: ({ field }) => <ChoiceBox source={field.name} label={field.label} options={Object.entries(field.options)} emptyText="全部" multiple />,
  text: (field, row) =>
    listOf(row[field.name])
      .map((code) => textOf(field, code))
      .join('、'),
  wide: true,
}

const Checkboxes = ({ field, source, required, disabled }: InputProps<EnumField>) => {
  const { value, change, blur, look, message } = useBox({ source, label: field.label, help: field.help, required, disabled })
  const chosen = listOf(value)
  const open = useOpenOptions(field, source)
  // In the order of the choices, whatever the order of the clicks.
  const toggle = (code: string) => change(Object.keys(field.options).filter((one) => (one === code ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <FormControl component="fieldset" error={message !== undefined} disabled={look.disabled} required={look.required}>
      <FormLabel component="legend" sx={{ fontSize: '0.75rem' }}>
        {field.label}
      </FormLabel>
      <FormGroup row onBlur={blur}>
        {open.map((code, index) => (
          <FormControlLabel
            key={code}
            label={textOf(field, code)}
            control={
              <Checkbox
                size="small"
                name={source}
                checked={chosen.includes(code)}
                onChange={() => toggle(code)}
                slotProps={index === 0 ? { input: { ref: look.inputRef } } : {}}
              />
            }
          />
        ))}
      </FormGroup>
      {look.helperText && <FormHelperText>{look.helperText}</FormHelperText>}
    </FormControl>
  )
}

const Choices = ({ field, ...props }: InputProps<EnumField>) => {
  const open = useOpenOptions(field, props.source)
  const inOrder = (chosen: string | string[]) => Object.keys(field.options).filter((code) => chosen.includes(code))
  return <ChoiceBox {...props} label={field.label} options={open.map((code) => [code, textOf(field, code)] as const)} multiple read={inOrder} />
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
