import { sql } from 'kysely'
import { addDays } from '../../domain/dates/dates'
import type { EnumCode } from '../../domain/enums'
import type { Row } from '../database/tables'
import { cancelCollection, collect } from '../payments/collections/collections'
import { demoCompanies } from './companies'
import { checkerContext, type DemoPortal, type DemoTenant, makerContext, portalAt } from './demo-portal'

/**
 * Records some payments that each company collected itself on previous days.
 * The company cancelled one of these collections on the same day.
 */
export const seedCollections = async (portal: DemoPortal): Promise<void> => {
  for (const company of demoCompanies) {
    const [agreement] = company.agreements
    if (!agreement) continue
    const tenant = { company, agreement }
    for (const collection of collections) {
      const bill = await findOpenBill(portal, tenant, addDays(portal.today, -collection.daysAgo))
      if (bill) await recordCollection(portal, tenant, { ...collection, bill })
    }
  }
}

/** A payment that a company collected itself. */
interface OwnCollection {
  readonly daysAgo: number
  readonly method: EnumCode<'CollectMethod'>
  readonly remark?: string
  /** The reason for the cancellation; absent if the collection was not cancelled. */
  readonly cancelReason?: string
  /** Whether only half of the bill was paid. */
  readonly isPartial?: boolean
}

const collections: readonly OwnCollection[] = [
  { daysAgo: 8, method: 'Cash' },
  { daysAgo: 5, method: 'Check', remark: '支票號碼 AB1234567' },
  { daysAgo: 3, method: 'Cash', isPartial: true, remark: '先收半數，餘款月底前補繳' },
  { daysAgo: 1, method: 'Card', cancelReason: '刷卡金額有誤，已當場取消' },
  { daysAgo: 1, method: 'Remit' },
]

interface OpenBill {
  readonly id: Row<'bill'>['serial_id']
  readonly amount: NonNullable<Row<'bill'>['should_pay_amount']>
}

/**
 * Returns an unpaid bill that could be paid on that day and that has no reported payments or handlings.
 * Excludes the bills of the first two payers, which must not change.
 * The JSON path finds a bill at any depth of a handling's request.
 */
const findOpenBill = async (
  { ports }: DemoPortal,
  { agreement }: DemoTenant,
  day: string,
): Promise<OpenBill | undefined> => {
  const { rows } = await sql<OpenBill>`
    select b.serial_id as id, b.should_pay_amount as amount
    from bill b
    where b.apply_code = ${agreement.applyCode} and b.pay_status = 'Unpaid' and b.bill_state = 'Active' and b.account_state = 'InUse' and not b.debit_flag
      and b.payer_no::integer > 2 and ${day}::date between b.payment_start_date and b.payment_end_date
      and not exists (select from payment p where p.bill_serial_id = b.serial_id)
      and not exists (select from transaction_line l where l.bill_serial_id = b.serial_id)
      and not exists (select from line_handling h where jsonb_path_exists(h.request, '$.**.BillSerialId ? (@ == $id)', jsonb_build_object('id', b.serial_id)))
    order by b.payment_end_date, b.serial_id
    limit 1`.execute(ports.db)
  return rows[0]
}

const recordCollection = async (
  portal: DemoPortal,
  tenant: DemoTenant,
  { bill, daysAgo, method, remark, cancelReason, isPartial = false }: OwnCollection & { readonly bill: OpenBill },
): Promise<void> => {
  const day = addDays(portal.today, -daysAgo)
  const { SerialId = 0, UpdateTime } = await collect(makerContext(portalAt(portal, `${day}T10:30:00+08:00`), tenant), {
    ApplyCode: tenant.agreement.applyCode,
    BillSerialId: bill.id,
    CollectAmount: isPartial ? Math.floor(bill.amount / 2) : bill.amount,
    CollectDate: day,
    CollectMethod: method,
    Remark: remark ?? null,
  })
  if (cancelReason) {
    await cancelCollection(
      checkerContext(portalAt(portal, `${day}T15:20:00+08:00`), tenant),
      { SerialId: Number(SerialId) },
      { UpdateTime, Reason: cancelReason },
    )
  }
}
