import { type RawBuilder, sql } from 'kysely'
import { nextUpdateTime } from '../../database/times'
import type { Ports } from '../../ports'

/** Bills that may be exported again, as a query for their keys, and the user who frees them. */
interface FreedBills {
  readonly bills: RawBuilder<unknown>
  readonly user: string
}

/** Clears the time of the export of bills that no other file without an answer contains. */
export const freeBills = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { bills, user }: FreedBills,
): Promise<void> => {
  await sql`
    with freed as materialized (
      select serial_id from bill where serial_id in (${bills}) order by serial_id for update
    )
    update bill b
    set debit_export_time = null, update_user = ${user}, update_time = ${nextUpdateTime(clock(), 'b.update_time')}
    from freed
    where b.serial_id = freed.serial_id and b.debit_export_time is not null
      and not exists (select from internal_debit_record r where r.bill_serial_id = b.serial_id and r.state = 'Unanswered')`.execute(
    db,
  )
}
