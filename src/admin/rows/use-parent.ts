import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { decidingNames, seenRow } from '../../schema/hidden'
import { rowParents } from '../../schema/row-parents'
import type { Field, Row } from '../../schema/types'
import { useAround } from '../parts/around'
import { useFormFields } from '../parts/form-fields'

/** The record that rows stand in, as far as the conditions of their columns ask for it. */
export const useParent = (columns: readonly Field[]): Row | undefined => {
  const fields = useFormFields()
  const around = useAround()
  const asked = rowParents(columns)
  const names = decidingNames(fields, asked)
  const values: readonly unknown[] = useWatch({ name: [...names] })
  const row = seenRow(fields, Object.fromEntries(names.map((name, index) => [name, values[index]])), around)
  // The same values are the same record, so that rows are drawn anew only when it says something else.
  const said = JSON.stringify(asked.map((name) => row[name] ?? null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the record says stands for the record
  return useMemo(() => (asked.length === 0 ? undefined : row), [asked, said])
}
