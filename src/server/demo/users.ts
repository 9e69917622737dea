import { passwordAge } from '../../domain/access/password'
import { lockMinutes, longestLock, maxLoginErrors } from '../../domain/access/portal-user'
import { addDays } from '../../domain/dates/dates'
import { type DemoCompany, demoCompanies } from './companies'

/** The password of every demo user. */
export const demoMima = 'Demo2026x'

/** The bank itself, as a company of its users. */
export const demoBank = { uniformNo: '04595257', name: '示範商業銀行' } as const

/** A demo user; the label says whose eyes the portal is seen through. */
export interface DemoUser {
  readonly uniformNo: string
  readonly userId: string
  readonly userName: string
  /** The e-mail address before the @; it never gives the user code away. */
  readonly mail: string
  readonly role: string
  readonly applyCodes: readonly string[]
  readonly label: string
  readonly status?: 'Pending' | 'Disabled' | 'Locked'
}

const roles = [
  { userId: 'admin01', userName: '王大明', mail: 'wangdm', role: 'CustomerAdmin', text: '企業管理者' },
  { userId: 'maker01', userName: '林佳穎', mail: 'linjy', role: 'CustomerMaker', text: '經辦' },
  { userId: 'checker01', userName: '陳志明', mail: 'chenzm', role: 'CustomerChecker', text: '主管（放行）' },
  { userId: 'viewer01', userName: '張雅婷', mail: 'zhangyt', role: 'CustomerViewer', text: '查詢人員' },
] as const

const bankUsers: readonly DemoUser[] = [
  {
    uniformNo: demoBank.uniformNo,
    userId: 'bankop01',
    userName: '吳俊傑',
    mail: 'wujj',
    role: 'BankOperator',
    applyCodes: [],
    label: '銀行作業人員',
  },
  {
    uniformNo: demoBank.uniformNo,
    userId: 'bankview01',
    userName: '許美玲',
    mail: 'xuml',
    role: 'BankViewer',
    applyCodes: [],
    label: '銀行查詢人員',
  },
]

/** The users whom the sign-in page offers. The maker works one agreement, so that nothing has to be chosen first; the others see all. */
export const demoUsers: readonly DemoUser[] = [
  ...demoCompanies.flatMap((company) =>
    roles.map(({ text, ...user }) => ({
      uniformNo: company.uniformNo,
      ...user,
      applyCodes: codesOf(company).slice(0, user.role === 'CustomerMaker' ? 1 : undefined),
      label: text,
    })),
  ),
  ...bankUsers,
]

/** Everybody in the user lists: also who makes the bills of the other agreements, who has not come in yet, who has mistyped the password too often, and who has left. */
export const demoStaff: readonly DemoUser[] = [
  ...demoUsers,
  ...demoCompanies.flatMap((company): DemoUser[] => {
    const others = { uniformNo: company.uniformNo, applyCodes: codesOf(company).slice(1), label: '' }
    return [
      { ...others, userId: 'maker02', userName: '蔡宜蓁', mail: 'caiyz', role: 'CustomerMaker' },
      { ...others, userId: 'newcomer1', userName: '許柏翰', mail: 'xubh', role: 'CustomerViewer', status: 'Pending' },
      { ...others, userId: 'locked01', userName: '黃建宏', mail: 'huangjh', role: 'CustomerChecker', status: 'Locked' },
      { ...others, userId: 'former01', userName: '周麗華', mail: 'zhoulh', role: 'CustomerMaker', status: 'Disabled' },
    ]
  }),
]

function codesOf({ agreements }: DemoCompany): readonly string[] {
  return agreements.map(({ applyCode }) => applyCode)
}

/** A user as a record. */
export const userRecord = ({ uniformNo, userId, userName, mail, role, applyCodes, status }: DemoUser, today: string) => ({
  UniformNo: uniformNo,
  UserId: userId,
  UserName: userName,
  RoleId: role,
  ApplyCodes: applyCodes,
  Email: `${mail}@example.com`,
  Mobile: '0912345678',
  UserStatus: status ?? 'Enabled',
  LoginErrorCount: status === 'Locked' ? maxLoginErrors : 0,
  MimaChangeTime: `${today}T00:00:00+08:00`,
  MimaExpireDate: addDays(today, passwordAge.warn),
  Remark: status === 'Disabled' ? '已離職' : null,
})

/** What the sign-in knows of a user: the password, and of a locked one the longest lock there is, from that moment on. */
export const secretRecord = ({ status }: DemoUser, hash: string, now: Date) => ({
  PasswordHash: hash,
  PreviousHashes: [],
  WrongCount: status === 'Locked' ? maxLoginErrors : 0,
  LockCount: status === 'Locked' ? longestLock : 0,
  LockedUntil: status === 'Locked' ? new Date(now.getTime() + lockMinutes.longest * 60_000).toISOString() : null,
})

/** What the company's payers sign in with. */
export const loginFieldRecords = ({ uniformNo, loginFields }: DemoCompany) =>
  loginFields.map(({ field, label, required }, i) => ({ UniformNo: uniformNo, Field: field, Label: label, Required: required, SortNo: i + 1 }))

/** The bank as a customer of its own, because its users belong to a company too. */
export const bankRecord = {
  UniformNo: demoBank.uniformNo,
  CustomerName: demoBank.name,
  ContactName: '吳俊傑',
  ContactMobile: '0912345678',
  CustomerPhone: '02-23881234',
  CustomerFax: null,
  Email: 'service@example.com',
  ZipCode: '100006',
  Address: '臺北市中正區重慶南路一段１２２號',
  AccountBranch: '0001',
  CustomerStatus: 'Active',
}
