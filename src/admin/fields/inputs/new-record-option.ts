import { useState } from 'react'
import { companySession } from '../../../browser/session/session'
import type { SelectOption } from '../../../contract/envelope'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues, ReferenceField } from '../../../schema/language/types'
import { displayOf, placeholdersIn } from '../../../schema/text/interpolate'
import { isPermitted } from '../../auth-provider/access'
import { usePortal } from '../../portal'

/**
 * Returns the option with which a reference input creates a new record, and the state of its dialog.
 * Users who may create these records get the option, unless the resource of the records has hand-written screens.
 */
export const useNewRecordOption = ({
  field,
  sharedValues,
  enabled,
}: {
  field: ReferenceField
  sharedValues: RecordValues
  enabled: boolean
}) => {
  const { schemas, screens } = usePortal()
  const target = schemas.get(field.to)
  const [isAllowed, setAllowed] = useState(false)
  const [initialValues, setInitialValues] = useState<RecordValues | null>(null)
  return {
    target,
    /** Initial values of the new record while its dialog is open; otherwise null. */
    initialValues,
    /**
     * Updates whether the user may create a record.
     * It is called when the options open, not on mount, because a table may have a hundred references.
     */
    updateRights: () =>
      setAllowed(
        enabled && screens[field.to] === undefined && isPermitted(target, companySession()?.menu ?? [], 'create'),
      ),
    optionsFor: (typed: string): readonly SelectOption[] =>
      isAllowed
        ? [
            {
              Value: newRecordValue,
              Text: typed.trim() === '' ? `新增${target.noun}…` : `新增${target.noun}「${typed.trim()}」…`,
            },
          ]
        : [],
    open: (typed: string) =>
      setInitialValues({ ...valuesOfFields(target, sharedValues), ...valuesFromSearch(target, field, typed.trim()) }),
    close: () => setInitialValues(null),
  }
}

// Codes have no leading or trailing spaces, so these values cannot be codes.
const newRecordValue = ' new '
const moreValue = ' more '

/** Returns whether the option is the one that creates a record. */
export const isNewRecordOption = (option: SelectOption | null): boolean => option?.Value === newRecordValue

/** Returns whether the option is the hint that more records match. */
export const isMoreOption = ({ Value }: SelectOption): boolean => Value === moreValue

/** Returns the hint that more records match, as an option that cannot be selected; none if there are no more. */
export const moreOption = (moreCount: number): readonly SelectOption[] =>
  moreCount > 0 ? [{ Value: moreValue, Text: `還有 ${moreCount} 筆，請輸入關鍵字查詢` }] : []

/** Returns a record as an option of a reference. */
export const optionOf = (field: ReferenceField, target: Resource, record: RecordValues): SelectOption => ({
  Value: String(record[field.by] ?? ''),
  Text: displayOf(target, record),
})

const valuesOfFields = (target: Resource, values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => target.fields.some((field) => field.name === name)))

/**
 * Returns the typed search text as an initial value of the new record: ASCII text without spaces becomes the code,
 * other text the name, which is the last text field of `display`.
 */
const valuesFromSearch = ({ display, fields }: Resource, { by }: ReferenceField, typed: string): RecordValues => {
  const textFieldNames = placeholdersIn(display).filter((name) =>
    fields.some((field) => field.name === name && field.type === 'string' && !field.readOnly),
  )
  const fieldName = /^[\x21-\x7e]+$/.test(typed)
    ? textFieldNames.find((name) => name === by)
    : textFieldNames.findLast((name) => name !== by)
  return typed !== '' && fieldName !== undefined ? { [fieldName]: typed } : {}
}
