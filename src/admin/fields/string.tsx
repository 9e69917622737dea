import type { StringField } from '../../schema/types'
import { type FieldView, plainText } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** One line of text. */
export const string: FieldView<StringField> = { Input: TextLine, Filter: TextFilter, text: plainText }
