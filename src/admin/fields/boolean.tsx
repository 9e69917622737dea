import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { BooleanField } from '../../schema/types'
import { ChoiceBox } from '../parts/ChoiceBox'
import { useBox } from '../parts/use-box'
import type { FieldView, InputProps } from './field-view'

/** Yes or no; both are said, so that nobody takes silence for a no. */
export const boolean: FieldView<BooleanField> = {
  Input: (props) => <YesNo {...props} />,
  CellInput: ({ field, ...props }) => <ChoiceBox {...props} label={field.label} options={options} read={(chosen) => chosen === 'true'} />,
  Filter: ({ field }) => <ChoiceBox source={field.name} label={field.label} options={options} emptyText="全部" />,
  text: ({ name }, row) => (row[name] === true ? '是' : row[name] === false ? '否' : ''),
}

const options = [
  ['true', '是'],
  ['false', '否'],
] as const

const YesNo = ({ field, source, required, disabled }: InputProps<BooleanField>) => {
  const { value, change, blur, look, message } = useBox({ source, label: field.label, help: field.help, required, disabled })
  return (
    <FormControl error={message !== undefined} disabled={look.disabled} required={look.required}>
      <FormLabel id={`${source}-label`} sx={{ fontSize: '0.75rem' }}>
        {field.label}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={`${source}-label`}
        name={source}
        value={value === true ? 'true' : value === false ? 'false' : ''}
        onChange={(_, chosen) => change(chosen === 'true')}
        onBlur={blur}
      >
        {options.map(([code, text], index) => (
          <FormControlLabel
            key={code}
            value={code}
            label={text}
            control={<Radio size="small" slotProps={index === 0 ? { input: { ref: look.inputRef } } : {}} />}
          />
        ))}
      </RadioGroup>
      {look.helperText && <FormHelperText>{look.helperText}</FormHelperText>}
    </FormControl>
  )
}
