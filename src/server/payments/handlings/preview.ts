import { sql } from 'kysely'
import type { HandlingPreview } from '../../../contract/exceptions'
import type { Right } from '../../../domain/access/roles'
import { billStatus } from '../../../domain/bills/bill'
import type { PlannedDecision } from '../../../domain/payments/handle-line'
import { billIdOf, type Line } from '../../../domain/payments/line'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { roleOf } from '../../access/caller'
import { recordViewFor } from '../../access/fields'
import { hasRight } from '../../access/operations'
import { type Call, type Handler, HttpRefusal } from '../../call'
import { contextOf, recordBody, todayOf } from '../../context'
import { inRolledBackTransaction } from '../../database/transaction'
import type { RecordContext } from '../../record-context'
import { billsById } from './bill-versions'
import { type Decide, type LineVersion, lineOf, lockLine, type ReadVersions } from './change-line'
import { planning, planningUndo, releasing } from './decisions'
import { isHandlingName, readHandling, readReasonBody, readVersionBody } from './handling-input'
import { billNosOf } from './handling-log'

/**
 * Returns what an action would do with a line, in figures.
 * Makes the same checks and decisions as the action, except that of the reason, in a transaction that is rolled back.
 */
export const previewHandling: Handler = async (call): Promise<HandlingPreview> => {
  const { versions, plan } = readPreview(call)
  const context = contextOf(call)
  return previewed(context, lineOf(call, versions), plan)
}

interface RequestedPreview {
  readonly versions: ReadVersions
  readonly plan: Decide<PlannedDecision>
}

/** Returns the requested preview. Throws a refusal if the caller may not perform the action. */
const readPreview = (call: Call): RequestedPreview => {
  const { Action, ...body } = recordBody(call.body)
  if (isHandlingName(Action)) {
    requireAction(call, Action, 'Update')
    const { versions, ...input } = readHandling(Action, body)
    return { versions, plan: planning(input) }
  }
  if (Action !== 'Release' && Action !== 'Undo')
    throw new Refusal('2002', '請選擇處理方式。', { Action: '請選擇處理方式。' })
  requireAction(call, Action, 'Approve')
  if (Action === 'Release') return { versions: readVersionBody(body), plan: planningRelease }
  return { versions: readReasonBody(body).versions, plan: planningUndo }
}

/**
 * Throws a refusal (403) unless the caller may perform the action, which has this right and the roles of its button.
 * The table of rights cannot check it, because the action is in the body.
 */
const requireAction = (call: Call, name: string, right: Right): void => {
  const page = call.schemas.get('TLDetailExceptionHandling')
  const roles = page.actions.find((action) => action.name === name)?.roles ?? []
  if (!hasRight(call, page, right) || !roles.includes(roleOf(call.scope)))
    throw new HttpRefusal(403, '您沒有這項處理的權限，請洽貴公司的管理者。')
}

const planningRelease: Decide<PlannedDecision> = async (locked) => ({
  needsRelease: false,
  change: (await releasing(locked)).change,
})

const previewed = async (
  context: RecordContext,
  version: LineVersion,
  plan: Decide<PlannedDecision>,
): Promise<HandlingPreview> => {
  const previews: HandlingPreview[] = []
  await inRolledBackTransaction(context.db, async (db) => {
    const { locked } = await lockLine({ ...context, db }, version)
    previews.push(await previewOf({ ...context, db }, locked.line, await plan(locked)))
  })
  const [preview] = previews
  if (!preview) throw new Error('The transaction of the preview has ended without a preview.')
  return preview
}

const previewOf = async (
  context: RecordContext,
  line: Line,
  { needsRelease, change }: PlannedDecision,
): Promise<HandlingPreview> => {
  const after = change.lines.find(({ SerialId }) => SerialId === line.SerialId) ?? line
  const parts = change.lines.filter(({ ParentSerialId }) => ParentSerialId === line.SerialId)
  const billNos = await billNosOf(
    context.db,
    [line, after, ...parts].flatMap((shown) => billIdOf(shown) ?? []),
  )
  const stateOf = (shown: Line) => ({
    WriteOffStatus: shown.state.WriteOffStatus,
    ExceptionType: 'ExceptionType' in shown.state ? shown.state.ExceptionType : null,
    VACAccount: shown.VACAccount,
    BillNo: billNos.get(billIdOf(shown) ?? 0) ?? null,
  })
  // An action may change the amount of a bill several times; the last posting has the final amount.
  const paidAfter = new Map(change.postings.map(({ BillSerialId, PaidAmount }) => [BillSerialId, PaidAmount]))
  return {
    NeedsRelease: needsRelease,
    Line: { Before: stateOf(line), After: stateOf(after) },
    Parts: parts.map((part) => ({ ...stateOf(part), Amount: part.Amount })),
    Bills: await billsOf(context, paidAfter),
  }
}

type BillPreview = HandlingPreview['Bills'][number]

/** The facts of a bill that a preview shows. */
interface PreviewedBill extends Omit<BillPreview, 'UpdateTime' | 'Before' | 'After'> {
  readonly IdNo: string | null
  readonly PaidAmount: number
  readonly BillState: 'Active' | 'Void'
  readonly PaymentEndDate: string
}

const billsOf = async (
  context: RecordContext,
  paidAfter: ReadonlyMap<number, number>,
): Promise<HandlingPreview['Bills']> => {
  if (paidAfter.size === 0) return []
  const { rows } = await sql<PreviewedBill>`
    select serial_id as "SerialId", bill_no as "BillNo", payer_name as "PayerName", id_no as "IdNo", currency_type as "CurrencyType",
      should_pay_amount as "ShouldPayAmount", paid_amount as "PaidAmount", bill_state as "BillState", payment_end_date as "PaymentEndDate"
    from bill
    where serial_id = any(${[...paidAfter.keys()]}::bigint[])
    order by serial_id`.execute(context.db)
  const versions = await billsById(context, [...paidAfter.keys()])
  const mask = nameMask(context)
  const today = todayOf(context)
  return rows.map(({ PaidAmount, BillState, PaymentEndDate, IdNo, ...bill }) => {
    const figures = (paid: number) => ({
      PaidAmount: paid,
      BillStatus: billStatus(
        { BillState, PaymentEndDate, PaidAmount: paid, ShouldPayAmount: bill.ShouldPayAmount },
        today,
      ),
    })
    return {
      ...bill,
      PayerName: mask({ PayerName: bill.PayerName, IdNo }),
      UpdateTime: String(versions.get(bill.SerialId)?.UpdateTime ?? ''),
      Before: figures(PaidAmount),
      After: figures(paidAfter.get(bill.SerialId) ?? PaidAmount),
    }
  })
}

/** Returns the function that masks the name on a bill as the list of bills does. */
export const nameMask = (context: RecordContext): ((bill: RecordValues) => string) => {
  const view = recordViewFor(context, context.schemas.get('bills'), 'list')
  return (bill) => String(view(bill).PayerName ?? '')
}
