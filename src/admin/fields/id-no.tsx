import type { FormatField } from '../../schema/types'
import { type FieldView, plainText } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** A personal id, or a 統一編號 in its place. */
export const idNo: FieldView<FormatField> = { Input: TextLine, Filter: TextFilter, text: plainText }
