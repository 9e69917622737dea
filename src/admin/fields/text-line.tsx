import type { HTMLAttributes } from 'react'
import type { Field } from '../../schema/types'
import { TextBox } from '../parts/TextBox'
import type { FilterProps, InputProps } from './field-view'

interface TextLineProps extends InputProps<Field> {
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly placeholder?: string
}

/** A line of text in a form; types differ in keyboard and hint. */
export const TextLine = ({ field, ...props }: TextLineProps) => <TextBox {...props} label={field.label} help={field.help} />

/** A line of text in a query. */
export const TextFilter = ({ field }: FilterProps<Field>) => <TextBox source={field.name} label={field.label} />
