import { useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { taipeiToday } from '../../domain/dates'
import { stateErrors } from '../../schema/state-errors'
import type { EnumField, Row } from '../../schema/types'
import { ChoiceBox } from '../parts/ChoiceBox'
import type { InputProps } from './field-view'

/** A state: offered are the present one and those that may follow it, as the server will judge. */
export const StateBox = ({ field, ...props }: InputProps<EnumField>) => {
  const options = useNextStates(field)
  return <ChoiceBox {...props} label={field.label} help={field.help} options={options} />
}

const useNextStates = (field: EnumField) => {
  const previous = useRecordContext()
  const values: Row = useWatch()
  const today = taipeiToday(new Date())
  const allowed = (code: string) => Object.keys(stateErrors([field], { row: { ...values, [field.name]: code }, previous, today })).length === 0
  return Object.entries(field.options).filter(([code]) => allowed(code))
}
