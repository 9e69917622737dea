import { Refusal } from '../../../domain/refusal'
import type { RecordContext } from '../../record-context'
import { deleteDifferences } from './differences'

/**
 * Deletes what belongs to a file before the file is deleted.
 * Throws a refusal if some of its lines are booked: a held file may be one that failed after that.
 */
export const deletePartsOfFile = async (
  { db }: RecordContext,
  { SerialId: id }: { SerialId: number },
): Promise<void> => {
  const booked = await db
    .selectFrom('transaction_line')
    .select('serial_id')
    .where('bank_file_serial_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (booked)
    throw new Refusal('2006', '這個檔案有一部分交易已經入帳，不能刪除；請選擇「更正版」，只讓還沒有入帳的交易入帳。')
  await deleteDifferences(db, id)
}
