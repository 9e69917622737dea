import type { Resource } from '../../schema/language/resource'
import type { Store } from '../../server/node/open-store'
import type { Passwords } from '../../server/ports'
import type { RecordContext } from '../../server/records/context'

/** A kind of file that the bank sets a portal up with. */
export interface Kind {
  /** Name of the file, without `.csv` or `.json`. */
  readonly file: string
  readonly resource: string
  /** Fields that each line must fill. */
  readonly required: readonly string[]
}

/** In the order in which they refer to each other; fields carry the names of the schemas, and lists are written with semicolons in CSV. */
export const kinds = [
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
] as const satisfies readonly Kind[]

/** What the tool works with. */
export interface Desk extends Pick<Store, 'db' | 'schemas'> {
  readonly passwords: Passwords
  readonly now: () => Date
  readonly say: (line: string) => void
}

/** The tool acts as the bank; the audit trail names it. */
export const contextOf = ({ db, schemas, now }: Desk): RecordContext => ({
  db,
  schemas,
  clock: now,
  ip: '',
  scope: { kind: 'bank', sessionId: '', userId: 'npm run admin', role: 'BankOperator' },
})

/** A resource as the bank fills it at set-up: fields that the portal shows but does not let anybody change are entered here. */
export const entered = (resource: Resource, required: readonly string[]): Resource => ({
  ...resource,
  fields: resource.fields.map((field) => ({
    ...field,
    readOnly: field.readOnly && madeByPortal.includes(field.name),
    required: required.includes(field.name),
  })),
})

const madeByPortal = ['SerialId', 'UserStatus', 'LoginErrorCount', 'MimaChangeTime', 'MimaExpireDate', 'LastLoginTime', 'LastLoginIP']
