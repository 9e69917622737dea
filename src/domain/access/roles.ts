import type { EnumCode } from '../enums'

/** The role of a portal user. */
export type Role = EnumCode<'PortalRole'>

// Sets of rights, named after what they add to `read` or after their purpose.
const read = ['Use', 'Query'] as const
const request = ['Use', 'Query', 'Create'] as const
const readAndUpdate = ['Use', 'Query', 'Update'] as const
const edit = ['Use', 'Query', 'Create', 'Update', 'Delete'] as const
const createAndDelete = ['Use', 'Query', 'Create', 'Delete'] as const
const term = [...edit, 'Close'] as const
const bill = [...edit, 'Void'] as const
const collect = [...request, 'Void'] as const
const cancel = [...read, 'Void'] as const
const handle = [...readAndUpdate, 'Approve'] as const
const approve = [...read, 'Approve'] as const
const debit = [...request, 'Approve'] as const
const update = ['Use', 'Update'] as const
const none = [] as const

// The columns of `rightsByPage`.
const roles: readonly string[] = [
  'CustomerAdmin',
  'CustomerMaker',
  'CustomerChecker',
  'CustomerViewer',
  'BankOperator',
  'BankViewer',
] satisfies readonly Role[]

type RightsByRole = readonly [
  admin: Rights,
  maker: Rights,
  checker: Rights,
  viewer: Rights,
  bankOperator: Rights,
  bankViewer: Rights,
]
type Rights = readonly Right[]

const rightsByPage = {
  changeMima: [update, update, update, update, update, update],
  portalUser: [edit, none, none, none, none, none],
  billTerm: [term, term, read, read, none, none],
  billCategory: [edit, edit, read, read, none, none],
  payerUnit: [edit, edit, read, read, none, none],
  fee: [edit, edit, read, read, none, none],
  payer: [edit, edit, read, read, none, none],
  // Operators of the bank create the secrets with which pushes to a company are signed.
  Customer: [readAndUpdate, readAndUpdate, read, read, handle, read],
  billImportList: [createAndDelete, createAndDelete, read, read, none, none],
  bills: [bill, bill, read, read, none, none],
  makePDFList: [createAndDelete, createAndDelete, read, read, none, none],
  // Makers may record collections but not cancel them.
  selfCollection: [collect, request, cancel, read, none, none],
  // The debit file contains complete account numbers.
  // Checkers need it for their approval, although personal data are masked for them as for viewers, who have no access.
  BillDesignatedDebitExport: [debit, request, approve, none, none, none],
  whiteListImportList: [createAndDelete, createAndDelete, read, read, none, none],
  whiteList: [edit, edit, read, read, none, none],
  VACLoadingList: [read, read, read, read, none, none],
  TLDetail: [read, read, read, read, none, none],
  TLDetailExceptionHandling: [handle, readAndUpdate, approve, read, none, none],
  TransactionDetailQuery: [read, read, read, read, none, none],
  ImmediateClientNotify: [read, read, read, read, none, none],
  Report: [request, request, request, request, none, none],
  WriteOffReport: [read, read, read, read, none, none],
  DailyPaidReport: [read, read, read, read, none, none],
  TransactionDetailsReport: [read, read, read, read, none, none],
  ChannelFeeReport: [read, read, read, read, none, none],
  FileManagement: [read, read, read, read, none, none],
  // Operators correct the accounts of lines that no agreement owns.
  SKGTLDetailQuery: [none, none, none, none, readAndUpdate, read],
  SKGBillQuery: [none, none, none, none, read, read],
  SKGWriteOffReport: [none, none, none, none, read, read],
} satisfies Record<string, RightsByRole>

/** One of the 29 pages of the admin area that the specification describes. */
export type PageName = keyof typeof rightsByPage

/** The 29 pages of the specification, in the order of the menu. */
export const pageNames = Object.keys(rightsByPage) as readonly PageName[]

/**
 * Returns the rights of a role on a page of the specification; none for an unknown role or another page.
 * The server computes the rights on other pages from their schemas.
 */
export const rightsOf = (role: string, page: string): readonly Right[] => {
  const column = roles.indexOf(role)
  return (
    (Object.hasOwn(rightsByPage, page) ? (rightsByPage as Record<string, RightsByRole>)[page]?.[column] : undefined) ??
    none
  )
}

/** Checks whether a role belongs to the bank. Users of the bank work with the data of all companies. */
export const isBankRole = (role: string): boolean => role === 'BankOperator' || role === 'BankViewer'

/** Checks whether personal data are masked for a role even on detail pages; lists are masked for everybody. */
export const isPersonalDataMaskedFor = (role: string): boolean => role !== 'CustomerAdmin' && role !== 'CustomerMaker'

/** The rights that a role can have on a page, with their names. */
export const rights = {
  Use: '使用',
  Query: '查詢',
  Create: '新增',
  Update: '修改',
  Delete: '刪除',
  Approve: '審核',
  Close: '結案',
  Void: '作廢',
} as const

/** A right on a page. */
export type Right = keyof typeof rights

/**
 * The fields that contain the tenant of a record: an agreement of a company, or the company.
 * Generic code must use these constants instead of writing the field names.
 */
export const tenantFields = { agreement: 'ApplyCode', company: 'UniformNo' } as const

/** Name of a field that contains the tenant of a record. */
export type TenantField = (typeof tenantFields)[keyof typeof tenantFields]

/** Checks whether a field is a tenant field. */
export const isTenantField = (name: unknown): name is TenantField => Object.values<unknown>(tenantFields).includes(name)
