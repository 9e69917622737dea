import type { DemoAgreement } from './companies'
import { type Dice, pick } from './dice'
import { type Person, somebody } from './people'

/** A payer of an agreement as a record. */
export type DemoPayer = ReturnType<typeof payerRecord>

/** The payers of an agreement; `before` is how many other people there are already. */
export const payersOf = (agreement: DemoAgreement, before: number, dice: Dice): readonly DemoPayer[] =>
  Array.from({ length: agreement.payers }, (_, n) => payerRecord(agreement, n, agreement.payer?.(n) ?? somebody(dice, before + n), dice))

const payerRecord = (agreement: DemoAgreement, n: number, person: Person, dice: Dice) => {
  const unit = agreement.units[n % agreement.units.length]
  return {
    ApplyCode: agreement.applyCode,
    PayerUnitId: unit?.id ?? null,
    PayerId: agreement.payerId(n, unit?.id ?? ''),
    PayerNo: String(n + 1).padStart(agreement.payerNoLen, '0'),
    PayerName: person.name,
    IdNo: person.idNo,
    Mobile: person.mobile,
    Tel: n % 5 === 4 ? `02-27${String(10_000 + n * 61).padStart(6, '0')}` : null,
    Email: person.email,
    ZipCode: person.zipCode,
    Address: person.address,
    NotifyMethod: n % 3 === 0 ? ['Email', 'SMS'] : n % 7 === 5 ? ['None'] : ['Email'],
    ...debitPart(agreement, n, person, dice),
    PayerStatus: 'Active',
    Remark: n % 40 === 39 ? '已申請電子帳單，不寄送紙本' : null,
  }
}

/** Who has allowed the company to take its money, or waits for the bank's word. */
const debitPart = ({ debitEvery }: DemoAgreement, n: number, person: Person, dice: Dice) => {
  if (!debitEvery || n % debitEvery !== 1) {
    return { PayerType: 'Normal', DebitBankCode: null, DebitAccount: null, DebitIdNo: null, DebitUserNo: null, DebitAuthStatus: 'None' }
  }
  const ach = n % 2 === 0
  return {
    PayerType: ach ? 'ACH' : 'Account',
    DebitBankCode: ach ? pick(dice, ['004', '008', '012', '013', '700', '808', '822']) : '999',
    DebitAccount: String(100_000_000_000 + dice(900_000_000) * 997),
    DebitIdNo: person.idNo,
    DebitUserNo: ach ? `U${String(n + 1).padStart(6, '0')}` : null,
    DebitAuthStatus: n % 13 === 7 ? 'Applying' : n % 13 === 9 ? 'Rejected' : 'Authorized',
  }
}
