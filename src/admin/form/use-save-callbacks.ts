import { type RaRecord, useRedirect } from 'react-admin'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import type { Resource } from '../../schema/language/resource'
import { errorBody, isStale } from '../data-provider/errors'
import { useNotifyFailure, useToast } from '../hooks/use-toast'
import { useAbilities } from '../portal'
import { unsavedInput } from './unsaved'

/**
 * The `meta` option with which detail pages and forms read records.
 * React-admin caches the rows of a list, which are masked and incomplete, under the `meta` of the list, so a page with
 * this option never shows such a row as the record.
 */
export const detailMeta = { detailMeta: true }

/**
 * Returns the callbacks of a save: they open the page of the record, or show why the save failed.
 * If the record has changed since it was read, a dialog offers to call `reload`, which reads the record again.
 */
export const useSaveCallbacks = (resource: Resource, successText: string, reload?: () => void) => {
  const toast = useToast()
  const redirect = useRedirect()
  const notifyFailure = useNotifyFailure()
  const can = useAbilities(resource)
  return {
    onSuccess: (record: RaRecord) => {
      unsavedInput.set(false)
      toast(successText)
      // A backend may return no key of a new record.
      redirect(can('show') && record.id !== '' ? 'show' : 'list', resource.name, record.id, record)
    },
    onError: (error: unknown) => {
      if (isStale(error) && reload) void offerReload(error, reload)
      // The form shows the errors of fields, so only other errors need a message.
      else if (!errorBody(error)?.errors) notifyFailure(error)
    },
  }
}

const offerReload = async (error: unknown, reload: () => void) => {
  const confirmed = await askConfirmation('資料已有異動', {
    body: `${error instanceof Error ? error.message : ''} 您的修改尚未儲存；重新載入會顯示最新的資料，並捨棄您目前的輸入。`.trim(),
    confirmText: '重新載入',
    cancelText: '繼續編輯',
  })
  if (confirmed) reload()
}
