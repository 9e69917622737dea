import { MenuItem, TextField } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { taipeiToday } from '../../domain/dates/dates'
import type { EnumField } from '../../schema/field-types/choices'
import { conditionFields } from '../../schema/rules/condition'
import { availableOptions, visibleValues } from '../../schema/rules/conditional'
import { stateErrors } from '../../schema/rules/record-rules'
import { useConditionContext } from '../hooks/condition-context'
import type { InputProps } from './field-view'
import { type InputSettings, useFormFields, useInput, useValues } from './value-source'

interface ChoiceBoxProps extends InputSettings {
  /** Codes and their texts. */
  readonly options: readonly (readonly [value: string, text: string])[]
  /** Text of the empty choice: 全部 in queries, 請選擇 in forms. */
  readonly emptyText?: string
  readonly multiple?: boolean
  /** Returns the value of the chosen codes; default: the codes. */
  readonly toValue?: (chosen: string | string[]) => unknown
}

/** A select input for one or several of a few options. */
export const ChoiceBox = ({ options, emptyText = '請選擇', multiple = false, toValue = unchanged, ...props }: ChoiceBoxProps) => {
  const { value, change, blur, fieldProps, inputProps } = useInput(props)
  const textOf = (code: unknown) => options.find(([one]) => one === String(code))?.[1] ?? String(code)
  const chosen = multiple ? [value ?? []].flat() : (value ?? '')
  return (
    <TextField
      {...fieldProps}
      select
      value={chosen}
      onChange={(event) => change(event.target.value === '' ? null : toValue(event.target.value as string | string[]))}
      onBlur={blur}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          ...(inputProps['aria-labelledby'] ? { labelId: inputProps['aria-labelledby'] } : {}),
          multiple,
          displayEmpty: true,
          renderValue: (selected) =>
            [selected]
              .flat()
              .filter((one) => one !== '')
              .map(textOf)
              .join('、') || <Placeholder text={emptyText} />,
        },
      }}
    >
      {!multiple && (
        <MenuItem value="">
          <Placeholder text={emptyText} />
        </MenuItem>
      )}
      {options.map(([code, text]) => (
        <MenuItem key={code} value={code}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}

const unchanged = (chosen: string | string[]) => chosen

const Placeholder = ({ text }: { text: string }) => <span style={{ color: 'var(--quiet)' }}>{text}</span>

/** A select input of a state: the current one and those that may follow it by the server's rules. */
export const StateBox = ({ field, ...props }: InputProps<EnumField>) => {
  const options = useNextStates(field)
  return <ChoiceBox {...props} label={field.label} help={field.help} options={options} />
}

const useNextStates = (field: EnumField) => {
  const previous = useRecordContext()
  const values = useValues(useFormFields().map(({ name }) => name))
  const today = taipeiToday(new Date())
  const allowed = (code: string) => Object.keys(stateErrors([field], { record: { ...values, [field.name]: code }, previous, today })).length === 0
  return field.options.filter(([code]) => allowed(code))
}

/** Returns the options that the form's values allow, and the chosen ones. */
export const useAvailableOptions = (field: EnumField, source: string): EnumField['options'] => {
  const fields = useFormFields()
  const { [source]: value, ...values } = useValues([...new Set([...Object.values(field.optionsWhen ?? {}).flatMap(conditionFields), source])])
  const context = useConditionContext()
  const available = availableOptions(field, visibleValues(fields, values, context), context)
  const chosen = [value ?? []].flat()
  return field.options.filter(([code]) => available.includes(code) || chosen.includes(code))
}
