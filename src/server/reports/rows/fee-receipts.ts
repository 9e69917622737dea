import { sql } from 'kysely'
import { taipeiToday } from '../../../domain/dates/dates'
import { formatRocMonth, rocYear } from '../../../domain/dates/roc-date'
import { amountInWords } from '../../../domain/money/money'
import { actorOf } from '../../access/caller'
import { auditRecord, throwIfFieldErrors, todayOf } from '../../context'
import { inTransaction, lockName } from '../../database/transaction'
import type { RecordContext } from '../../record-context'
import { chargedLines, type FeeQuery, isOfQuery } from './charged-lines'

/** The fees of a channel on a receipt. */
interface ChannelFees {
  readonly ChannelId: string
  readonly LineCount: number
  readonly Fee: number
}

/**
 * Issues the receipts of a month that the caller's agreements lack: the first one of an agreement, or a correction with
 * the next number if the fees have changed since the latest one. If no fee is left, the correction has no channels, so
 * that it replaces the latest receipt and nothing is shown.
 * A repeated call writes nothing, so a query has the same number for ever.
 * Throws a refusal (2002) for a month that has not ended, because its fees still change every day.
 */
export const issueFeeReceipts = async (context: RecordContext, query: FeeQuery): Promise<void> => {
  const { month } = query
  if (month >= todayOf(context).slice(0, 'yyyy-mm'.length))
    throwIfFieldErrors({ YearMonth: `${formatRocMonth(month)} 尚未結束，收據自次月 1 日起產生；請選擇已結束的月份。` })
  const current = await feesOf(context, query)
  const latest = await latestReceipts(context, query)
  for (const applyCode of new Set([...current.keys(), ...latest.keys()]))
    if (!isSame(latest.get(applyCode)?.channels, current.get(applyCode)))
      await issueReceipt(context, { month, applyCode })
}

/** Issues the next receipt of an agreement, unless another call has issued it in the meantime. */
const issueReceipt = (context: RecordContext, query: FeeQuery & { readonly applyCode: string }): Promise<void> =>
  inTransaction(context.db, async (db) => {
    const trxContext = { ...context, db }
    const { month, applyCode } = query
    await lockName(trxContext, `fee receipts of ${applyCode} ${month}`)
    const latest = (await latestReceipts(trxContext, query)).get(applyCode)
    const channels = (await feesOf(trxContext, query)).get(applyCode) ?? []
    if (isSame(latest?.channels, channels)) return
    const total = channels.reduce((sum, { Fee }) => sum + Fee, 0)
    const no = (latest?.no ?? 0) + 1
    const now = context.clock()
    const { rows } = await sql<{ SerialId: number }>`
      insert into fee_receipt (receipt_no, apply_code, year_month, no, uniform_no, customer_name, real_account,
        content, total_fee, total_in_words, issue_date, create_user, create_time, update_user, update_time)
      select ${receiptNo(applyCode, month, no)}, a.apply_code, ${month}, ${no}, a.uniform_no, c.customer_name, a.real_account,
        ${JSON.stringify({ Channels: channels })}::text::jsonb, ${total}, ${amountInWords(total)}, ${taipeiToday(now)},
        ${actorOf(context.scope)}, ${now.toISOString()}, ${actorOf(context.scope)}, ${now.toISOString()}
      from agreement a
      left join customer c on c.uniform_no = a.uniform_no
      where a.apply_code = ${applyCode}
      returning serial_id as "SerialId"`.execute(db)
    await auditRecord(trxContext, context.schemas.get('feeReceipt'), ...rows.map((key) => ({ action: 'Create', key })))
  })

/** Returns the number of a receipt: 77001-11511-01. The last two digits count corrections. */
const receiptNo = (applyCode: string, month: string, no: number): string =>
  `${applyCode}-${rocYear(`${month}-01`)}${month.slice(-2)}-${String(no).padStart(2, '0')}`

/** Returns what companies bear of the fees of a month, by agreement and channel. Fees are in TWD. */
const feesOf = async (
  { db, scope }: RecordContext,
  query: FeeQuery,
): Promise<ReadonlyMap<string, readonly ChannelFees[]>> => {
  const { rows } = await sql<ChannelFees & { readonly applyCode: string }>`
    select l.apply_code as "applyCode", l.channel_id as "ChannelId", sum(l.direction)::bigint as "LineCount",
      sum(l.direction * l.channel_fee)::bigint as "Fee"
    from (${chargedLines(scope, query)}) l
    where l.fee_bear_type = 'Deduct' and l.channel_fee <> 0
    group by l.apply_code, l.channel_id
    having sum(l.direction) <> 0 or sum(l.direction * l.channel_fee) <> 0
    order by l.apply_code, l.channel_id`.execute(db)
  const fees = new Map<string, ChannelFees[]>()
  for (const { applyCode, ...channel } of rows) fees.set(applyCode, [...(fees.get(applyCode) ?? []), channel])
  return fees
}

interface LatestReceipt {
  readonly no: number
  readonly channels: readonly ChannelFees[]
}

const latestReceipts = async (
  { db, scope }: RecordContext,
  { month, applyCode }: FeeQuery,
): Promise<ReadonlyMap<string, LatestReceipt>> => {
  const { rows } = await sql<LatestReceipt & { readonly applyCode: string }>`
    select distinct on (r.apply_code) r.apply_code as "applyCode", r.no, r.content -> 'Channels' as channels
    from fee_receipt r
    where r.year_month = ${month} and ${isOfQuery(scope, applyCode, 'r')}
    order by r.apply_code, r.no desc`.execute(db)
  return new Map(rows.map(({ applyCode, ...receipt }) => [applyCode, receipt]))
}

/**
 * Returns whether a receipt has these fees; no receipt is the same as no fees.
 * The database may return its parts in another order of their names.
 */
const isSame = (issued: readonly ChannelFees[] = [], current: readonly ChannelFees[] = []): boolean =>
  textOf(issued) === textOf(current)

const textOf = (channels: readonly ChannelFees[]): string =>
  JSON.stringify(channels.map(({ ChannelId, LineCount, Fee }) => [ChannelId, LineCount, Fee]))
