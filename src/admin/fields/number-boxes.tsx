import type { Field, Row } from '../../schema/types'
import { NumberBox } from '../parts/NumberBox'
import { RangeBoxes } from '../parts/RangeBoxes'
import type { BoxProps } from '../parts/use-box'
import { useValues } from '../parts/value-source'
import type { FilterProps, InputProps } from './field-view'

/** A number in a form. */
export const NumberInput = ({ field, ...props }: InputProps<Field>) => <NumberBox {...props} label={field.label} help={field.help} />

/** An amount in a form. */
export const AmountInput = ({ field, ...props }: InputProps<Field>) => <AmountBox {...props} label={field.label} help={field.help} />

/** A number in a query, or a range of numbers. */
export const NumberFilter = ({ field, match }: FilterProps<Field>) =>
  match === 'range' ? <RangeBoxes Box={NumberBox} source={field.name} label={field.label} /> : <NumberBox source={field.name} label={field.label} />

/** An amount in a query, or a range of amounts. */
export const AmountFilter = ({ field, match }: FilterProps<Field>) =>
  match === 'range' ? <RangeBoxes Box={AmountBox} source={field.name} label={field.label} /> : <AmountBox source={field.name} label={field.label} />

/** The value where it is a number. */
export const numberOf = ({ name }: Field, row: Row): number | null => {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

// The form's currency, and in a query the one that is asked for, says how many decimals there are.
const AmountBox = (props: BoxProps) => {
  const [currency] = useValues(['CurrencyType'])
  return <NumberBox {...props} currency={typeof currency === 'string' ? currency : 'TWD'} />
}
