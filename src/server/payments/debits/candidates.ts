import { type RawBuilder, sql } from 'kysely'
import { type DebitBill, type StayOut, stayOutReason } from '../../../domain/debits/selection'
import { isOpenLine } from '../../database/bills-and-lines/line-identity'
import type { Db } from '../../ports'
import type { ExportParameters } from './parameters'

/** A bill with direct debit, with the facts that decide whether it goes into a file. */
export interface Candidate extends DebitBill {
  readonly SerialId: number
  readonly BillNo: string
  readonly PayerId: string | null
  readonly PayerName: string
  readonly IdNo: string | null
  readonly VACAccount: string | null
  readonly DebitBankCode: string | null
  readonly DebitAccount: string | null
  readonly DebitIdNo: string | null
}

/** A bill that stays out of a file. */
export interface LeftOut {
  readonly bill: Candidate
  readonly reason: StayOut
}

/** The bills of a term with direct debit: those that go into a file, and those that stay out. */
export interface Selection {
  readonly chosen: readonly Candidate[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Selects the bills for a file.
 * `lock` locks those that are neither void nor paid, in the order of their keys; the others cannot go, whatever happens
 * to them.
 */
export const selectBills = async (
  db: Db,
  parameters: ExportParameters,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Selection> => {
  const candidates = lock
    ? [
        ...(await loadCandidates(db, parameters, sql`${isOpen} order by b.serial_id for no key update of b`)),
        ...(await loadCandidates(db, parameters, sql`${isOpen} is not true order by b.serial_id`)),
      ]
    : await loadCandidates(db, parameters, sql`true order by b.serial_id`)
  const chosen: Candidate[] = []
  const leftOut: LeftOut[] = []
  for (const bill of candidates) {
    const reason = stayOutReason(bill, parameters)
    if (reason === null) chosen.push(bill)
    else leftOut.push({ bill, reason })
  }
  return { chosen, leftOut }
}

const isOpen = sql`(b.bill_state = 'Active' and b.should_pay_amount > b.paid_amount)`

const loadCandidates = async (
  db: Db,
  { ApplyCode, BillTermId }: ExportParameters,
  restriction: RawBuilder<unknown>,
): Promise<readonly Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select b.serial_id as "SerialId", b.bill_no as "BillNo", b.payer_id as "PayerId", b.payer_name as "PayerName", b.id_no as "IdNo",
      b.vac_account as "VACAccount", b.bill_state as "BillState", b.currency_type as "CurrencyType",
      coalesce(b.should_pay_amount, 0) - b.paid_amount as "RemainAmount", b.payment_end_date as "PaymentEndDate",
      p.payer_type as "PayerType", p.debit_auth_status as "DebitAuthStatus", p.debit_user_no as "DebitUserNo",
      p.debit_bank_code as "DebitBankCode", p.debit_account as "DebitAccount", p.debit_id_no as "DebitIdNo",
      b.debit_export_time is not null as "isExported",
      b.serial_id in (select bill_serial_id from internal_debit_record where state = 'Proposed') as "isProposed",
      exists (
        select from internal_debit_record d
        join transaction_line l on l.serial_id = d.line_serial_id
        where d.bill_serial_id = b.serial_id and d.state = 'Succeeded' and ${isOpenLine}
      ) as "isUnsettled"
    from bill b
    left join payer p on p.apply_code = b.apply_code and p.payer_id = b.payer_id
    where b.apply_code = ${ApplyCode} and b.bill_term_id = ${BillTermId} and b.debit_flag and ${restriction}`.execute(
    db,
  )
  return rows
}
