import { useRef, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { isEntered, type RecordValues, type ReferenceField, type RoleField } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { isSameValue } from '../../../schema/rules/record-rules'
import { currencyField, currencyOf, isMoney } from '../../../schema/text/value-text'
import { useFormFields, useSetValue, useValues } from '../value-scope'
import { useChosenRecord } from './chosen-record'

/** Props of the part of a reference that fills in other fields. */
export interface PrefillProps {
  readonly field: ReferenceField
  /** The chosen code. */
  readonly code: unknown
  readonly sharedValues: RecordValues
  readonly isInTable: boolean
}

/**
 * Fills in the fields that the schema names in `prefill` with the values of the record that the user chooses.
 * A field is filled in if it is empty, or if it has the value of the record that was chosen before: what users have typed
 * stays.
 * Renders nothing.
 */
export const Prefill = ({ field, code, sharedValues, isInTable }: PrefillProps) => {
  const record: RecordValues | undefined = useRecordContext()
  const targets = useTargets(field)
  const values = useValues([...targets.map(({ target }) => target.name), currencyField])
  const latestValues = useRef(values)
  latestValues.current = values
  const setValue = useSetValue()
  const [firstCode] = useState(code)
  const canFill = (value: unknown, former: unknown, hasFormer: boolean) =>
    isEmpty(value) || (hasFormer && isSameValue(value, former))
  useChosenRecord({
    field,
    code,
    // The items of a list come with their values; a form has those of its record.
    initialCode: isInTable ? firstCode : (record?.[field.name] ?? null),
    sharedValues,
    isNeeded: (former) => !isEmpty(former) || targets.some(({ target }) => isEmpty(values[target.name])),
    onChosen: (chosen, former) => {
      const current = latestValues.current
      for (const { target, source } of targets) {
        // An amount is a number of the smallest unit of its currency.
        if (isMoney(target) && currencyOf(chosen) !== currencyOf(current)) continue
        const value = chosen[source] ?? null
        if (
          canFill(current[target.name], former?.[source], former !== undefined) &&
          !isSameValue(value, current[target.name])
        )
          setValue(target.name, value)
      }
    },
  })
  return null
}

/** Returns the fields to fill in that the user may enter, each with the field of the chosen record that fills it. */
const useTargets = ({ prefill = {} }: ReferenceField) => {
  const fields: readonly RoleField[] = useFormFields()
  return fields.flatMap((target) => {
    const source = prefill[target.name]
    return source !== undefined && isEntered(target) && target.writable !== false ? [{ target, source }] : []
  })
}
