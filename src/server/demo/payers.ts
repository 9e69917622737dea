import { isIdNo, isUniformNo } from '../../domain/identifiers/id-no'
import type { DemoAgreement } from './companies'
import people from './people.json'
import { pick, type Random } from './random'

/** A payer of an agreement as a record. */
export type DemoPayer = ReturnType<typeof payerRecord>

/** Returns the payers of an agreement; `before` is the number of people created so far. */
export const payersOf = (agreement: DemoAgreement, before: number, random: Random): readonly DemoPayer[] =>
  Array.from({ length: agreement.payers }, (_, n) => payerRecord(agreement, n, personOf(agreement, n) ?? randomPerson(random, before + n), random))

const personOf = ({ sharedPayer, payersAreFirms }: DemoAgreement, n: number): DemoPerson | undefined => {
  if (sharedPayer && n === 0) return wang
  return payersAreFirms ? firm(n) : undefined
}

/** Returns the company's own number of its n-th payer, counted from 0. */
const payerIdOf = ({ payerId, payerStep = 1 }: DemoAgreement, n: number, unitId: string): string =>
  payerId
    .replace('{unit}', unitId)
    .replace('{flat}', `${String((Math.floor(n / 4) % 13) + 2).padStart(2, '0')}0${Math.floor(n / 52) + 1}`)
    .replace(/#+/, (digits) => String(n * payerStep + 1).padStart(digits.length, '0'))

/** Returns the n-th payer of an agreement as a record, counted from 0. */
export const payerRecord = (agreement: DemoAgreement, n: number, person: DemoPerson, random: Random) => {
  const unit = agreement.units[n % agreement.units.length]
  return {
    ApplyCode: agreement.applyCode,
    PayerUnitId: unit?.id ?? null,
    PayerId: payerIdOf(agreement, n, unit?.id ?? ''),
    PayerNo: String(n + 1).padStart(agreement.payerNoLen, '0'),
    PayerName: person.name,
    IdNo: person.idNo,
    Mobile: person.mobile,
    Tel: n % 5 === 4 ? `02-27${String(10_000 + n * 61).padStart(6, '0')}` : null,
    Email: person.email,
    ZipCode: person.zipCode,
    Address: person.address,
    NotifyMethod: n % 3 === 0 ? ['Email', 'SMS'] : n % 7 === 5 ? ['None'] : ['Email'],
    ...debitPart(agreement, n, person, random),
    PayerStatus: 'Active',
    Remark: n % 40 === 39 ? '已申請電子帳單，不寄送紙本' : null,
  }
}

/** Returns the direct debit part: authorised, or waiting for the answer of the bank. */
const debitPart = ({ debitEvery }: DemoAgreement, n: number, person: DemoPerson, random: Random) => {
  if (!debitEvery || n % debitEvery !== 1) {
    return { PayerType: 'Normal', DebitBankCode: null, DebitAccount: null, DebitIdNo: null, DebitUserNo: null, DebitAuthStatus: 'None' }
  }
  const ach = n % 2 === 0
  return {
    PayerType: ach ? 'ACH' : 'Account',
    DebitBankCode: ach ? pick(random, ['004', '008', '012', '013', '700', '808', '822']) : '999',
    DebitAccount: String(100_000_000_000 + random(900_000_000) * 997),
    DebitIdNo: person.idNo,
    DebitUserNo: ach ? `U${String(n + 1).padStart(6, '0')}` : null,
    DebitAuthStatus: n % 13 === 7 ? 'Applying' : n % 13 === 9 ? 'Rejected' : 'Authorized',
  }
}

/** A person or firm that pays bills. */
export interface DemoPerson {
  readonly name: string
  readonly idNo: string
  readonly mobile: string
  readonly email: string
  readonly zipCode: string
  readonly address: string
}

/** The person on the sign-in page: he lives in the building and is insured, so one login shows two companies. */
const wang: DemoPerson = {
  name: '王大明',
  idNo: 'A123456789',
  mobile: '0912345678',
  email: 'wangdm@example.com',
  zipCode: '100006',
  address: '臺北市中正區重慶南路一段１２２號',
}

/** Returns a random person: a common name, an id with a valid check digit, a mobile number of a block for examples. */
export const randomPerson = (random: Random, no: number): DemoPerson => {
  const female = random(2) === 1
  const street = pick(random, people.streets)
  return {
    name: pick(random, people.surnames) + pick(random, female ? people.femaleNames : people.maleNames),
    idNo: newIdNo(random, female),
    mobile: `0900${String(100_000 + no * 137).padStart(6, '0')}`,
    email: `payer${String(no).padStart(3, '0')}@example.com`,
    zipCode: street.zipCode,
    address: `${street.name}${1 + random(180)}號${2 + random(11)}樓`,
  }
}

/** Returns the n-th firm with insured employees, by its 統一編號; the numbers are of the same block as those of the demo companies. */
const firm = (n: number): DemoPerson => ({
  name: `${firmNames[n % firmNames.length]}${trades[Math.floor(n / firmNames.length) % trades.length]}有限公司`,
  idNo: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((check) => `9000${200 + n}${check}`).find(isUniformNo) ?? '',
  mobile: `0900${String(200_000 + n * 137).padStart(6, '0')}`,
  email: `hr${String(n + 1).padStart(2, '0')}@example.com`,
  zipCode: '235',
  address: `新北市中和區景平路${20 + n * 4}號`,
})

const { firmNames, trades } = people

const newIdNo = (random: Random, female: boolean): string => {
  const head = `${pick(random, ['A', 'B', 'D', 'E', 'F', 'H', 'N', 'Q'])}${female ? 2 : 1}${String(random(10_000_000)).padStart(7, '0')}`
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((check) => `${head}${check}`).find((idNo) => isIdNo(idNo)) ?? head
}
