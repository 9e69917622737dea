import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type DataProvider, type RaRecord, useDataProvider, useGetRecordId } from 'react-admin'
import type { UseFormReturn } from 'react-hook-form'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { isAllowed } from '../../schema/rules/condition'
import { lazyComponent } from '../components/lazy-component'
import { conditionContextNow } from '../hooks/condition-context'
import { useNotifyFailure } from '../hooks/use-toast'
import type { ConflictDialogProps } from './ConflictDialog'
import { differencesOf } from './differences'
import { detailMeta } from './use-save-callbacks'

const ConflictDialog = lazyComponent<ConflictDialogProps>(async () => (await import('./ConflictDialog')).ConflictDialog)

/** A record that somebody else has changed while a form was open. */
export interface Conflict {
  /** The record as it is stored now; null while there is no conflict. */
  readonly theirs: RecordValues | null
  /** Makes the stored record the one that the form changes. */
  readonly rebase: () => void
  readonly close: () => void
}

/**
 * Returns the conflict of an edit page, and the function that reads the stored record after the server has rejected an
 * outdated change.
 */
export const useConflict = (resource: Resource): Conflict & { readonly onStale: (error: unknown) => void } => {
  const id = useGetRecordId()
  const dataProvider = useDataProvider<DataProvider>()
  const queryClient = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const [theirs, setTheirs] = useState<RaRecord | null>(null)
  const show = (record: RaRecord) =>
    queryClient.setQueryData([resource.name, 'getOne', { id: String(id), meta: detailMeta }], record)
  const onStale = async (error: unknown) => {
    try {
      const { data } = await dataProvider.getOne(resource.name, { id, meta: detailMeta })
      if (isAllowed(resource, 'update', data, conditionContextNow())) setTheirs(data)
      else if (await askToReload(error)) show(data)
    } catch {
      notifyFailure(error)
    }
  }
  return {
    theirs,
    rebase: () => theirs && show(theirs),
    close: () => setTheirs(null),
    onStale: (error) => void onStale(error),
  }
}

// A record that must not be changed any more leaves nothing to choose.
const askToReload = (error: unknown): Promise<boolean> =>
  askConfirmation('資料已有異動', {
    body: `${error instanceof Error ? error.message : ''} 您的修改尚未儲存；重新載入會顯示最新的資料，並捨棄您目前的輸入。`.trim(),
    confirmText: '重新載入',
    cancelText: '繼續編輯',
    discards: true,
  })

/**
 * Returns the dialog in which the user chooses the values of a record that was changed meanwhile.
 * The chosen values are put into the form of the stored record, which is then submitted as usual, so that its rules and
 * the server's messages apply to the choice.
 */
export const useConflictDialog = (
  form: UseFormReturn,
  resource: Resource,
  { record, conflict }: { readonly record: RecordValues | undefined; readonly conflict: Conflict | undefined },
): ReactNode => {
  const [chosen, setChosen] = useState<RecordValues | null>(null)
  const place = useRef<HTMLSpanElement>(null)
  const theirs = conflict?.theirs
  // The form takes over the values of the stored record in an effect of its own, which runs before this one.
  useEffect(() => {
    if (!chosen || !theirs || record?.UpdateTime !== theirs.UpdateTime) return
    for (const [name, value] of Object.entries(chosen)) form.setValue(name, value, { shouldDirty: true })
    setChosen(null)
    conflict?.close()
    place.current?.closest('form')?.requestSubmit()
  })
  const choose = (values: RecordValues) => {
    setChosen(values)
    conflict?.rebase()
  }
  return (
    <>
      <span ref={place} hidden />
      {theirs && !chosen && (
        <ConflictDialog
          resource={resource}
          theirs={theirs}
          differences={differencesOf(resource, { base: record ?? {}, mine: form.getValues(), theirs })}
          onChoose={choose}
          onClose={() => conflict?.close()}
        />
      )}
    </>
  )
}
