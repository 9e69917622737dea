import { useRecordContext } from 'react-admin'
import { taipeiToday } from '../../domain/dates'
import { stateErrors } from '../../schema/state-errors'
import type { EnumField, Row } from '../../schema/types'
import { ChoiceBox } from '../parts/ChoiceBox'
import { useFormFields } from '../parts/form-fields'
import { useValues } from '../parts/value-source'
import type { InputProps } from './field-view'

/** A state: offered are the present one and those that may follow it, as the server will judge. */
export const StateBox = ({ field, ...props }: InputProps<EnumField>) => {
  const options = useNextStates(field)
  return <ChoiceBox {...props} label={field.label} help={field.help} options={options} />
}

const useNextStates = (field: EnumField) => {
  const previous = useRecordContext()
  const names = useFormFields().map(({ name }) => name)
  const held = useValues(names)
  const values: Row = Object.fromEntries(names.map((name, place) => [name, held[place]]))
  const today = taipeiToday(new Date())
  const allowed = (code: string) => Object.keys(stateErrors([field], { row: { ...values, [field.name]: code }, previous, today })).length === 0
  return field.options.filter(([code]) => allowed(code))
}
