import { parseTime } from '../../domain/dates'
import { foldFullWidth } from '../../domain/full-width'
import type { DateField } from '../../schema/types'
import { RangeBoxes } from '../parts/RangeBoxes'
import { TypedBox } from '../parts/TypedBox'
import type { BoxProps } from '../parts/use-box'
import { type FieldView, type FilterProps, type InputProps, plainText } from './field-view'

/** A time of day. */
export const time: FieldView<DateField> = { Input, Filter, text: plainText }

function Input({ field, ...props }: InputProps<DateField>) {
  return <TimeBox {...props} label={field.label} help={field.help} />
}

function Filter({ field, match }: FilterProps<DateField>) {
  return match === 'range' ? <RangeBoxes Box={TimeBox} source={field.name} label={field.label} /> : <TimeBox source={field.name} label={field.label} />
}

const TimeBox = (props: BoxProps) => (
  <TypedBox {...props} read={(typed) => parseTime(foldFullWidth(typed).trim())} shown={(value) => value} placeholder="例如 09:30" />
)
