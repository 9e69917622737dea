import { type RawBuilder, sql } from 'kysely'
import { applyCodeOf, plainAccount } from '../../domain/accounts/virtual-account'
import { type LineFacts, reportedAccount } from '../../domain/payments/line'
import type { CollectingAgreement, PayableBill, StoredWhiteListEntry } from '../../domain/payments/matching-facts'
import { isOpenLine } from '../database/bills-and-lines/line-identity'
import type { Db } from '../ports'
import { isLiveEntry, isWaitingReversal } from './line-rows'

/** An account as bills and the white list store it, with the agreement that owns it. */
export interface AgreementAccount {
  /** The account without leading zeros. */
  readonly plain: string
  readonly account: string
  readonly applyCode: string
  /** Whether the agreement uses the white list. */
  readonly usesWhiteList: boolean
}

/**
 * Returns the query for agreements: those of the lines, those that own the accounts of the lines, and those of the
 * bills that a person has chosen.
 */
export const agreementsQuery = (
  lines: readonly LineFacts[],
  chosenBills: readonly number[],
): RawBuilder<CollectingAgreement> => {
  const longestPrefixes = new Set(lines.map(({ VACAccount }) => plainAccount(VACAccount).slice(0, maxApplyCodeLength)))
  const prefixes = new Set(
    [...longestPrefixes].flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1))),
  )
  const codes = new Set(lines.flatMap(({ ApplyCode }) => ApplyCode ?? []))
  return sql<CollectingAgreement>`
    select
      jsonb_build_object('applyCode', a.apply_code, 'checkType', a.vac_check_type, 'scheme', a.vac_check_scheme, 'length', a.vac_length) as rule,
      coalesce(a.uniform_no, '') as "UniformNo", coalesce(a.agreement_status, '') as "AgreementStatus", coalesce(a.channels, '[]') as "Channels",
      coalesce(a.market_items, '[]') as "MarketItems", coalesce(a.use_white_list, false) as "UseWhiteList", coalesce(a.dual_control, false) as "DualControl"
    from agreement a
    where ltrim(a.apply_code, '0') = any(${[...prefixes]}::text[]) or a.apply_code = any(${[...codes]}::text[])
      or a.apply_code in (select b.apply_code from bill b where b.serial_id = any(${[...chosenBills]}::bigint[]))`
}

/**
 * Returns the accounts of lines with their owners.
 * Accounts without an agreement are left out, because no record can have them.
 * If the code of the agreement begins with zeros, the account gets its leading zeros back.
 */
export const agreementAccounts = (
  lines: readonly LineFacts[],
  agreements: readonly CollectingAgreement[],
): readonly AgreementAccount[] => {
  const byCode = new Map(agreements.map((agreement) => [agreement.rule.applyCode, agreement]))
  const applyCodeOf = applyCodeFinder([...byCode.keys()])
  return [...new Set(lines.map(({ VACAccount }) => plainAccount(VACAccount)))].flatMap((plain) => {
    const agreement = byCode.get(applyCodeOf(plain) ?? '')
    if (!agreement) return []
    const { applyCode, length } = agreement.rule
    const account = applyCode.startsWith('0') ? plain.padStart(length, '0') : plain
    return [{ plain, account, applyCode, usesWhiteList: agreement.UseWhiteList }]
  })
}

/** Returns the accounts as a table `a` of a statement. */
const accountTable = (accounts: readonly AgreementAccount[]) =>
  sql`unnest(${accounts.map(({ applyCode }) => applyCode)}::text[], ${accounts.map(({ account }) => account)}::text[]) as a (apply_code, account)`

