import type { VACCheckScheme } from '../../domain/accounts/check-digits'
import type { VACCheckType } from '../../domain/accounts/virtual-account'
import type { Person } from './people'

/** A demo company, its agreements with the bank and what its payers sign in with. */
export interface DemoCompany {
  readonly uniformNo: string
  readonly name: string
  readonly contact: string
  readonly phone: string
  readonly fax: string
  readonly zipCode: string
  readonly address: string
  /** The first one is what the sign-in page and its accounts are about. */
  readonly agreements: readonly [DemoAgreement, ...DemoAgreement[]]
  readonly loginFields: readonly { readonly field: string; readonly label: string; readonly required: boolean }[]
}

/** One 委託單位 with its trade's words, its payers and what it collects. */
export interface DemoAgreement {
  readonly applyCode: string
  readonly name: string
  readonly vacLength: 14 | 16
  readonly termNoLen: number
  readonly payerNoLen: number
  readonly checkType: VACCheckType
  readonly scheme: VACCheckScheme
  readonly ownAccounts?: boolean
  readonly whiteList?: boolean
  readonly dualControl?: boolean
  readonly marketItems: readonly string[]
  readonly units: readonly { readonly id: string; readonly name: string }[]
  readonly payers: number
  /** The company's own number of its n-th payer, counted from 0. */
  readonly payerId: (n: number, unitId: string) => string
  /** The n-th payer where it is not somebody chosen by the dice. */
  readonly payer?: (n: number) => Person | undefined
  /** One of so many payers pays by direct debit; none where absent. */
  readonly debitEvery?: number
  readonly collections: readonly DemoCollection[]
}

/** A category with its fees, collected month by month or once. */
export interface DemoCollection {
  readonly code: string
  readonly name: string
  readonly template: string
  readonly marketItem: string
  readonly allowPartial: boolean
  readonly fees: readonly DemoFee[]
  /** The last part of a term's name: 115年11月＋管理費. */
  readonly termName: string
  readonly billName: string
  readonly notices: string
  /** Collected only once, so many months ago, under this term number. */
  readonly once?: { readonly age: number; readonly termNo: string }
}

/** A line of a bill; `amounts` are what people are charged, the usual amount first. */
export interface DemoFee {
  readonly code: string
  readonly name: string
  readonly amounts: readonly [number, ...number[]]
}
