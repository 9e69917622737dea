import { type ComponentType, createContext, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { companySession } from '../../browser/session/session'
import type { SelectOption } from '../../contract/envelope'
import type { Resource } from '../../schema/language/resource'
import type { RecordValues, ReferenceField } from '../../schema/language/types'
import { displayOf, placeholdersIn } from '../../schema/text/interpolate'
import { mayDo } from '../auth-provider/access'
import { usePortal } from '../portal'

/** What the form of a new record above another form is given. */
export interface CreateDialogProps {
  readonly resource: Resource
  /** Values of the new record. */
  readonly initialValues: RecordValues
  readonly onCreated: (record: RaRecord) => void
  readonly onClose: () => void
}

/** That form, given by the page: forms hold references, and references open a form. */
export const CreateDialogContext = createContext<ComponentType<CreateDialogProps> | null>(null)

/** Offers a new record of the other resource among a reference's choices, for users who may create one; a resource with hand-written screens has none. */
export const useCreateNew = ({ field, same, enabled }: { field: ReferenceField; same: RecordValues; enabled: boolean }) => {
  const { schemas, screens } = usePortal()
  const target = schemas.get(field.to)
  const [isAllowed, setAllowed] = useState(false)
  const [initialValues, setFirst] = useState<RecordValues | null>(null)
  return {
    target,
    /** Values of the new record while its form is open. */
    initialValues,
    /** Asked when the choices open: a table of a hundred references would ask a hundred times. */
    checkRights: () => setAllowed(enabled && screens[field.to] === undefined && mayDo(target, companySession()?.menu ?? [], 'create')),
    choice: (typed: string): readonly SelectOption[] =>
      isAllowed ? [{ Value: createValue, Text: typed.trim() === '' ? `新增${target.noun}…` : `新增${target.noun}「${typed.trim()}」…` }] : [],
    open: (typed: string) => setFirst({ ...sharedValues(target, same), ...valuesFromSearch(target, field, typed.trim()) }),
    close: () => setFirst(null),
  }
}

// No code has blanks around it.
const createValue = ' new '
const moreValue = ' more '

export const isCreateChoice = (choice: SelectOption | null): boolean => choice?.Value === createValue

/** Returns a line that only says that there is more. */
export const isMoreChoice = ({ Value }: SelectOption): boolean => Value === moreValue

export const moreChoice = (more: number): readonly SelectOption[] => (more > 0 ? [{ Value: moreValue, Text: `還有 ${more} 筆，請輸入關鍵字查詢` }] : [])

/** Returns a record as a reference offers it. */
export const choiceOf = (field: ReferenceField, target: Resource, record: RecordValues): SelectOption => ({
  Value: String(record[field.by]),
  Text: displayOf(target, record),
})

const sharedValues = (target: Resource, same: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(same).filter(([name]) => target.fields.some((field) => field.name === name)))

/** Returns what was typed in the search as the code or the name of the new record. */
const valuesFromSearch = ({ display, fields }: Resource, { by }: ReferenceField, typed: string): RecordValues => {
  const texts = placeholdersIn(display).filter((name) => fields.some((field) => field.name === name && field.type === 'string' && !field.readOnly))
  const name = /^[\x21-\x7e]+$/.test(typed) ? texts.find((field) => field === by) : texts.findLast((field) => field !== by)
  return typed !== '' && name !== undefined ? { [name]: typed } : {}
}
