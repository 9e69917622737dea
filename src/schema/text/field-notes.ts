import { rulesOf } from '../field-types'
import type { Field } from '../language/types'

/** Returns what a field says about the values that users enter, in sentences. */
export const fieldNotes = (field: Field): readonly string[] => [
  ...(field.help ? [field.help] : []),
  ...(rulesOf(field.type).limitNotes?.(field) ?? []),
  ...(optionTextsOf(field) ? [`可填：${optionTextsOf(field)?.join('、')}。`] : []),
]

/** Returns the texts that a cell of a field may have; undefined if they are not limited. */
export const optionTextsOf = (field: Field): readonly string[] | undefined => rulesOf(field.type).cellTexts?.(field)
