import type { EnumCode } from '../enums'

/** A format of the files with which the bank requests direct debits. */
export type MediaFormat = EnumCode<'MediaFormat'>

/** What a format of direct debits needs. */
interface MediaRules {
  /** Name of the layout in `schemas/layouts`. */
  readonly layout: string
  /** The payers whose bills the format can contain. */
  readonly payerType: EnumCode<'PayerType'>
  /** The channel as which a successful debit is booked. */
  readonly channel: EnumCode<'Channel'>
  /** Whether the clearing house gives the company a transaction code, and its payers a user number. */
  readonly usesClearingHouse: boolean
}

/** The formats of direct debits. */
export const debitMedia: Readonly<Record<MediaFormat, MediaRules>> = {
  AchP01: { layout: 'achP01', payerType: 'ACH', channel: '09', usesClearingHouse: true },
  Fisc200: { layout: 'fisc200', payerType: 'Account', channel: '07', usesClearingHouse: false },
  BankOwn: { layout: 'bankOwn', payerType: 'Account', channel: '07', usesClearingHouse: false },
}
