import type { VACCheckScheme } from '../../domain/accounts/check-digits'
import type { VACCheckType } from '../../domain/accounts/virtual-account'
import companies from './companies.json'

/** A demo company, its agreements with the bank and the fields that its payers sign in with. */
export interface DemoCompany {
  readonly uniformNo: string
  readonly name: string
  readonly contact: string
  readonly phone: string
  readonly fax: string
  readonly zipCode: string
  readonly address: string
  /** The sign-in page offers a maker and a payer of the first agreement. */
  readonly agreements: readonly [DemoAgreement, ...DemoAgreement[]]
  readonly loginFields: readonly { readonly field: string; readonly label: string; readonly required: boolean }[]
}

/** An agreement (代收約定) with its payers and what it collects. */
export interface DemoAgreement {
  readonly applyCode: string
  readonly name: string
  readonly vacLength: 14 | 16
  readonly termNoLen: number
  readonly payerNoLen: number
  readonly checkType: VACCheckType
  readonly scheme: VACCheckScheme
  /** Whether the company may choose the accounts of its bills itself. */
  readonly allowsOwnAccounts?: boolean
  /** Whether the bank checks payments against a list of expected accounts (檢核資料). */
  readonly usesWhiteList?: boolean
  /** Whether a second person must release the handling of an exception. */
  readonly hasDualControl?: boolean
  readonly marketItems: readonly string[]
  readonly units: readonly { readonly id: string; readonly name: string }[]
  readonly payerCount: number
  /**
   * Pattern of the payer ids: `{unit}` is the unit of the payer, `{flat}` floor and door, and `####` the number of the
   * payer.
   */
  readonly payerIdPattern: string
  /** Difference between the numbers of consecutive payers in `####`; 1 if absent. */
  readonly payerStep?: number
  /** Whether the first payer is 王大明, whose sign-in data the sign-in page offers. */
  readonly hasSharedPayer?: boolean
  /** Whether the payers are firms with a uniform number instead of people with an id number. */
  readonly payersAreFirms?: boolean
  /** Every n-th payer pays by direct debit, where n is this number; absent = no payer. */
  readonly debitEvery?: number
  readonly collections: readonly DemoCollection[]
}

/** A bill category with its fees, collected every month or once. */
export interface DemoCollection {
  readonly code: string
  readonly name: string
  readonly template: string
  /** Code of the market item. Stores accept only bills whose amount is in the range of the item. */
  readonly marketItem: string
  readonly allowPartial: boolean
  /** The fee items of a bill; `amounts` are the amounts that payers are charged, the default one first. */
  readonly fees: readonly {
    readonly code: string
    readonly name: string
    readonly amounts: readonly [number, ...number[]]
  }[]
  /** The part of a term's name after the month, such as 管理費 in 115年11月管理費. */
  readonly termName: string
  readonly billName: string
  readonly notices: string
  /** For a one-time collection: how many months ago it began, and its term number. */
  readonly oneTime?: { readonly monthsAgo: number; readonly termNo: string }
}

/** The three companies of the demo portal: a residential building, a school and an insurer. */
export const demoCompanies = companies as unknown as readonly DemoCompany[]

/** The channels of every demo category: payments with a printed slip, and transfers. */
export const demoChannels = ['00', '01', '02', '03', '04', '05', '06', '08', '16', '17'] as const

/** Channels of direct debits. */
export const debitChannels = ['07', '09'] as const

/** Giro account of every demo agreement. */
export const demoGiroAccount = '50012345'

/** Returns the company's record. */
export const customerRecord = ({ uniformNo, name, contact, phone, fax, zipCode, address }: DemoCompany) => ({
  UniformNo: uniformNo,
  CustomerName: name,
  ContactName: contact,
  ContactMobile: '0912345678',
  CustomerPhone: phone,
  CustomerFax: fax,
  Email: `office${uniformNo.slice(-2)}@example.com`,
  ZipCode: zipCode,
  Address: address,
  AccountBranch: '0001',
  CustomerStatus: 'Active',
})

/** Returns the account of the company that receives the payments of an agreement. */
export const realAccountOf = ({ applyCode }: DemoAgreement): string => `001101${applyCode}123`

/** Returns the company's agreements with the bank. */
export const agreementRecords = ({ uniformNo, agreements }: DemoCompany) =>
  agreements.map((agreement) => ({
    ApplyCode: agreement.applyCode,
    AgreementName: agreement.name,
    UniformNo: uniformNo,
    RealAccount: realAccountOf(agreement),
    VACLength: agreement.vacLength,
    TermNoLen: agreement.termNoLen,
    PayerNoLen: agreement.payerNoLen,
    VACCheckType: agreement.checkType,
    VACCheckScheme: agreement.scheme,
    AllowOwnVAC: agreement.allowsOwnAccounts ?? false,
    CheckDuplicate: true,
    UseWhiteList: agreement.usesWhiteList ?? false,
    DualControl: agreement.hasDualControl ?? false,
    // A0 stands for the company's own collections.
    Channels: [...demoChannels, ...(agreement.debitEvery ? debitChannels : []), 'A0'],
    MarketItems: agreement.marketItems,
    PostGiroAccount: demoGiroAccount,
    AgreementStatus: 'Active',
  }))

/** Returns the units that group the payers. */
export const unitRecords = ({ applyCode, units }: DemoAgreement) =>
  units.map(({ id, name }) => ({ ApplyCode: applyCode, PayerUnitId: id, PayerUnitName: name, UnitStatus: 'Active' }))

/** Returns the bill categories of an agreement. */
export const categoryRecords = ({ applyCode, collections, debitEvery }: DemoAgreement) =>
  collections.map((collection) => ({
    ApplyCode: applyCode,
    BillCategoryCode: collection.code,
    BillCategoryName: collection.name,
    BillTemplateId: collection.template,
    Channels: [...demoChannels, ...(debitEvery ? debitChannels : [])],
    MarketItemCode: collection.marketItem,
    // The fee of the items 7B… is borne by the payer.
    FeeBearType: collection.marketItem.startsWith('7B') ? 'Increase' : 'Deduct',
    AllowPartial: collection.allowPartial,
    AllowOverdue: false,
    CategoryStatus: 'Active',
  }))

/** Returns the fees of an agreement, which are the items of its bills. */
export const feeRecords = ({ applyCode, collections }: DemoAgreement) =>
  collections.flatMap(({ code: category, fees }) =>
    fees.map(({ code, name, amounts }, i) => ({
      ApplyCode: applyCode,
      FeeCode: code,
      FeeName: name,
      BillCategoryCode: category,
      DefaultAmount: amounts[0],
      SortNo: i + 1,
      FeeStatus: 'Active',
    })),
  )
