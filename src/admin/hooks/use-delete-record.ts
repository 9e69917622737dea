import { type RaRecord, useDelete, useRefresh } from 'react-admin'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import type { Resource } from '../../schema/language/resource'
import { recordTitle } from '../../schema/text/record-title'
import { useTask } from './use-task'
import { useToast } from './use-toast'

/**
 * Returns the function that deletes a record after the user has confirmed.
 * It notifies the user of the result and refreshes the page.
 * `onDone` is called only after a success.
 * The button stays enabled during the call, which an overlay covers: a disabled button could not take the focus back
 * after a dialog that asks for the user's password.
 */
export const useDeleteRecord = (resource: Resource, onDone?: () => void) => {
  const [deleteOne] = useDelete()
  const toast = useToast()
  const refresh = useRefresh()
  const { run } = useTask()
  return async (record: RaRecord): Promise<void> => {
    const body = `${resource.noun}「${recordTitle(resource, record)}」刪除後無法復原。`
    const confirmed = await askConfirmation('確定要刪除此筆資料嗎？', { body, confirmText: '刪除', danger: true })
    if (!confirmed) return
    if (
      await run(() =>
        deleteOne(
          resource.name,
          { id: record.id, previousData: record },
          { mutationMode: 'pessimistic', returnPromise: true },
        ),
      )
    ) {
      toast('刪除成功')
      onDone?.()
    }
    refresh()
  }
}
