import { itemsOf, numberOr, textOr, valuesOf, withDefaults } from './values'

/** Reads a page of a list; a list without pages may also be the answer itself. */
export const readList = (outData: unknown) => {
  const answer = Array.isArray(outData) ? { Items: outData as unknown[] } : valuesOf(outData)
  const TotalCount = numberOr(answer, 'TotalCount', itemsOf(answer.Items).length)
  return { ...withDefaults<{ readonly Items: readonly unknown[] }>(answer, { Items: [] }), TotalCount }
}

/** Reads the key of a new upload; empty if the backend returns none. */
export const readCreatedUpload = (outData: unknown): { readonly SerialId: string } => ({
  SerialId: textOr(outData, textOr(valuesOf(outData).SerialId, '')),
})
