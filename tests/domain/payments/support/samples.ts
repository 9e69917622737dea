import type { Line, LineFacts, PaidState } from '../../../../src/domain/payments/line'
import type {
  CollectingAgreement,
  PayableBill,
  StoredWhiteListEntry,
} from '../../../../src/domain/payments/matching-facts'
import type { BatchFacts } from '../../../../src/domain/payments/working-ledger'

/** Accounts of agreement 77001 with valid check digits. */
export const accounts = ['77001260001235', '77001260001242', '77001260001259', '77001260001266'] as const

export const agreement: CollectingAgreement = {
  rule: { applyCode: '77001', checkType: 'Account', scheme: 'W371', length: 14 },
  UniformNo: '90000017',
  AgreementStatus: 'Active',
  Channels: ['01', '05', '06'],
  MarketItems: ['7A1', '7B1'],
  UseWhiteList: false,
  DualControl: false,
}

/** The access of a person who may use every agreement. */
export const anyAgreement = () => true

export const bill: PayableBill = {
  SerialId: 7001,
  ApplyCode: '77001',
  VACAccount: accounts[0],
  AccountState: 'InUse',
  CurrencyType: 'TWD',
  BillState: 'Active',
  ShouldPayAmount: 1000,
  PaidAmount: 0,
  PaymentEndDate: '2026-11-30',
  MarketEndDate: null,
  AllowPartial: false,
  AllowOverdue: false,
}

export const listed: StoredWhiteListEntry = {
  SerialId: 9501,
  VACAccount: accounts[0],
  CheckType: 'AccountAmountDate',
  WhiteListState: 'Active',
  Amount: 1000,
  StartDate: '2026-11-01',
  EndDate: '2026-11-30',
  MaxTimes: 1,
  UsedTimes: 0,
}

/** A payment at an ATM of what the bill asks for. */
export const line: LineFacts = {
  SerialId: 11001,
  ApplyCode: null,
  ChannelId: '06',
  MarketItemCode: null,
  TradeDate: '2026-11-27',
  TxnSeq: '000123',
  VACAccount: accounts[0],
  OriginalVACAccount: null,
  ParentSerialId: null,
  CurrencyType: 'TWD',
  AmountSign: 'Plus',
  Amount: 1000,
  ChannelFee: 10,
  TableFee: null,
  FeeBearType: 'Deduct',
}

/** The same payment, written off. */
export const paidLine: Line<PaidState> = {
  ...line,
  SerialId: 11000,
  TxnSeq: '000122',
  ApplyCode: '77001',
  state: { WriteOffStatus: 'WrittenOff', payment: { BillSerialId: 7001, Amount: 1000, WhiteListSerialId: null } },
}

export const facts: BatchFacts = { agreements: [agreement], bills: [bill], whiteList: [], lines: [] }
