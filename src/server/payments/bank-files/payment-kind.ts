import type { JobRun } from '../../ports'
import {
  type BookingPlan,
  bookPaymentFile,
  type FileResult,
  type VerifiedPaymentFile,
  verifyPaymentFile,
} from '../book-file'
import { refreshChecksOfPayments } from '../remittances/check'
import type { PaymentRules } from '../reported-lines'
import { planOf } from './differences'
import { compareHeldFile, startBooking } from './hold'
import { type BankFileKind, type BankFilePorts, defineBankFileKind, type StoredBankFile } from './kind'
import { endFile, markAsFailed } from './outcome'
import { comparedHeader, compareHeldFilesAgain, type FileHeader, headerOfFile, lockHeader } from './same-header'

/** A kind of file with payments, and how its lines become payments. */
export interface PaymentKind extends BankFileKind {
  readonly rules: PaymentRules
}

/**
 * Returns a kind of file with payments, which are booked in batches.
 * `fields` are the fields that each detail line must have besides those of every payment.
 */
export const paymentKind = ({
  fields,
  ...rules
}: PaymentRules & { readonly fields: readonly string[] }): PaymentKind => ({
  rules,
  ...defineBankFileKind<VerifiedPaymentFile>({
    layout: {
      fields: [rules.channel.field, 'VACAccount', 'TradeDate', 'Amount', ...fields],
      headerFields: ['AgencyCode', 'TransDate'],
    },
    verify: (ports, { id, name, layout, receivedOn, open }) =>
      verifyPaymentFile(ports, { SerialId: id, name, layout, rules, receivedOn, open: () => open() }),
    book: async (ports, { file, verified }, run) => {
      const header = comparedHeader(file, verified.summary)
      const { id, decision } = file
      const state = await startBooking(ports, { id, header, decision }, verified.summary)
      if (state === 'changed') return
      await run.progress(0, verified.summary.count)
      const plan =
        state === 'booking' ? await planOfDecision(ports, file) : await compareHeldFile(ports, verified, state)
      if (plan !== 'held') await bookPayments(ports, { file, verified, header, plan }, run)
    },
    // The stored summary stays: it shows that some of the lines may be booked.
    onFailure: async (ports, failed) => {
      const header = await headerOfFile(ports.db, failed.id)
      await lockHeader(ports.db, header)
      await markAsFailed(ports, failed)
      await compareHeldFilesAgain(ports, ports.db, header)
    },
  }),
})

/** Returns which lines of a file are booked; undefined if all are. */
const planOfDecision = async (
  { backgroundDb }: Pick<BankFilePorts, 'backgroundDb'>,
  { id, decision }: Pick<StoredBankFile, 'id' | 'decision'>,
): Promise<BookingPlan | undefined> => (decision === 'Replaces' ? await planOf(backgroundDb, id) : undefined)

interface PaymentBooking {
  readonly file: Pick<StoredBankFile, 'id' | 'updateUser'>
  readonly verified: VerifiedPaymentFile
  readonly header: FileHeader | null
  readonly plan: BookingPlan | undefined
}

const bookPayments = async (
  ports: BankFilePorts,
  { file: { id, updateUser: user }, verified, header, plan }: PaymentBooking,
  run: JobRun,
): Promise<void> => {
  const { backgroundDb: db, clock } = ports
  const result = await bookPaymentFile(ports, { file: verified, user, ...(plan ? { plan } : {}) }, run)
  await db.transaction().execute(async (trx) => {
    if (header) await lockHeader(trx, header)
    await endFile(ports, trx, { id, run, result, resultText: resultText(verified.summary.count, result) })
    if (header) await compareHeldFilesAgain(ports, trx, header)
  })
  await refreshChecksOfPayments(db, { reportedOn: verified.TransDate, now: clock() })
}

const resultText = (count: number, { writtenOff, exceptions, reversed, repeated }: FileResult): string => {
  const parts = [
    `銷帳 ${countText(writtenOff)} 筆`,
    `例外 ${countText(exceptions)} 筆`,
    ...(reversed ? [`沖正 ${countText(reversed)} 筆`] : []),
    ...(repeated ? [`先前已收過、沒有再次入帳 ${countText(repeated)} 筆`] : []),
  ]
  return `${countText(count)} 筆交易已處理：${parts.join('，')}。`
}

const countText = (count: number): string => count.toLocaleString('en-US')
