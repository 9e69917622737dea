import type { Resource } from '../../schema/language/resource'
import type { PortalStore } from '../../server/node/open-store'
import type { Print } from '../../server/node/operator-error'
import type { Passwords } from '../../server/ports'
import type { RecordContext } from '../../server/records/context'

/** A kind of file from which a portal's base data are loaded. */
export interface BaseDataFileKind {
  /** Name of the file, without `.csv` or `.json`. */
  readonly file: string
  readonly resource: string
  /** Fields that must have a value in each record. */
  readonly required: readonly string[]
}

/** The kinds in loading order: records of later kinds refer to those of earlier ones. Columns have the names of the fields; lists are separated by semicolons in CSV. */
export const fileKinds = [
  { file: 'bank-codes', resource: 'Bank', required: ['BankCode', 'BankName'] },
  { file: 'holidays', resource: 'Holiday', required: ['HolidayDate', 'HolidayName'] },
  {
    file: 'market-items',
    resource: 'MarketItem',
    required: ['MarketItemCode', 'MarketItemName', 'MinAmount', 'MaxAmount', 'FeeBearType', 'ChannelFee', 'PayPeriodType'],
  },
  {
    file: 'customers',
    resource: 'Customer',
    required: ['UniformNo', 'CustomerName', 'ContactName', 'ContactMobile', 'CustomerPhone', 'Email', 'ZipCode', 'Address'],
  },
  {
    file: 'agreements',
    resource: 'Agreement',
    required: ['ApplyCode', 'AgreementName', 'UniformNo', 'RealAccount', 'VACLength', 'TermNoLen', 'PayerNoLen', 'VACCheckType', 'VACCheckScheme', 'Channels'],
  },
  { file: 'payer-login-fields', resource: 'PayerLoginField', required: ['UniformNo', 'Field', 'Label'] },
  { file: 'users', resource: 'portalUser', required: ['UniformNo', 'UserId', 'UserName', 'RoleId', 'Email', 'Mobile'] },
] as const satisfies readonly BaseDataFileKind[]

/** The context of the commands. */
export interface AdminContext extends Pick<PortalStore, 'db' | 'schemas'> {
  readonly passwords: Passwords
  readonly now: () => Date
  readonly print: Print
}

/** Returns the context of record changes: the tool acts as the bank, and appears under its own name in the audit trail. */
export const recordContext = ({ db, schemas, now }: AdminContext): RecordContext => ({
  db,
  schemas,
  clock: now,
  ip: '',
  scope: { kind: 'bank', sessionId: '', userId: 'npm run admin', role: 'BankOperator' },
})

/** Returns a copy of the resource in which the bank can write all fields except those that the portal sets, and must fill the `required` ones. */
export const asWritableByBank = (resource: Resource, required: readonly string[]): Resource => ({
  ...resource,
  fields: resource.fields.map((field) => ({
    ...field,
    readOnly: field.readOnly && setByPortal.includes(field.name),
    required: required.includes(field.name),
  })),
})

const setByPortal = ['SerialId', 'UserStatus', 'LoginErrorCount', 'MimaChangeTime', 'MimaExpireDate', 'LastLoginTime', 'LastLoginIP']
