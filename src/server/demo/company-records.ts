import type { DemoAgreement, DemoCompany } from './companies'

/** Channels that paper slips and transfers open for every demo category. */
export const demoChannels = ['00', '01', '02', '03', '04', '05', '06', '08', '16', '17'] as const

/** Channels by which direct debits come in. */
export const debitChannels = ['07', '09'] as const

/** Giro account of every demo agreement. */
export const demoGiroAccount = '50012345'

/** The company's own record. */
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

/** The company's agreements with the bank. */
export const agreementRecords = ({ uniformNo, agreements }: DemoCompany) =>
  agreements.map((agreement) => ({
    ApplyCode: agreement.applyCode,
    AgreementName: agreement.name,
    UniformNo: uniformNo,
    RealAccount: `001101${agreement.applyCode}123`,
    VACLength: agreement.vacLength,
    TermNoLen: agreement.termNoLen,
    PayerNoLen: agreement.payerNoLen,
    VACCheckType: agreement.checkType,
    VACCheckScheme: agreement.scheme,
    AllowOwnVAC: agreement.ownAccounts ?? false,
    CheckDuplicate: true,
    UseWhiteList: agreement.whiteList ?? false,
    DualControl: agreement.dualControl ?? false,
    Channels: [...demoChannels, ...(agreement.debitEvery ? debitChannels : []), 'A0'],
    MarketItems: agreement.marketItems,
    PostGiroAccount: demoGiroAccount,
    AgreementStatus: 'Active',
  }))

/** The units that the payers are sorted by. */
export const unitRecords = ({ applyCode, units }: DemoAgreement) =>
  units.map(({ id, name }) => ({ ApplyCode: applyCode, PayerUnitId: id, PayerUnitName: name, UnitStatus: 'Active' }))

/** What is collected. */
export const categoryRecords = ({ applyCode, collections, debitEvery }: DemoAgreement) =>
  collections.map((collection) => ({
    ApplyCode: applyCode,
    BillCategoryCode: collection.code,
    BillCategoryName: collection.name,
    BillTemplateId: collection.template,
    Channels: [...demoChannels, ...(debitEvery ? debitChannels : [])],
    MarketItemCode: collection.marketItem,
    FeeBearType: collection.marketItem.startsWith('7B') ? 'Increase' : 'Deduct',
    AllowPartial: collection.allowPartial,
    AllowOverdue: false,
    CategoryStatus: 'Active',
  }))

/** The lines of the bills. */
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
