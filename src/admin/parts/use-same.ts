import { useEffect, useRef } from 'react'
import type { ReferenceField } from '../../schema/types'
import { useValues } from './value-source'

/** The values that a reference must agree in, of the same row where it has them, else of the whole record; and whether any is missing. */
export const useSame = ({ same }: ReferenceField): { readonly values: Readonly<Record<string, unknown>>; readonly missing: boolean } => {
  const values = useValues(same)
  return {
    values: Object.fromEntries(same.map((name, index) => [name, values[index]])),
    missing: values.some((value) => value === null || value === undefined || value === ''),
  }
}

/** Calls back when the values change after the first drawing: a choice among one agreement's records means nothing in another's. */
export const useWhenChanged = (values: Readonly<Record<string, unknown>>, callBack: () => void): void => {
  const now = JSON.stringify(values)
  const before = useRef(now)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    callBack()
  })
}
