import type { EnumCode } from '../enums'

/** The role of a portal user. */
export type Role = EnumCode<'PortalRole'>

// Sets of rights, named after their purpose.
const read = ['Use', 'Query'] as const
const request = ['Use', 'Query', 'Create'] as const
const maintain = ['Use', 'Query', 'Update'] as const
const edit = ['Use', 'Query', 'Create', 'Update', 'Delete'] as const
const upload = ['Use', 'Query', 'Create', 'Delete'] as const
const term = [...edit, 'Close'] as const
const bill = [...edit, 'Void'] as const
const collect = [...request, 'Void'] as const
const cancel = [...read, 'Void'] as const
const handle = [...maintain, 'Approve'] as const
const approve = [...read, 'Approve'] as const
const debit = [...request, 'Approve'] as const
const change = ['Use', 'Update'] as const
const none = [] as const

// The columns of the table below.
const roles: readonly string[] = ['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer', 'BankOperator', 'BankViewer'] satisfies readonly Role[]

type RightsByRole = readonly [admin: Rights, maker: Rights, checker: Rights, viewer: Rights, bankOperator: Rights, bankViewer: Rights]
type Rights = readonly Right[]

const table = {
  changeMima: [change, change, change, change, change, change],
  portalUser: [edit, none, none, none, none, none],
  billTerm: [term, term, read, read, none, none],
  billCategory: [edit, edit, read, read, none, none],
  payerUnit: [edit, edit, read, read, none, none],
  fee: [edit, edit, read, read, none, none],
  payer: [edit, edit, read, read, none, none],
  Customer: [maintain, maintain, read, read, maintain, read],
  billImportList: [upload, upload, read, read, none, none],
  bills: [bill, bill, read, read, none, none],
  makePDFList: [upload, upload, read, read, none, none],
  // Makers record collections; only administrators and checkers may cancel one.
  selfCollection: [collect, request, cancel, read, none, none],
  // The debit file contains complete account numbers, so viewers, for whom data are masked, have no access.
  BillDesignatedDebitExport: [debit, request, approve, none, none, none],
  whiteListImportList: [upload, upload, read, read, none, none],
  whiteList: [edit, edit, read, read, none, none],
  VACLoadingList: [read, read, read, read, none, none],
  TLDetail: [read, read, read, read, none, none],
  TLDetailExceptionHandling: [handle, maintain, approve, read, none, none],
  TransactionDetailQuery: [read, read, read, read, none, none],
  ImmediateClientNotify: [read, read, read, read, none, none],
  Report: [request, request, request, request, none, none],
  WriteOffReport: [read, read, read, read, none, none],
  DailyPaidReport: [read, read, read, read, none, none],
  TransactionDetailsReport: [read, read, read, read, none, none],
  ChannelFeeReport: [read, read, read, read, none, none],
  FileManagement: [read, read, read, read, none, none],
  SKGTLDetailQuery: [none, none, none, none, read, read],
  SKGBillQuery: [none, none, none, none, read, read],
  SKGWriteOffReport: [none, none, none, none, read, read],
} satisfies Record<string, RightsByRole>

/** One of the 29 pages of the admin area. */
export type PageName = keyof typeof table

/** The 29 pages in the order of the menu. */
export const pageNames = Object.keys(table) as readonly PageName[]

/** Returns the rights of a role on a page; none for an unknown role or page. */
export const rightsOf = (role: string, page: string): readonly Right[] => {
  const column = roles.indexOf(role)
  return (Object.hasOwn(table, page) ? (table as Record<string, RightsByRole>)[page]?.[column] : undefined) ?? none
}

/** Checks whether a role belongs to the bank, which works with all companies, rather than to one company. */
export const isBankRole = (role: string): boolean => role === 'BankOperator' || role === 'BankViewer'

/** Checks whether personal data are masked for a role even on detail pages; lists are masked for everybody. */
export const isPersonalDataMaskedFor = (role: string): boolean => role !== 'CustomerAdmin' && role !== 'CustomerMaker'

/** The rights that a page can grant: 使用, 查詢, 新增, 修改, 刪除, 審核, 結案, 作廢. */
export const rights = { Use: '使用', Query: '查詢', Create: '新增', Update: '修改', Delete: '刪除', Approve: '審核', Close: '結案', Void: '作廢' } as const

export type Right = keyof typeof rights

/** The fields that contain the tenant of a record: an agreement of a company, or the company. Generic code must not name these fields in any other way. */
export const tenantFields = { agreement: 'ApplyCode', company: 'UniformNo' } as const

export type TenantField = (typeof tenantFields)[keyof typeof tenantFields]

/** Checks whether a field is a tenant field. */
export const isTenantField = (name: unknown): name is TenantField => Object.values<unknown>(tenantFields).includes(name)
