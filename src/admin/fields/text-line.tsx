import type { HTMLAttributes } from 'react'
import type { Field } from '../../schema/types'
import { TextBox } from '../parts/TextBox'
import type { FilterProps, InputProps } from './field-view'

/** The keyboard and the hint of a line of text. */
export interface TextLineLook {
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly placeholder?: string
}

/** A line of text in a form. */
export const TextLine = ({ field, ...props }: InputProps<Field> & TextLineLook) => <TextBox {...props} label={field.label} help={field.help} />

/** A line of text in a query. */
export const TextFilter = ({ field }: FilterProps<Field>) => <TextBox source={field.name} label={field.label} />
