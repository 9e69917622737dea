import { conditionFields } from '../../schema/condition'
import { seenRow } from '../../schema/hidden'
import { optionCodes } from '../../schema/options'
import { openOptions } from '../../schema/options-now'
import type { EnumField } from '../../schema/types'
import { useAround } from './around'
import { useFormFields } from './form-fields'
import { useValues } from './value-source'

/** The codes that can be chosen for the form's values now, and the one that is chosen. */
export const useOpenOptions = (field: EnumField, source: string): readonly string[] => {
  const fields = useFormFields()
  const names = [...new Set(Object.values(field.optionsWhen ?? {}).flatMap(conditionFields))]
  const values = useValues([...names, source])
  const around = useAround()
  const open = openOptions(field, seenRow(fields, Object.fromEntries(names.map((name, index) => [name, values[index]])), around), around)
  const chosen = [values[names.length] ?? []].flat()
  return optionCodes(field).filter((code) => open.includes(code) || chosen.includes(code))
}
