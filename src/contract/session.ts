import type { Right } from '../domain/access/roles'

/** One entry of the admin menu; groups have no Path and no Rights, pages name their group in ParentId. */
export interface MenuInfo {
  readonly MenuId: string
  readonly MenuName: string
  /** `/admin/<page>` or an empty string for a group. */
  readonly Path: string
  readonly ParentId: string
  readonly Sort: number
  readonly Rights: readonly Right[]
}

/** What a company user's session tells the browser about the user. */
export interface CompanyData {
  readonly UniformNo: string
  readonly CustomerName: string
  readonly UserId: string
  readonly UserName: string
  readonly RoleId: string
  readonly RoleName: string
  /** The agreements that this user works; empty for bank users, who see all. */
  readonly ApplyCodes: readonly string[]
  readonly LastLoginTime: string | null
  readonly LastLoginIP: string | null
  /** True: this session reaches PortalUser/ChangeMima and Logout alone, every other call answers 1007, and the menu shows nothing else. */
  readonly MustChangeMima: boolean
  /** Why: the password was given out by somebody else, or is older than a year. */
  readonly MustChangeReason: 'First' | 'Expired' | null
  /** Days left until the password must be changed, once the warning has begun; else null. */
  readonly MimaDaysLeft: number | null
}

/** OutData of EnterpriseArea/Login. */
export interface CompanyLoginAnswer {
  readonly JWTToken: string
  readonly data: CompanyData
  readonly MenuInfos: readonly MenuInfo[]
  readonly UniformNo: string
}

/** A bill as its payer sees it. Personal data are masked; money is in the smallest unit of CurrencyType. */
export interface PayerBill {
  readonly SerialId: number
  readonly UniformNo: string
  readonly CustomerName: string
  readonly BillTermName: string
  readonly BillNo: string
  readonly PayerName: string
  readonly FeeItems: readonly { readonly FeeName: string; readonly Amount: number }[]
  readonly CurrencyType: string
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly VACAccount: string
  readonly BillStatus: string
  /** For what is left, as of today; empty where a store would not take it. */
  readonly MarketBarcodes: readonly string[]
  /** Why there are no MarketBarcodes though money is owed; else empty. */
  readonly MarketRefusal: string
  readonly PostBarcodes: readonly string[]
  /** Text of the TWQR code that pays what is left; empty where the bill takes none. */
  readonly TWQRPayload: string
  /** The bank whose account VACAccount is, for transfers from other banks. */
  readonly BankCode: string
  /** Channels that this bill can be paid through, codes of the Channel enum. */
  readonly Channels: readonly string[]
  readonly Notices: string
}

/** A payment as its payer sees it; SerialId is the bill's, DetailId the payment's. */
export interface PayerPayment {
  readonly SerialId: number
  readonly DetailId: string
  readonly CustomerName: string
  readonly BillTermName: string
  readonly BillNo: string
  readonly CurrencyType: string
  readonly PaidAmount: number
  readonly PaidTime: string
  readonly ChannelId: string
  readonly ReceiptNo: string
}

/** What a payer's session tells the browser about the payer. */
export interface PayerData {
  readonly PayerName: string
  readonly CustomerName: string
  readonly LoginTime: string
  /** The sign-in before this one; null for the first. */
  readonly LastLoginTime: string | null
  /** This session proved who it is by two things, and may ask for the data unmasked. */
  readonly MayReveal: boolean
  /** How many bills and payments there are; the lists carry 500 of each a page, what is owed first. */
  readonly BillCount: number
  readonly PaymentCount: number
  /** There are more bills than a session carries; what is owed and the newest are among those that it has. */
  readonly IsCut: boolean
}

/** What a company keeps of a payer, unmasked. OutData of PayerArea/GetOwnData is a list of these, one for each company; the look is noted in the audit trail. */
export interface OwnData {
  readonly CustomerName: string
  readonly PayerId: string
  readonly PayerName: string
  readonly IdNo: string
  readonly Mobile: string
  readonly Email: string
  readonly Address: string
}

/** OutData of EnterpriseArea/GetSession: the same without a token, as things stand now. */
export type CompanySession = Omit<CompanyLoginAnswer, 'JWTToken'>

/** OutData of PayerArea/Login and AccountLogin. ModelType 1: something is unpaid; 2: only history. DataLists1 are bills, DataLists2 payments. */
export interface PayerLoginAnswer {
  readonly JWTToken: string
  readonly data: PayerData
  readonly ModelType: 1 | 2
  readonly DataLists1: readonly PayerBill[]
  readonly DataLists2: readonly PayerPayment[]
}

/** OutData of PayerArea/GetPaymentData (query PageNo, 1 without it): the same without a token, as things stand now. */
export type PaymentData = Omit<PayerLoginAnswer, 'JWTToken'>

/** OutData of GetEBillLink and GetBankMobileLink (query SerialId): an https address on a host that the bank allows, or a path of this site in demo mode. */
export interface PaymentLink {
  readonly Url: string
}

/** OutData of PortalUser/{SerialId}/Disabled, Enabled and ResetMima. */
export interface UserActionAnswer {
  readonly UserStatus: string
  /** Where the initial password went, masked; null when none was sent. */
  readonly SentTo: string | null
}

/** One company in GetAllUniformNoField: the fields its payers sign in with. */
export interface UniformNoField {
  readonly UniformNo: string
  readonly CustomerName: string
  readonly Fields: readonly { readonly Field: PayerLoginField; readonly Label: string; readonly Required: boolean }[]
}

export type PayerLoginField = 'VACAccount' | 'IdNo' | 'PayerId' | 'Mobile'

/** OutData of Home/GetVICode: the ticket of one captcha, sent back as the header VCode beside the typed characters. */
export interface CaptchaTicket {
  readonly VCode: string
  /** Seconds until it lapses. */
  readonly ExpiresIn: number
}

/** One entry of Home/GetNotices. Content is plain text; addresses in it that begin with https:// are links. */
export interface NoticeInfo {
  readonly SerialId: number
  readonly Title: string
  readonly Category: string
  readonly Audience: string
  readonly Content: string
  readonly Pinned: boolean
  readonly PublishDate: string
  readonly ExpireDate: string | null
}

/** One entry of Home/GetActivities. */
export interface ActivityInfo {
  readonly SerialId: number
  readonly Title: string
  readonly Summary: string | null
  readonly LinkUrl: string | null
  readonly StartDate: string
  readonly EndDate: string | null
}
