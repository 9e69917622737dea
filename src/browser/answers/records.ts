import { itemsOf, textOr, valuesOf, withDefaults } from './values'

/** Reads a page of a list; a list without pages may also be the answer itself. */
export const readList = (outData: unknown) => {
  const answer = Array.isArray(outData) ? { Items: outData as unknown[] } : valuesOf(outData)
  return withDefaults<{ readonly Items: readonly unknown[]; readonly TotalCount: number }>(answer, {
    Items: [],
    TotalCount: itemsOf(answer.Items).length,
  })
}

/** Reads the key of a new upload; empty if the backend returns none. */
export const readCreatedUpload = (outData: unknown): { readonly SerialId: string } => ({
  SerialId: textOr(outData, textOr(valuesOf(outData).SerialId, '')),
})
