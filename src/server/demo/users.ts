import { sql } from 'kysely'
import type { DemoHints } from '../../contract/site-config'
import { passwordAge } from '../../domain/access/password'
import { lockMinutes, lockoutsUntilLongestLock, maxLoginErrors } from '../../domain/access/portal-user'
import { addDays } from '../../domain/dates/dates'
import type { Db } from '../ports'
import { type DemoCompany, demoCompanies } from './companies'
import users from './users.json'

/** The password of every demo user. */
export const demoMima = 'Demo2026x'

/** The demo bank, in whose name the bank's users sign in. */
export const demoBank = { uniformNo: '04595257', name: '示範商業銀行' } as const

/** A demo user. */
export interface DemoUser {
  readonly uniformNo: string
  readonly userId: string
  readonly userName: string
  /** The part of the e-mail address before the @; it must differ from `userId`. */
  readonly mail: string
  readonly role: string
  readonly applyCodes: readonly string[]
  /** The label of the role on the sign-in page. */
  readonly label: string
  /** Default: `Enabled`. */
  readonly status?: string
}

/**
 * The users that the sign-in page offers.
 * The maker has only one agreement, so that forms need no field for it.
 * The other users have all agreements of the company.
 */
export const demoUsers: readonly DemoUser[] = [
  ...demoCompanies.flatMap(({ uniformNo, agreements }) =>
    users.company.map((user) => ({
      ...user,
      uniformNo,
      applyCodes: codesOf(agreements).slice(0, user.role === 'CustomerMaker' ? 1 : undefined),
    })),
  ),
  ...users.bank.map((user) => ({ ...user, uniformNo: demoBank.uniformNo, applyCodes: [] })),
]

/**
 * All users: those that the sign-in page offers, and for each company four others: a maker for its other agreements, a
 * user who has never signed in, a locked user, and a disabled user who has left.
 */
export const allDemoUsers: readonly DemoUser[] = [
  ...demoUsers,
  ...demoCompanies.flatMap(({ uniformNo, agreements }) =>
    users.notOffered.map((user) => ({ ...user, uniformNo, applyCodes: codesOf(agreements).slice(1), label: '' })),
  ),
]

function codesOf(agreements: DemoCompany['agreements']): readonly string[] {
  return agreements.map(({ applyCode }) => applyCode)
}

/** Returns a user as a record. */
export const userRecord = (
  { uniformNo, userId, userName, mail, role, applyCodes, status }: DemoUser,
  today: string,
) => ({
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

/** Returns the sign-in data of a user: the password, and for a locked user the longest lockout, starting at `now`. */
export const secretRecord = ({ status }: DemoUser, hash: string, now: Date) => {
  const WrongCount = status === 'Locked' ? maxLoginErrors : 0
  const LockCount = status === 'Locked' ? lockoutsUntilLongestLock : 0
  const LockedUntil = status === 'Locked' ? new Date(now.getTime() + lockMinutes.longest * 60_000).toISOString() : null
  // Addresses from which the user has not signed in before have their own lockout.
  const otherLock = { OtherWrongCount: WrongCount, OtherLockCount: LockCount, OtherLockedUntil: LockedUntil }
  return { PasswordHash: hash, PreviousHashes: [], WrongCount, LockCount, LockedUntil, ...otherLock }
}

/** Returns the fields that the company's payers sign in with. */
export const loginFieldRecords = ({ uniformNo, loginFields }: DemoCompany) =>
  loginFields.map(({ field, label, required }, i) => ({
    UniformNo: uniformNo,
    Field: field,
    Label: label,
    Required: required,
    SortNo: i + 1,
  }))

/** The customer record of the bank. Every user belongs to a company, and the bank's users belong to this one. */
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

/**
 * Returns the accounts that the sign-in page offers in demo mode: the demo users, and for each company the payer of one
 * of its newest unpaid bills.
 */
export const demoHints = async (db: Db): Promise<DemoHints> => ({
  companies: demoUsers.map(({ uniformNo, userId, label }) => ({
    UniformNo: uniformNo,
    UserId: userId,
    Mima: demoMima,
    company: nameOf(uniformNo),
    label,
  })),
  payers: (await Promise.all(demoCompanies.map((company) => payerHint(db, company)))).flat(),
})

const nameOf = (uniformNo: string): string =>
  demoCompanies.find((company) => company.uniformNo === uniformNo)?.name ?? demoBank.name

const payerHint = async (db: Db, company: DemoCompany): Promise<DemoHints['payers']> => {
  const rows: readonly Readonly<Record<string, string | null>>[] = await db
    .selectFrom('bill')
    .select(['vac_account as VACAccount', 'id_no as IdNo', 'payer_id as PayerId', 'mobile as Mobile'])
    .where('apply_code', '=', company.agreements[0].applyCode)
    .where('bill_state', '=', 'Active')
    .where('pay_status', '=', 'Unpaid')
    .where('create_user', '=', 'demo')
    .orderBy('payment_end_date', 'desc')
    .orderBy(sql`payer_no::bigint`)
    .limit(1)
    .execute()
  return rows.map((row) => ({
    UniformNo: company.uniformNo,
    company: company.name,
    label: '繳款人',
    fields: Object.fromEntries(company.loginFields.map(({ field }) => [field, row[field] ?? ''])),
  }))
}
