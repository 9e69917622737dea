import { sql } from 'kysely'
import { PartRefusal } from '../../../../domain/payments/handling-refusal'
import { isProposed } from '../../../../domain/payments/line'
import { Refusal } from '../../../../domain/refusal'
import { tenantCondition } from '../../../access/tenant'
import type { ActionRow, RowAction } from '../../../imports/records/actions/row-action'
import { RowRefusal } from '../../../imports/row-error'
import type { RecordContext } from '../../../record-context'
import { linesPerBatch } from '../bulk/bulk-job'
import { type BatchPlan, type LineRequest, planBatch } from '../bulk/plan-batch'
import { writeHandlings } from '../bulk/write-handlings'
import {
  actionOfRows,
  type BillOfLine,
  contradiction,
  type RowsOfLine,
  requireCurrencyOf,
  rowsByLine,
} from './row-requests'

/** Handles the exceptions that the rows of a file name, like the four actions of the page. */
export const handleRows: RowAction = async (context, rows) => {
  const refused = new Map<number, Refusal>()
  const refuse = (group: RowsOfLine | undefined, refusal: Refusal) => {
    for (const { rowNo } of group?.rows ?? []) refused.set(rowNo, refusal)
  }
  const groups = rowsByLine(rows)
  const billOf = await billsOfLines(context, rows)
  const requests = groups.flatMap((group) => {
    const refusal = contradiction(group)
    if (refusal) refuse(group, refusal)
    return refusal ? [] : [requestOf(group, billOf)]
  })
  const groupsById = new Map(groups.map((group) => [group.serialId, group]))
  const counts = { done: 0, pending: 0 }
  for (const plan of await handleInBatches(context, requests)) {
    for (const { SerialId, refusal } of plan.refused)
      for (const [rowNo, reason] of refusalsByRow(groupsById.get(SerialId)?.rows ?? [], refusal))
        refused.set(rowNo, reason)
    counts.done += plan.handlings.length
    counts.pending += plan.handlings.filter(({ change }) => change.lines.some(isProposed)).length
  }
  return { refused, ...counts }
}

const requestOf = (group: RowsOfLine, billOf: BillOfLine): LineRequest => {
  const [first] = group.rows
  return {
    serialId: group.serialId,
    updateTime: first?.updateTime,
    Reason: String(first?.inputs.Reason ?? ''),
    actionOn: (line) => {
      requireCurrencyOf(line, group)
      return actionOfRows(group, billOf)
    },
  }
}

/** Handles lines in batches, and returns the plans that were written. */
const handleInBatches = async (
  context: RecordContext,
  requests: readonly LineRequest[],
): Promise<readonly BatchPlan[]> => {
  const plans: BatchPlan[] = []
  for (let start = 0; start < requests.length; start += linesPerBatch) {
    let rest = requests.slice(start, start + linesPerBatch)
    while (rest.length > 0) {
      const plan = await planBatch(context, rest)
      await writeHandlings(context, plan.handlings)
      plans.push(plan)
      rest = [...plan.deferred]
    }
  }
  return plans
}

/** Returns the refusal of each row of a line, by row number. A part that is refused is named by its row. */
const refusalsByRow = (rows: readonly ActionRow[], refusal: Refusal): readonly (readonly [number, Refusal])[] => {
  const part = refusal instanceof PartRefusal ? rows[refusal.index] : undefined
  if (!part || !(refusal instanceof PartRefusal))
    return rows.map(({ rowNo }) => [rowNo, refusalOfInputs(refusal)] as const)
  const { code, reason } = refusal
  const message = reason((index) => `第 ${rows[index]?.rowNo} 列`)
  const target = part.inputs.VACAccount === null ? 'BillNo' : 'VACAccount'
  return rows.map((row) =>
    row === part
      ? [row.rowNo, new Refusal(code, message, { [code === '2007' ? 'Amount' : target]: message })]
      : [row.rowNo, new RowRefusal('Action', 'E102', `同一筆交易的第 ${part.rowNo} 列有誤，請更正後一起匯入。`)],
  )
}

/** Returns a refusal whose fields are inputs of the import: those of the dialogs have other names. */
const refusalOfInputs = ({ code, message, fields }: Refusal): Refusal => {
  const [field] = Object.keys(fields)
  return new Refusal(code, message, { [inputOf[field ?? ''] ?? field ?? 'Action']: message })
}

const inputOf: Readonly<Record<string, string>> = { BillSerialId: 'BillNo', Items: 'Amount' }

/** Finds the bills that rows name, each by its number within the agreement of the line. */
const billsOfLines = async ({ db, schemas, scope }: RecordContext, rows: readonly ActionRow[]): Promise<BillOfLine> => {
  const named = rows.flatMap(({ key, inputs: { BillNo } }) => (BillNo === null ? [] : [{ line: key.SerialId, BillNo }]))
  if (named.length === 0) return () => undefined
  const { rows: found } = await sql<{ line: number; BillNo: string; bill: number }>`
    select t.serial_id as line, b.bill_no as "BillNo", b.serial_id as bill
    from jsonb_to_recordset(${JSON.stringify(named)}::text::jsonb) as n (line bigint, "BillNo" text)
    join transaction_line as t on t.serial_id = n.line
    join bill as b on b.apply_code = t.apply_code and b.bill_no = n."BillNo"
    where ${tenantCondition(schemas.get('TLDetail'), scope)}`.execute(db)
  const ids = new Map(found.map(({ line, BillNo, bill }) => [`${line} ${BillNo}`, bill]))
  return (serialId, billNo) => ids.get(`${serialId} ${billNo}`)
}
