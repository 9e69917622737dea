import { type RaRecord, useRedirect } from 'react-admin'
import type { Resource } from '../../schema/language/resource'
import { errorBody, isStale } from '../data-provider/errors'
import { useNotifyFailure, useToast } from '../hooks/use-toast'
import { useAbilities } from '../portal'
import { focusNextHeading } from './heading-focus'
import { unsavedInput } from './unsaved'

/**
 * The `meta` option with which detail pages and forms read records.
 * React-admin caches the rows of a list, which are masked and incomplete, under the `meta` of the list, so a page with
 * this option never shows such a row as the record.
 */
export const detailMeta = { detailMeta: true }

/**
 * Returns the callbacks of a save: they open the page of the record, or show why the save failed.
 * `onStale` is called if the record has changed since it was read.
 */
export const useSaveCallbacks = (resource: Resource, successText: string, onStale?: (error: unknown) => void) => {
  const toast = useToast()
  const redirect = useRedirect()
  const notifyFailure = useNotifyFailure()
  const can = useAbilities(resource)
  return {
    onSuccess: (record: RaRecord) => {
      unsavedInput.set(false)
      toast(successText)
      focusNextHeading()
      // A backend may return no key of a new record.
      redirect(can('show') && record.id !== '' ? 'show' : 'list', resource.name, record.id, record)
    },
    onError: (error: unknown) => {
      if (isStale(error) && onStale) onStale(error)
      // The form shows the errors of fields, so only other errors need a message.
      else if (!errorBody(error)?.errors) notifyFailure(error)
    },
  }
}
