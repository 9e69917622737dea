import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { showWarning } from '../../browser/dialogs/dialogs'
import { askToContinueDraft, registerForm, takeDraft } from '../../browser/session/drafts'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { itemsOf } from '../../schema/rules/list-items'
import { useToast } from '../hooks/use-toast'

/**
 * Registers the form, so that its input is kept as a draft if the session expires or ends in another tab, and restores
 * the input after the same user has signed in again.
 * A dialog asks before the input is restored, because the user may want to enter something else.
 * There is no dialog if they have already confirmed on the sign-in page.
 */
export const useDraft = (
  form: UseFormReturn,
  { title, resource, record }: { title: string; resource: Resource; record?: RecordValues | undefined },
): void => {
  const { pathname } = useLocation()
  const toast = useToast()
  const version = record?.UpdateTime

  useEffect(
    () =>
      registerForm(() =>
        form.formState.isDirty ? { title, path: pathname, version, values: form.getValues() } : null,
      ),
    [form, pathname, title, version],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is mounted
  useEffect(() => {
    const draft = takeDraft(pathname)
    if (draft) void restore(draft)
  }, [])

  const restore = async (draft: NonNullable<ReturnType<typeof takeDraft>>) => {
    if (!draft.isConfirmed && !(await askToContinueDraft(draft.title))) return
    const values = draft.values as RecordValues
    const skippedLists = draft.version === version ? [] : listsByPosition(resource, values)
    const currentValues = form.getValues()
    form.reset(
      { ...values, ...Object.fromEntries(skippedLists.map(({ name }) => [name, currentValues[name]])) },
      { keepDefaultValues: true },
    )
    if (draft.version === version) toast('已帶回登出前填寫的內容，請確認後儲存。', 'info')
    else void showWarning('這筆資料在您填寫期間已有異動', changedText(record, skippedLists))
  }
}

/**
 * Returns the list fields whose items have ids.
 * These ids are positions, so after a change by another user they may belong to other items.
 */
const listsByPosition = ({ fields }: Resource, values: RecordValues): Resource['fields'] =>
  fields.filter(({ name, type }) => type === 'rows' && itemsOf(values[name]).some(({ id }) => id !== undefined))

const changedText = (record: RecordValues | undefined, skippedLists: Resource['fields']): string =>
  [
    `「${record?.UpdateUser ?? '其他使用者'}」在您填寫期間修改過這筆資料。已帶回您登出前填寫的內容，儲存後會取代對方的修改，請逐欄核對後再儲存。`,
    ...(skippedLists.length > 0
      ? [
          `「${skippedLists.map(({ label }) => label).join('」、「')}」的列次可能已經不同，因此保留目前的內容，您的修改請重新填寫。`,
        ]
      : []),
  ].join('\n')
