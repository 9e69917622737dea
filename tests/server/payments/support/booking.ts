import { sql } from 'kysely'
import { composeAccount } from '../../../../src/domain/accounts/virtual-account'
import type { RecordValues } from '../../../../src/schema/language/language'
import { type BookedLines, bookLines, type ReportedLine } from '../../../../src/server/payments/book-lines'
import { companies } from '../../../support/builders'
import type { Portal } from '../../../support/portal'

let lastPayer = 0
let lastSerial = 0

/** Returns an account of an agreement that no other test uses. */
export const newAccount = (applyCode = '77001'): string => {
  lastPayer += 1
  const rule = { applyCode, checkType: 'Account', scheme: 'W371', length: 14 } as const
  return composeAccount({
    ...rule,
    termNo: '26',
    payerNo: String(lastPayer).padStart(6, '0'),
    amount: null,
    dueDate: null,
  })
}

/** Returns a payment of 1000 at an ATM, different from all others. */
export const reported = (differences: Partial<ReportedLine> = {}): ReportedLine => {
  lastSerial += 1
  return {
    ChannelId: '06',
    MarketItemCode: null,
    StoreNo: null,
    TradeDate: '2026-11-19',
    TradeTime: '101530',
    TransDate: '2026-11-19',
    AccountDate: '2026-11-20',
    ExpectRemitDate: '2026-11-20',
    TxnSeq: String(lastSerial).padStart(6, '0'),
    VACAccount: '77001260001235',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    Amount: 1000,
    ChannelFee: 10,
    TableFee: null,
    FeeBearType: 'Deduct',
    NetAmount: 990,
    Barcode1: null,
    Barcode2: null,
    Barcode3: null,
    SourceFile: 'BANK.20261119',
    BankFileSerialId: null,
    LineNo: null,
    ...differences,
  }
}

/**
 * Creates the company with its agreements, categories and term: 77001, 77002 with a white list, and 77003 which is
 * suspended.
 */
export const givenAgreements = async ({ given }: Pick<Portal, 'given'>): Promise<void> => {
  await given.customer({ UniformNo: companies.committee })
  await given.marketItem()
  await given.agreement()
  await given.agreement({ ApplyCode: '77002', UseWhiteList: true })
  await given.agreement({ ApplyCode: '77003', AgreementStatus: 'Suspended' })
  for (const ApplyCode of ['77001', '77002', '77003']) await given.billCategory({ ApplyCode })
  await given.billCategory({ BillCategoryCode: 'PART', AllowPartial: true })
}

/** Books lines in a transaction of their own. */
export const book = ({ ports }: Pick<Portal, 'ports'>, ...lines: readonly ReportedLine[]): Promise<BookedLines> =>
  ports.db.transaction().execute((trx) => bookLines(trx, lines, { now: ports.clock().toISOString(), user: 'system' }))

/** Returns a bill of 77001 with an account of its own. */
export const givenBill = ({ given }: Pick<Portal, 'given'>, values: RecordValues = {}) =>
  given.bill({ VACAccount: newAccount(), ...values })

/** Returns a line as it is on record. */
export const lineOnRecord = async ({ ports }: Pick<Portal, 'ports'>, serialId: number | undefined) => {
  const { rows } = await sql<RecordValues>`select * from transaction_line where serial_id = ${serialId}`.execute(
    ports.db,
  )
  return rows[0]
}

/** Returns what a bill has received. */
export const paidOn = async ({ ports }: Pick<Portal, 'ports'>, { SerialId }: RecordValues) => {
  const { rows } = await sql<RecordValues>`
    select paid_amount, pay_status, paid_time, channel_id, (select coalesce(sum(amount), 0) from payment where bill_serial_id = serial_id) as entries
    from bill where serial_id = ${SerialId}`.execute(ports.db)
  return rows[0]
}
