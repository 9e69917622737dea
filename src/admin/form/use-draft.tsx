import { Alert } from '@mui/material'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { showWarning } from '../../browser/dialogs/dialogs'
import { askToContinueDraft, type Draft, registerForm, takeDraft } from '../../browser/session/drafts'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { itemsOf } from '../../schema/rules/list-items'
import { useToast } from '../hooks/use-toast'
import { focusHeading } from './heading-focus'
import { removeStoredDraft, type StoredDraft, storeDraft, storedDraftOf } from './stored-draft'

interface DraftForm {
  /** The title of the form, for the question whether to continue. */
  readonly title: string
  readonly resource: Resource
  /** The record that the form changes. */
  readonly record?: RecordValues | undefined
}

/**
 * Keeps the input of a form as a draft: in memory if the session expires or ends in another tab, and in the tab, without
 * personal data, if the page is reloaded or crashes.
 * Restores the input for the same user.
 * A dialog asks before the input is restored, because the user may want to enter something else.
 * There is no dialog if they have already confirmed on the sign-in page.
 * Returns the note that personal data were not kept, or null.
 */
export const useDraft = (form: UseFormReturn, { title, resource, record }: DraftForm): ReactNode => {
  const { pathname } = useLocation()
  const toast = useToast()
  const [lacksPersonalData, setLacksPersonalData] = useState(false)
  const version = record?.UpdateTime
  const read = () => ({ title, path: pathname, version, values: form.getValues() })
  const latestRead = useRef(read)
  latestRead.current = read

  useEffect(() => registerForm(() => (form.formState.isDirty ? latestRead.current() : null)), [form])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is mounted
  useEffect(() => {
    const draft = takeDraft(pathname)
    const stored = draft ? null : storedDraftOf(pathname)
    if (draft) void restoreOfSession(draft)
    if (stored) void restoreOfTab(stored)
  }, [])
  useStoredDraft(form, resource, latestRead)

  const restoreOfSession = async (draft: NonNullable<ReturnType<typeof takeDraft>>) => {
    if (draft.isConfirmed || (await askToContinueDraft(draft.title))) restore(draft, '登出')
  }
  const restoreOfTab = async (draft: StoredDraft) => {
    const question = `重新載入前，您在「${draft.title}」有尚未儲存的內容。${draft.hasOmitted ? personalDataText : ''}`
    if (!(await askToContinueDraft(draft.title, question))) return removeStoredDraft(pathname)
    restore(draft, '重新載入')
    setLacksPersonalData(draft.hasOmitted)
  }
  const restore = (draft: Draft, event: string) => {
    const values = draft.values as RecordValues
    const skippedLists = draft.version === version ? [] : listsByPosition(resource, values)
    const currentValues = form.getValues()
    form.reset(
      {
        ...currentValues,
        ...values,
        ...Object.fromEntries(skippedLists.map(({ name }) => [name, currentValues[name]])),
      },
      { keepDefaultValues: true },
    )
    // The question had the focus, and without an input that had it before, nothing has it now.
    if (document.activeElement === document.body) focusHeading()
    if (draft.version === version) toast(`已帶回${event}前填寫的內容，請確認後儲存。`, 'info')
    else void showWarning('這筆資料在您填寫期間已有異動', changedText({ record, event, skippedLists }))
  }
  return lacksPersonalData ? <Alert severity="info">{personalDataText}</Alert> : null
}

const personalDataText = '個人資料不會保留，請重新填寫。'

/**
 * Stores the input of a form in the tab a moment after each change, and when the page is unloaded.
 * The stored input is removed with the form: after saving, or when the user leaves it.
 */
const useStoredDraft = (
  form: UseFormReturn,
  resource: Resource,
  latestRead: RefObject<() => Draft & { readonly values: RecordValues }>,
): void => {
  const { pathname } = useLocation()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      clearTimeout(timer)
      if (form.formState.isDirty) storeDraft(resource, latestRead.current(), form.formState.defaultValues ?? {})
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(store, 300)
      },
    })
    window.addEventListener('pagehide', store)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('pagehide', store)
      removeStoredDraft(pathname)
    }
  }, [form, resource, latestRead, pathname])
}

/**
 * Returns the list fields whose items have ids.
 * These ids are positions, so after a change by another user they may belong to other items.
 */
const listsByPosition = ({ fields }: Resource, values: RecordValues): Resource['fields'] =>
  fields.filter(({ name, type }) => type === 'rows' && itemsOf(values[name]).some(({ id }) => id !== undefined))

const changedText = ({
  record,
  event,
  skippedLists,
}: {
  readonly record: RecordValues | undefined
  readonly event: string
  readonly skippedLists: Resource['fields']
}): string =>
  [
    `「${record?.UpdateUser ?? '其他使用者'}」在您填寫期間修改過這筆資料。已帶回您${event}前填寫的內容，儲存後會取代對方的修改，請逐欄核對後再儲存。`,
    ...(skippedLists.length > 0
      ? [
          `「${skippedLists.map(({ label }) => label).join('」、「')}」的列次可能已經不同，因此保留目前的內容，您的修改請重新填寫。`,
        ]
      : []),
  ].join('\n')
