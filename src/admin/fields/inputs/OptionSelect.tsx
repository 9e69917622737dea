import { MenuItem, TextField } from '@mui/material'
import { type SyntheticEvent, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { taipeiToday } from '../../../domain/dates/dates'
import { type EnumField, isOption } from '../../../schema/field-types/options'
import { conditionFields } from '../../../schema/rules/condition'
import { availableOptions, visibleValues } from '../../../schema/rules/conditional'
import { stateErrors } from '../../../schema/rules/record-rules'
import { useConditionContext } from '../../hooks/condition-context'
import { type BoundInputProps, useBoundInput, useFormFields, useValues } from '../value-scope'
import { useOfferedOptions } from './call-options'
import type { FieldInputProps } from './field-inputs'

interface OptionSelectProps extends BoundInputProps {
  /** Codes and their texts. */
  readonly options: readonly (readonly [value: string, text: string])[]
  /** The text that is shown while nothing is selected: 全部 in queries, 請選擇 in forms. */
  readonly emptyText?: string
  readonly multiple?: boolean
  /** Returns the value for the selected codes; default: the codes. */
  readonly toValue?: (codes: string | string[]) => unknown
}

/** Renders a select input for one or several options. */
export const OptionSelect = ({
  options,
  emptyText = '請選擇',
  multiple = false,
  toValue = identity,
  ...props
}: OptionSelectProps) => {
  const { value, change, blur, fieldProps, inputProps } = useBoundInput(props)
  const textOf = (code: unknown) => options.find(([optionCode]) => optionCode === String(code))?.[1] ?? String(code)
  const menuProps = useSelectMenu()
  const selection = multiple ? [value ?? []].flat() : (value ?? '')
  return (
    <TextField
      {...fieldProps}
      select
      value={selection}
      onChange={(event) => change(event.target.value === '' ? null : toValue(event.target.value as string | string[]))}
      onBlur={blur}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          ...(inputProps['aria-labelledby'] ? { labelId: inputProps['aria-labelledby'] } : {}),
          ...menuProps,
          multiple,
          displayEmpty: true,
          renderValue: (selected) =>
            [selected]
              .flat()
              .filter((code) => code !== '')
              .map(textOf)
              .join('、') || <EmptyOptionText text={emptyText} />,
        },
      }}
    >
      {!multiple && (
        <MenuItem value="">
          <EmptyOptionText text={emptyText} />
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

/**
 * Returns whether the menu of a select is open, with the functions that open and close it.
 * MUI also closes a menu when the mouse button is released outside of the input.
 * This must be ignored, because the input may have moved away from the mouse: pressing the button validates the
 * previous input, whose error message may push this input down.
 */
const useSelectMenu = () => {
  const [open, setOpen] = useState(false)
  const onClose = (event: SyntheticEvent | Event) => {
    // MUI passes a native event when the button is released, and a React event in all other cases.
    if (!(event instanceof Event)) setOpen(false)
  }
  return { open, onOpen: () => setOpen(true), onClose }
}

const identity = (codes: string | string[]) => codes

const EmptyOptionText = ({ text }: { text: string }) => <span style={{ color: 'var(--text-muted)' }}>{text}</span>

/** Renders a select input of states: the current state and the states to which it may change. */
export const StateSelect = ({ field, ...props }: FieldInputProps<EnumField>) => {
  const { options, help } = useNextStates(field, props.source)
  return <OptionSelect {...props} label={field.label} help={help} options={options} />
}

const useNextStates = (field: EnumField, source: string): FormOptions => {
  const previous = useRecordContext()
  const values = useValues(useFormFields().map(({ name }) => name))
  const today = taipeiToday(new Date())
  const isAllowed = (code: string) =>
    Object.keys(stateErrors([field], { record: { ...values, [field.name]: code }, previous, today })).length === 0
  return useFormOptions(field, { isAvailable: isAllowed, selected: [values[source] ?? []].flat() })
}

/** The options of a field in a form, with their texts. */
interface FormOptions {
  readonly options: EnumField['options']
  /** The help text, or why the options are not offered at the moment. */
  readonly help: string | undefined
}

/**
 * Returns the options that the form's values allow, among those that the call of the field offers.
 * Selected options are always included.
 */
export const useAvailableOptions = (field: EnumField, source: string): FormOptions => {
  const fields = useFormFields()
  const { [source]: value, ...values } = useValues([
    ...new Set([...Object.values(field.optionsWhen ?? {}).flatMap(conditionFields), source]),
  ])
  const context = useConditionContext()
  const available = availableOptions(field, visibleValues(fields, values, context), context)
  return useFormOptions(field, { isAvailable: (code) => available.includes(code), selected: [value ?? []].flat() })
}

interface OptionFilter {
  readonly isAvailable: (code: string) => boolean
  readonly selected: readonly unknown[]
}

const useFormOptions = (field: EnumField, { isAvailable, selected }: OptionFilter): FormOptions => {
  const { options: offered, note } = useOfferedOptions(field)
  // A code that only the backend knows has no condition in the schema.
  const available = offered.filter(([code]) => !isOption(field, code) || isAvailable(code) || selected.includes(code))
  const others = field.options.filter(
    ([code]) => selected.includes(code) && !available.some(([availableCode]) => availableCode === code),
  )
  return { options: [...available, ...others], help: note ?? field.help }
}
