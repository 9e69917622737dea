import { sql } from 'kysely'
import type { HandlingLog } from '../../../contract/exceptions'
import type { HandlingAction } from '../../../domain/payments/handling-request'
import type { Handler } from '../../call'
import { contextOf } from '../../context'
import { toTaipei } from '../../database/times'
import type { Db } from '../../ports'
import { findRecord } from '../../records/get'
import { handlerName } from '../line-rows'
import { lineOf } from './change-line'

type LogEntry = HandlingLog['Items'][number]

/** The users to whom changes without a person are attributed. */
const automatic: readonly string[] = ['system', 'bank']

/** A stored handling. */
interface StoredHandling
  extends Omit<LogEntry, 'Action' | 'User' | 'BillSerialId' | 'BillNo' | 'VACAccount' | 'Parts'> {
  readonly request: HandlingAction
  readonly by: string
  readonly isByBank: boolean
}

/**
 * Returns what people did with a line or proposed to do, newest first.
 * Throws a refusal (404) for a line that the caller may not query.
 */
export const handlingsOf: Handler = async (call): Promise<HandlingLog> => {
  const context = contextOf(call)
  const { serialId } = lineOf(call)
  await findRecord(context, call.schemas.get('TLDetail'), { SerialId: serialId })
  const stored = await storedHandlings(context.db, serialId)
  const billNos = await billNosOf(
    context.db,
    stored.flatMap(({ request }) => billIdsIn(request)),
  )
  return {
    Items: stored.map(({ request, by, isByBank, ...entry }) => ({
      ...entry,
      Action: request.action,
      User: handlerName({ by, isByBank }),
      Time: toTaipei(entry.Time),
      Checker: entry.Checker !== null && automatic.includes(entry.Checker) ? '系統' : entry.Checker,
      CheckTime: entry.CheckTime && toTaipei(entry.CheckTime),
      UndoTime: entry.UndoTime && toTaipei(entry.UndoTime),
      ...targetOf(request, billNos),
    })),
  }
}

/**
 * Reads the handlings since the bank has corrected the line to an account of another company for the last time.
 * The company that has the line now may not see them.
 */
const storedHandlings = async (db: Db, serialId: number): Promise<readonly StoredHandling[]> => {
  const { rows } = await sql<StoredHandling>`
    select handling_id as "HandlingId", request, state as "State", reason as "Reason", ${named('user_id')} as by, by_bank as "isByBank",
      at as "Time", ${named('checker')} as "Checker", checked_at as "CheckTime", check_reason as "CheckReason",
      ${named('undone_by')} as "UndoUser", undone_at as "UndoTime", undo_reason as "UndoReason"
    from line_handling
    where line_serial_id = ${serialId} and handling_id > coalesce((
      select max(h.handling_id)
      from line_handling h
      where h.line_serial_id = ${serialId} and h.by_bank and not exists (
        select from transaction_line l
        join agreement own using (apply_code)
        join agreement a on a.uniform_no = own.uniform_no
        where l.serial_id = ${serialId} and starts_with(h.request ->> 'VACAccount', a.apply_code)
      )
    ), 0)
    order by handling_id desc`.execute(db)
  return rows
}

/**
 * Selects a user of the line's company with the name, such as 林小華（maker01）.
 * Without such a user, it is the id alone.
 */
const named = (column: string) => sql`coalesce((
  select u.user_name || '（' || u.user_id || '）'
  from transaction_line l
  join agreement a using (apply_code)
  join portal_user u on u.uniform_no = a.uniform_no
  where l.serial_id = line_serial_id and u.user_id = line_handling.${sql.ref(column)}
), ${sql.ref(column)})`

/** Returns the numbers of bills by their serial ids. */
export const billNosOf = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; no: string }>`
    select serial_id as id, bill_no as no from bill where serial_id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, no }) => [id, no]))
}

const billIdsIn = (request: HandlingAction): readonly number[] => {
  if (request.action === 'ChangeBill') return [request.BillSerialId]
  return request.action === 'Divide'
    ? request.parts.flatMap((part) => ('BillSerialId' in part ? part.BillSerialId : []))
    : []
}

type BillNos = ReadonlyMap<number, string>

const targetOf = (
  request: HandlingAction,
  billNos: BillNos,
): Pick<LogEntry, 'BillSerialId' | 'BillNo' | 'VACAccount' | 'Parts'> => ({
  ...billOf(request.action === 'ChangeBill' ? request.BillSerialId : null, billNos),
  VACAccount: request.action === 'ChangeVACAccount' ? request.VACAccount : null,
  Parts:
    request.action === 'Divide'
      ? request.parts.map((part) => ({
          ...billOf('BillSerialId' in part ? part.BillSerialId : null, billNos),
          VACAccount: 'VACAccount' in part ? part.VACAccount : null,
          Amount: part.Amount,
        }))
      : [],
})

const billOf = (BillSerialId: number | null, billNos: BillNos) => ({
  BillSerialId,
  BillNo: BillSerialId === null ? null : (billNos.get(BillSerialId) ?? null),
})
