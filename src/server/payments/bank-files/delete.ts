import type { RecordContext } from '../../record-context'
import { deleteDifferences } from './differences'

/**
 * Deletes what belongs to a file before the file is deleted.
 * A file of which a line is booked cannot be deleted, because the line refers to it.
 */
export const deletePartsOfFile = (
  { db }: RecordContext,
  { SerialId: id }: { readonly SerialId: number },
): Promise<void> => deleteDifferences(db, id)
