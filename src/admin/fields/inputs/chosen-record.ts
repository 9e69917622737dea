import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useDataProvider } from 'react-admin'
import type { RecordValues, ReferenceField } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import type { PortalDataProvider } from '../../data-provider'
import { recordId } from '../../data-provider/record-id'
import { useNotifyFailure } from '../../hooks/use-toast'
import { usePortal, useSchema } from '../../portal'

/** What is done with the record that the user chooses in a reference. */
export interface ChosenRecordActions {
  readonly field: ReferenceField
  /** The chosen code. */
  readonly code: unknown
  /** The code that was not chosen by the user but by a stored record. */
  readonly initialCode: unknown
  /** Values that the chosen record shares with the one that is edited. */
  readonly sharedValues: RecordValues
  /** Returns whether the record is of use; without it, the record is not read. */
  readonly isNeeded?: (former: unknown) => boolean
  /** Receives the chosen record, and the record that was chosen before, if there was one and it can be read. */
  readonly onChosen: (chosen: RecordValues, former: RecordValues | undefined) => void
}

/**
 * Reads the record that the user chooses in a reference, and passes it on unless the user has chosen another one in the
 * meantime.
 * An initial code is not a choice.
 * Notifies the user of failures.
 */
export const useChosenRecord = ({
  field,
  code,
  initialCode,
  sharedValues,
  isNeeded,
  onChosen,
}: ChosenRecordActions) => {
  const read = useReadRecord(field, sharedValues)
  const notifyFailure = useNotifyFailure()
  const latestActions = useRef(onChosen)
  latestActions.current = onChosen
  const choice = useRef({ code: initialCode })
  // The record whose values the form has. A choice whose record has not arrived is not yet that record.
  const applied = useRef<{ readonly code: unknown; readonly record?: RecordValues }>({ code: initialCode })
  useEffect(() => {
    if (code === choice.current.code) return
    const current = { code }
    choice.current = current
    // A reference that must agree with a missing value cannot be followed.
    if (isEmpty(code) || Object.values(sharedValues).some(isEmpty)) return
    const before = applied.current
    if (isNeeded && !isNeeded(before.code)) return
    const former = before.record ?? (isEmpty(before.code) ? undefined : read(before.code).catch(() => undefined))
    Promise.all([read(code), former])
      .then(([chosen, formerRecord]) => {
        if (choice.current !== current) return
        applied.current = { code, record: chosen }
        latestActions.current(chosen, formerRecord)
      })
      .catch(notifyFailure)
  })
}

/** Returns the reference of the current page with this name; throws an error if there is none. */
export const useReferenceField = (name: string): ReferenceField => {
  const field = useSchema().fields.find(
    (candidate): candidate is ReferenceField => candidate.name === name && candidate.type === 'reference',
  )
  if (!field) throw new Error(`There is no reference '${name}' on this page.`)
  return field
}

/** Returns the function that reads the record with a code. Several readers of one record make one call. */
const useReadRecord = (field: ReferenceField, sharedValues: RecordValues) => {
  const provider = useDataProvider<PortalDataProvider>()
  const queryClient = useQueryClient()
  const target = usePortal().schemas.get(field.to)
  return (code: unknown): Promise<RecordValues> => {
    const values = Object.fromEntries(
      Object.entries({ ...sharedValues, [field.by]: code }).map(([name, value]) => [name, String(value)]),
    )
    return queryClient.fetchQuery({
      queryKey: [target.name, 'chosen', values],
      queryFn: async () => {
        const isKey = target.key.every((name) => name in values)
        const id = isKey ? recordId(target, values) : await provider.findId(target.name, { values })
        return (await provider.getOne(target.name, { id })).data
      },
      staleTime: 30_000,
    })
  }
}
