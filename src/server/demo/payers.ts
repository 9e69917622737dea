import { isIdNo, isUniformNo } from '../../domain/identifiers/id-no'
import type { DemoAgreement } from './companies'
import people from './people.json'
import { pick, type RandomInteger } from './random'

/** A payer of an agreement as a record. */
export type DemoPayer = ReturnType<typeof payerRecord>

/**
 * Returns the payers of an agreement.
 * `earlierPayerCount`, the number of payers of the previous agreements, keeps mobile numbers and e-mail addresses
 * unique.
 */
export const payersOf = (
  agreement: DemoAgreement,
  earlierPayerCount: number,
  random: RandomInteger,
): readonly DemoPayer[] =>
  Array.from({ length: agreement.payerCount }, (_, index) => {
    const person = fixedPerson(agreement, index) ?? randomPerson(random, earlierPayerCount + index)
    return payerRecord(agreement, index, person, random)
  })

/** Returns the payer with this index if it is not a random person: 王大明, or an employer. */
const fixedPerson = ({ hasSharedPayer, payersAreFirms }: DemoAgreement, index: number): DemoPerson | undefined => {
  if (hasSharedPayer && index === 0) return sharedPerson
  return payersAreFirms ? employerOf(index) : undefined
}

/** Returns the payer id of the payer with this index: the code that the company itself uses for the payer. */
const payerIdOf = ({ payerIdPattern, payerStep = 1 }: DemoAgreement, index: number, unitId: string): string =>
  payerIdPattern
    .replace('{unit}', unitId)
    .replace('{flat}', `${String((Math.floor(index / 4) % 13) + 2).padStart(2, '0')}0${Math.floor(index / 52) + 1}`)
    .replace(/#+/, (digits) => String(index * payerStep + 1).padStart(digits.length, '0'))

/** Returns the record of a person as the payer of an agreement. The index varies the optional columns. */
export const payerRecord = (agreement: DemoAgreement, index: number, person: DemoPerson, random: RandomInteger) => {
  const unit = agreement.units[index % agreement.units.length]
  return {
    ApplyCode: agreement.applyCode,
    PayerUnitId: unit?.id ?? null,
    PayerId: payerIdOf(agreement, index, unit?.id ?? ''),
    PayerNo: String(index + 1).padStart(agreement.payerNoLen, '0'),
    PayerName: person.name,
    IdNo: person.idNo,
    Mobile: person.mobile,
    Tel: index % 5 === 4 ? `02-27${String(10_000 + index * 61).padStart(6, '0')}` : null,
    Email: person.email,
    ZipCode: person.zipCode,
    Address: person.address,
    NotifyMethod: index % 3 === 0 ? ['Email', 'SMS'] : index % 7 === 5 ? ['None'] : ['Email'],
    ...debitColumns(agreement, index, person, random),
    PayerStatus: 'Active',
    Remark: index % 40 === 39 ? '已申請電子帳單，不寄送紙本' : null,
  }
}

/** Returns the columns for direct debit. */
const debitColumns = ({ debitEvery }: DemoAgreement, index: number, person: DemoPerson, random: RandomInteger) => {
  if (!debitEvery || index % debitEvery !== 1) {
    return {
      PayerType: 'Normal',
      DebitBankCode: null,
      DebitAccount: null,
      DebitIdNo: null,
      DebitUserNo: null,
      DebitAuthStatus: 'None',
    }
  }
  const isAch = index % 2 === 0
  return {
    PayerType: isAch ? 'ACH' : 'Account',
    DebitBankCode: isAch ? pick(random, ['004', '008', '012', '013', '700', '808', '822']) : '999',
    DebitAccount: String(100_000_000_000 + random(900_000_000) * 997),
    DebitIdNo: person.idNo,
    DebitUserNo: isAch ? `U${String(index + 1).padStart(6, '0')}` : null,
    DebitAuthStatus: index % 13 === 7 ? 'Applying' : index % 13 === 9 ? 'Rejected' : 'Authorized',
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

/**
 * The payer that the sign-in page offers.
 * He is a payer of the building and of the insurer, so that one sign-in can show the bills of two companies.
 */
const sharedPerson: DemoPerson = {
  name: '王大明',
  idNo: 'A123456789',
  mobile: '0912345678',
  email: 'wangdm@example.com',
  zipCode: '100006',
  address: '臺北市中正區重慶南路一段１２２號',
}

/**
 * Returns a random person: a common name, an id with a valid check digit, a mobile number from a block for examples.
 */
export const randomPerson = (random: RandomInteger, index: number): DemoPerson => {
  const isFemale = random(2) === 1
  const street = pick(random, people.streets)
  return {
    name: pick(random, people.surnames) + pick(random, isFemale ? people.femaleNames : people.maleNames),
    idNo: newIdNo(random, isFemale),
    mobile: `0900${String(100_000 + index * 137).padStart(6, '0')}`,
    email: `payer${String(index).padStart(3, '0')}@example.com`,
    zipCode: street.zipCode,
    address: `${street.name}${1 + random(180)}號${2 + random(11)}樓`,
  }
}

/**
 * Returns an employer that pays for its insured employees.
 * The uniform number has the same first digits as those of the demo companies.
 */
const employerOf = (index: number): DemoPerson => ({
  name: `${firmNames[index % firmNames.length]}${trades[Math.floor(index / firmNames.length) % trades.length]}有限公司`,
  idNo: withCheckDigit(`9000${200 + index}`, isUniformNo),
  mobile: `0900${String(200_000 + index * 137).padStart(6, '0')}`,
  email: `hr${String(index + 1).padStart(2, '0')}@example.com`,
  zipCode: '235',
  address: `新北市中和區景平路${20 + index * 4}號`,
})

const { firmNames, trades } = people

const newIdNo = (random: RandomInteger, isFemale: boolean): string =>
  withCheckDigit(
    `${pick(random, ['A', 'B', 'D', 'E', 'F', 'H', 'N', 'Q'])}${isFemale ? 2 : 1}${String(random(10_000_000)).padStart(7, '0')}`,
    isIdNo,
  )

const withCheckDigit = (digits: string, isValid: (text: string) => boolean): string =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((checkDigit) => `${digits}${checkDigit}`).find((text) => isValid(text)) ?? ''
