import { listParams } from '../../contract/list-query'
import { type AnswerValues, itemsOf, numberOr, textOr, valuesOf, withDefaults } from './values'

/**
 * Reads a page of a list; a list without pages may also be the answer itself, with all its records.
 * Without TotalCount, a full page may have a next one: the count is then one more than the records so far, and marked
 * as a minimum.
 */
export const readList = (outData: unknown, known: AnswerValues) => {
  if (Array.isArray(outData)) return { Items: outData as readonly unknown[], TotalCount: outData.length }
  const answer = valuesOf(outData)
  const length = itemsOf(answer.Items).length
  const size = numberOr(known, listParams.pageSize, 0)
  const isPage = size > 0 && length <= size
  const isFull = isPage && length === size
  const before = isPage ? (numberOr(known, listParams.page, 1) - 1) * size : 0
  const TotalCount = numberOr(answer, 'TotalCount', -1)
  return {
    ...withDefaults<{ readonly Items: readonly unknown[] }>(answer, { Items: [] }),
    ...(TotalCount >= 0
      ? { TotalCount }
      : { TotalCount: before + length + (isFull ? 1 : 0), ...(isFull ? { IsMinimum: true } : {}) }),
  }
}

/** Reads the key of a new upload; empty if the backend returns none. */
export const readCreatedUpload = (outData: unknown): { readonly SerialId: string } => ({
  SerialId: textOr(outData, textOr(valuesOf(outData).SerialId, '')),
})