/** Returns the serial ids of the parts into which these lines were divided. */
export const partIdsOf = async (db: Db, lines: readonly LineFacts[]): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select serial_id as id from transaction_line where parent_serial_id = any(${lines.map(({ SerialId }) => SerialId)}::bigint[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns the query for reversals that wait for a payment with an account of these lines.
 * It selects their serial ids.
 */
export const waitingReversalsQuery = (lines: readonly LineFacts[]): RawBuilder<{ readonly id: number }> => {
  const accounts = new Set(
    lines
      .filter(({ AmountSign }) => AmountSign === 'Plus')
      .flatMap((line) => [line.VACAccount, reportedAccount(line)].map(plainAccount)),
  )
  return sql<{ id: number }>`
    select l.serial_id as id
    from transaction_line l
    where ${isWaitingReversal} and ltrim(l.vac_account, '0') = any(${[...accounts]}::text[])`
}

/**
 * Returns the serial ids of payments that the reversals among these lines may take back, and of payments with the
 * transaction number (TxnSeq) and trade date of one of these reversals.
 * Each of the four queries uses a different index: payments on bills with the account, payments whose bill or account a
 * person changed, open payments, and payments with the transaction number.
 */
export const originalIdsOf = async (
  db: Db,
  lines: readonly LineFacts[],
  accounts: readonly AgreementAccount[],
): Promise<readonly number[]> => {
  const reversals = lines.filter(({ AmountSign }) => AmountSign === 'Minus')
  if (reversals.length === 0) return []
  const owned = new Map(accounts.map((account) => [account.plain, account]))
  const wanted = reversals.map(({ ChannelId, TradeDate, TxnSeq, Amount, VACAccount }) => {
    const plain = plainAccount(VACAccount)
    const { applyCode = null, account = null } = owned.get(plain) ?? {}
    return {
      channel: ChannelId,
      trade_date: TradeDate,
      txn_seq: TxnSeq,
      amount: Amount,
      plain,
      apply_code: applyCode,
      account,
    }
  })
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select *
      from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
        as w (channel text, trade_date date, txn_seq text, amount bigint, plain text, apply_code text, account text)
    )
    select l.serial_id as id
    from wanted w
    join bill b on b.apply_code = w.apply_code and b.vac_account = w.account
    join transaction_line l on l.bill_serial_id = b.serial_id and l.channel_id = w.channel and l.amount = w.amount
    where ${isReportedPayment}
    union
    select l.serial_id
    from wanted w
    join transaction_line l on l.channel_id = w.channel and l.amount = w.amount
    where (l.original_vac_account is not null or l.write_off_status = 'ChangedBill') and ${isReportedPayment}
      and w.plain in (ltrim(l.vac_account, '0'), ltrim(l.original_vac_account, '0'))
    union
    select l.serial_id
    from wanted w
    join transaction_line l on ltrim(l.vac_account, '0') = w.plain and l.channel_id = w.channel and l.amount = w.amount
    where ${isOpenLine} and ${isReportedPayment}
    union
    select l.serial_id
    from wanted w
    join transaction_line l on l.channel_id = w.channel and l.trade_date = w.trade_date and l.txn_seq = w.txn_seq
      and ltrim(coalesce(l.original_vac_account, l.vac_account), '0') = w.plain and l.amount = w.amount
    where ${isReportedPayment}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The condition for lines `l` that a channel reported as payments. */
const isReportedPayment = sql`l.amount_sign = 'Plus' and l.parent_serial_id is null`

/** Returns the serial ids of the bills on which lines have live entries. */
export const billIdsPaidBy = async (db: Db, lines: readonly LineFacts[]): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select e.bill_serial_id as id
    from payment e
    where e.line_serial_id = any(${lines.map(({ SerialId }) => SerialId)}::bigint[]) and ${isLiveEntry}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns the query that locks bills in the order of their keys and returns their current state: the bills with these
 * accounts, even if the account is no longer in use, and further bills.
 */
export const lockedBillsQuery = (
  accounts: readonly AgreementAccount[],
  furtherBillIds: readonly number[],
): RawBuilder<PayableBill> => sql<PayableBill>`
    select
      b.serial_id as "SerialId", b.apply_code as "ApplyCode", coalesce(b.vac_account, '') as "VACAccount", b.account_state as "AccountState",
      b.currency_type as "CurrencyType", b.bill_state as "BillState", coalesce(b.should_pay_amount, 0) as "ShouldPayAmount", b.paid_amount as "PaidAmount",
      b.payment_end_date as "PaymentEndDate", b.market_end_date as "MarketEndDate",
      coalesce(c.allow_partial, false) as "AllowPartial", coalesce(c.allow_overdue, false) as "AllowOverdue"
    from ${furtherBillIds.length === 0 ? billsOf(accounts) : billsWithIds(accounts, furtherBillIds)}
    left join bill_category c on c.apply_code = b.apply_code and c.bill_category_code = b.bill_category_code
    order by b.serial_id
    for no key update of b`

const billsOf = (accounts: readonly AgreementAccount[]) =>
  sql`${accountTable(accounts)} join bill b on b.apply_code = a.apply_code and b.vac_account = a.account`

/** Selects each bill once, even if it has one of the accounts and is among the further bills. */
const billsWithIds = (accounts: readonly AgreementAccount[], furtherBillIds: readonly number[]) => sql`
    unnest(array(
      select b.serial_id from ${billsOf(accounts)}
      union
      select unnest(${[...furtherBillIds]}::bigint[])
    )) as found (serial_id)
    join bill b on b.serial_id = found.serial_id`

/**
 * Locks the records of the white list for those accounts whose agreements use it, in the order of their keys, and
 * returns their current state.
 */
export const loadWhiteList = async (
  db: Db,
  accounts: readonly AgreementAccount[],
): Promise<readonly StoredWhiteListEntry[]> => {
  const listed = accounts.filter(({ usesWhiteList }) => usesWhiteList)
  if (listed.length === 0) return []
  const { rows } = await sql<StoredWhiteListEntry>`
    select
      w.serial_id as "SerialId", w.vac_account as "VACAccount", w.check_type as "CheckType", w.white_list_state as "WhiteListState", w.amount as "Amount",
      w.start_date as "StartDate", w.end_date as "EndDate", w.max_times as "MaxTimes", w.used_times as "UsedTimes"
    from white_list w
    where w.serial_id = any(array(
      select w.serial_id from ${accountTable(listed)} join white_list w on w.apply_code = a.apply_code and w.vac_account = a.account
    ))
    order by w.serial_id
    for no key update`.execute(db)
  return rows
}

/** Maximum length of the code of an agreement. */
const maxApplyCodeLength = 8

/**
 * Returns a function that finds the agreement code in an account from which leading zeros were removed.
 * It caches results by account prefix, because a file contains few prefixes.
 */
export const applyCodeFinder = (codes: readonly string[]): ((account: string) => string | null) => {
  const codeByPrefix = new Map<string, string | null>()
  return (account) => {
    const prefix = account.slice(0, maxApplyCodeLength)
    if (!codeByPrefix.has(prefix)) codeByPrefix.set(prefix, applyCodeOf(prefix, codes))
    return codeByPrefix.get(prefix) ?? null
  }
}
