import { sql } from 'kysely'
import type { HandlingLog, Proposals } from '../../../contract/exceptions'
import type { HandlingAction } from '../../../domain/payments/handling-request'
import { agreementCondition } from '../../access/tenant'
import type { Handler } from '../../call'
import { contextOf } from '../../context'
import { toTaipei } from '../../database/times'
import type { Db } from '../../ports'
import { findRecord } from '../../records/get'
import { handlerName } from '../line-rows'
import { lineOf } from './change-line'
import { askedLinesOf } from './handling-input'

type LogEntry = HandlingLog['Items'][number]

/** The users to whom changes without a person are attributed. */
const automatic: readonly string[] = ['system', 'bank']

/** A stored handling. */
interface StoredHandling
  extends Omit<LogEntry, 'Action' | 'User' | 'BillSerialId' | 'BillNo' | 'VACAccount' | 'Parts'> {
  readonly request: HandlingAction
  readonly by: string
  readonly isByBank: boolean
  readonly lineId: number
}

/**
 * Returns what people did with a line or proposed to do, newest first.
 * Throws a refusal (404) for a line that the caller may not query.
 */
export const handlingsOf: Handler = async (call): Promise<HandlingLog> => {
  const context = contextOf(call)
  const { serialId } = lineOf(call)
  await findRecord(context, call.schemas.get('TLDetail'), { SerialId: serialId })
  const stored = await storedHandlings(context.db, [serialId])
  const billNos = await billNosIn(context.db, stored)
  return { Items: stored.map((handling) => entryOf(handling, billNos)) }
}

/** Returns what is proposed for each of the lines that wait for a release. Lines of other companies are left out. */
export const proposalsOf: Handler = async (call): Promise<Proposals> => {
  const { db } = call.ports
  const { rows } = await sql<{ id: number }>`
    select l.serial_id as id
    from transaction_line l
    where l.serial_id = any(${askedLinesOf(call)}::bigint[]) and l.write_off_status = 'PendingRelease'
      and ${agreementCondition(call.scope, 'l')}`.execute(db)
  const stored = await storedHandlings(
    db,
    rows.map(({ id }) => id),
  )
  const proposed = stored.filter(({ State }) => State === 'Proposed')
  const billNos = await billNosIn(db, proposed)
  return { Items: proposed.map((handling) => ({ SerialId: handling.lineId, ...entryOf(handling, billNos) })) }
}

const entryOf = ({ request, by, isByBank, lineId: _, ...entry }: StoredHandling, billNos: BillNos): LogEntry => ({
  ...entry,
  Action: request.action,
  User: handlerName({ by, isByBank }),
  Time: toTaipei(entry.Time),
  Checker: entry.Checker !== null && automatic.includes(entry.Checker) ? '系統' : entry.Checker,
  CheckTime: entry.CheckTime && toTaipei(entry.CheckTime),
  UndoTime: entry.UndoTime && toTaipei(entry.UndoTime),
  ...targetOf(request, billNos),
})

/**
 * Reads the handlings of lines, newest first, each since the bank has corrected the line to an account of another
 * company for the last time: the company that has the line now may not see the earlier ones.
 */
const storedHandlings = async (db: Db, lineIds: readonly number[]): Promise<readonly StoredHandling[]> => {
  const { rows } = await sql<StoredHandling>`
    select handling_id as "HandlingId", request, state as "State", reason as "Reason", ${named('user_id')} as by, by_bank as "isByBank",
      at as "Time", ${named('checker')} as "Checker", checked_at as "CheckTime", check_reason as "CheckReason",
      ${named('undone_by')} as "UndoUser", undone_at as "UndoTime", undo_reason as "UndoReason",
      line_serial_id as "lineId"
    from line_handling
    where line_serial_id = any(${lineIds}::bigint[]) and handling_id > coalesce((
      select max(h.handling_id)
      from line_handling h
      where h.line_serial_id = line_handling.line_serial_id and h.by_bank and not exists (
        select from transaction_line l
        join agreement own using (apply_code)
        join agreement a on a.uniform_no = own.uniform_no
        where l.serial_id = h.line_serial_id and starts_with(h.request ->> 'VACAccount', a.apply_code)
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

const billNosIn = (db: Db, handlings: readonly StoredHandling[]): Promise<BillNos> =>
  billNosOf(
    db,
    handlings.flatMap(({ request }) => billIdsIn(request)),
  )

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
