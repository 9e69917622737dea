import { Refusal } from '../../../domain/refusal'
import type { Call } from '../../call'
import { contextOf, keyOf } from '../../context'
import { deleteRecord } from '../../records/delete'
import { deleteDifferences } from './differences'

/**
 * Deletes a file of which nothing is booked.
 * A held file may be one that failed after some of its lines were booked; the deletion of such a file is refused.
 */
export const deleteBankFile = (call: Call): Promise<null> => {
  const context = contextOf(call)
  const resource = call.schemas.get('bankFile')
  const key = keyOf(resource, call)
  return call.ports.db.transaction().execute(async (db) => {
    // The record is deleted first, which checks whether it exists and may be deleted.
    await deleteRecord({ ...context, db }, resource, key)
    const id = Number(key.SerialId)
    const booked = await db
      .selectFrom('transaction_line')
      .select('serial_id')
      .where('bank_file_serial_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (booked)
      throw new Refusal('2006', '這個檔案有一部分交易已經入帳，不能刪除；請選擇「更正版」，只讓還沒有入帳的交易入帳。')
    await deleteDifferences(db, id)
    return null
  })
}
