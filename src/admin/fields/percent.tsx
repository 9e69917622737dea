import { formatPercent } from '../../domain/percent'
import type { PercentField } from '../../schema/types'
import { PercentBox } from '../parts/PercentBox'
import { RangeBoxes } from '../parts/RangeBoxes'
import type { FieldView, FilterProps, InputProps } from './field-view'
import { numberOf } from './number-boxes'

/** A percentage. */
export const percent: FieldView<PercentField> = {
  Input,
  Filter,
  text: (field, row) => {
    const value = numberOf(field, row)
    return value === null ? '' : formatPercent(value)
  },
  number: numberOf,
  align: 'right',
}

function Input({ field, ...props }: InputProps<PercentField>) {
  return <PercentBox {...props} label={field.label} help={field.help} />
}

function Filter({ field, match }: FilterProps<PercentField>) {
  return match === 'range' ? <RangeBoxes Box={PercentBox} source={field.name} label={field.label} /> : <PercentBox source={field.name} label={field.label} />
}
