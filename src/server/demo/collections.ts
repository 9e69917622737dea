import { sql } from 'kysely'
import { addDays } from '../../domain/dates/dates'
import type { EnumCode } from '../../domain/enums'
import { cancelCollection, collect } from '../payments/collections/collections'
import { demoCompanies } from './companies'
import { checkerContext, type DemoOwner, type DemoWork, makerContext, workAt } from './uploads'

/** Records some money that each company collected itself on former days, and cancels one collection on its day. */
export const seedCollections = async (work: DemoWork): Promise<void> => {
  for (const company of demoCompanies) {
    const [agreement] = company.agreements
    if (!agreement) continue
    const owner = { company, agreement }
    for (const collection of collections) {
      const bill = await findOpenBill(work, owner, addDays(work.today, -collection.daysAgo))
      if (bill) await collectAs(work, owner, { ...collection, bill })
    }
  }
}

interface DemoCollected {
  readonly daysAgo: number
  readonly method: EnumCode<'CollectMethod'>
  readonly remark?: string
  /** Why the collection was cancelled, if it was. */
  readonly cancelled?: string
  readonly isPart?: boolean
}

const collections: readonly DemoCollected[] = [
  { daysAgo: 8, method: 'Cash' },
  { daysAgo: 5, method: 'Check', remark: '支票號碼 AB1234567' },
  { daysAgo: 3, method: 'Cash', isPart: true, remark: '先收半數，餘款月底前補繳' },
  { daysAgo: 1, method: 'Card', cancelled: '刷卡金額有誤，已當場取消' },
  { daysAgo: 1, method: 'Remit' },
]

interface OpenBill {
  readonly id: number
  readonly amount: number
}

/** Returns an unpaid bill that could be paid on a day, and that has no reported payment and no handling. Excludes the bills of the first two payers, which must not change. */
const findOpenBill = async ({ ports }: DemoWork, { agreement }: DemoOwner, day: string): Promise<OpenBill | undefined> => {
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

const collectAs = async (
  work: DemoWork,
  owner: DemoOwner,
  { bill, daysAgo, method, remark, cancelled, isPart = false }: DemoCollected & { readonly bill: OpenBill },
): Promise<void> => {
  const day = addDays(work.today, -daysAgo)
  const { SerialId = 0, UpdateTime } = await collect(makerContext(workAt(work, `${day}T10:30:00+08:00`), owner), {
    ApplyCode: owner.agreement.applyCode,
    BillSerialId: bill.id,
    CollectAmount: isPart ? Math.floor(bill.amount / 2) : bill.amount,
    CollectDate: day,
    CollectMethod: method,
    Remark: remark ?? null,
  })
  if (cancelled) {
    await cancelCollection(checkerContext(workAt(work, `${day}T15:20:00+08:00`), owner), { SerialId: Number(SerialId) }, { UpdateTime, Reason: cancelled })
  }
}
