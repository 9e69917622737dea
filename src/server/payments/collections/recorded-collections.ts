import { sql } from 'kysely'
import type { EnteredCollection } from '../../../domain/payments/collection'
import type { Row } from '../../database/tables'
import { minuteInTaipei } from '../../database/times'
import type { Db } from '../../ports'

/** A collection that is recorded and not cancelled. */
export interface RecordedCollection extends EnteredCollection {
  /** The serial id of the bill. */
  readonly bill: Row<'self_collection'>['bill_serial_id']
  readonly ReceiptNo: Row<'self_collection'>['receipt_no']
  readonly createUser: Row<'self_collection'>['create_user']
  readonly createTime: Row<'self_collection'>['create_time']
}

/** Returns the collections of bills that are recorded and not cancelled, the latest first. */
export const recordedCollections = async (db: Db, bills: readonly number[]): Promise<readonly RecordedCollection[]> => {
  if (bills.length === 0) return []
  const { rows } = await sql<RecordedCollection>`
    select bill_serial_id as bill, collect_amount as "CollectAmount", collect_date as "CollectDate", collect_method as "CollectMethod",
      receipt_no as "ReceiptNo", create_user as "createUser", create_time as "createTime"
    from self_collection
    where bill_serial_id = any(${bills}::bigint[]) and collect_status = 'Collected'
    order by serial_id desc`.execute(db)
  return rows
}

/** Returns a phrase that names a recorded collection by its time, its user and its receipt. */
export const nameOfRecorded = ({ createTime, createUser, ReceiptNo }: RecordedCollection): string =>
  ` ${minuteInTaipei(String(createTime))} 由 ${createUser} 登錄的收款（收據 ${ReceiptNo}）`
