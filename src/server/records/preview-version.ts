import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/language/resource'
import { contentHash } from '../security/keys'

/** Returns a digest of records and their versions: equal calls have equal digests until one of the records changes. */
export const versionOf = (records: readonly unknown[]): Promise<string> =>
  contentHash(new TextEncoder().encode(JSON.stringify(records)))

/** The records of a call for several records. */
interface ChosenRecords {
  readonly count: number
  readonly version: string
}

/**
 * Throws a refusal (2009) if the preview that a person confirmed was of other records, or of earlier versions of them.
 * A call without a preview is taken as it comes.
 */
export const requirePreviewed = (
  { noun, unit }: Pick<Resource, 'noun' | 'unit'>,
  { count, version }: ChosenRecords,
  previewed: unknown,
): void => {
  if (previewed === undefined || previewed === version) return
  throw new Refusal(
    '2009',
    `符合條件的${noun}在您確認後有異動，現在是 ${count.toLocaleString('en-US')} ${unit}；沒有處理任何${noun}，請重新確認。`,
  )
}
