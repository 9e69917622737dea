import type { Resource } from '../../schema/language/resource'
import { operatorName } from '../../server/access/cooling-off'
import type { PortalStore } from '../../server/node/open-store'
import type { Print } from '../../server/node/operator-error'
import type { Passwords } from '../../server/ports'
import type { RecordContext } from '../../server/record-context'

/** A kind of file from which the base data of a portal are loaded. */
export interface BaseDataFileKind {
  /** Name of the file, without `.csv` or `.json`. */
  readonly file: string
  readonly resource: string
  /** Fields that must have a value in each record. */
  readonly required: readonly string[]
}

/**
 * The kinds of files in the order in which they are loaded: records of later kinds refer to records of earlier ones.
 */
export const fileKinds = [
  { file: 'bank-codes', resource: 'Bank', required: ['BankCode', 'BankName'] },
  { file: 'holidays', resource: 'Holiday', required: ['HolidayDate', 'HolidayName'] },
  {
    file: 'market-items',
    resource: 'MarketItem',
    required: [
      'MarketItemCode',
      'MarketItemName',
      'MinAmount',
      'MaxAmount',
      'FeeBearType',
      'ChannelFee',
      'PayPeriodType',
    ],
  },
  {
    file: 'customers',
    resource: 'Customer',
    required: [
      'UniformNo',
      'CustomerName',
      'ContactName',
      'ContactMobile',
      'CustomerPhone',
      'Email',
      'ZipCode',
      'Address',
    ],
  },
  {
    file: 'agreements',
    resource: 'Agreement',
    required: [
      'ApplyCode',
      'AgreementName',
      'UniformNo',
      'RealAccount',
      'VACLength',
      'TermNoLen',
      'PayerNoLen',
      'VACCheckType',
      'VACCheckScheme',
      'Channels',
    ],
  },
  { file: 'payer-login-fields', resource: 'PayerLoginField', required: ['UniformNo', 'Field', 'Label'] },
  { file: 'users', resource: 'portalUser', required: ['UniformNo', 'UserId', 'UserName', 'RoleId', 'Email', 'Mobile'] },
] as const satisfies readonly BaseDataFileKind[]

/** The context of the commands. */
export interface AdminContext extends Pick<PortalStore, 'db' | 'schemas' | 'modules'> {
  readonly passwords: Passwords
  readonly now: () => Date
  readonly print: Print
}

/**
 * Returns the context in which the tool changes records: with the rights of the bank, and under the name of the tool in
 * the audit trail.
 */
export const recordContext = ({ db, schemas, modules, now }: AdminContext): RecordContext => ({
  db,
  schemas,
  modules,
  clock: now,
  ip: '',
  scope: { kind: 'bank', sessionId: '', userId: operatorName, role: 'BankOperator' },
})

/**
 * Returns a copy of a resource in which only the fields that the portal sets are read-only, and only the fields in
 * `onlyRequired` are required.
 */
export const asWritableByBank = (
  resource: Resource,
  { onlyRequired }: { readonly onlyRequired: readonly string[] },
): Resource => ({
  ...resource,
  fields: resource.fields.map((field) => ({
    ...field,
    readOnly: field.readOnly && fieldsSetByPortal.includes(field.name),
    required: onlyRequired.includes(field.name),
  })),
})

const fieldsSetByPortal = [
  'SerialId',
  'UserStatus',
  'LoginErrorCount',
  'MimaChangeTime',
  'MimaExpireDate',
  'LastLoginTime',
  'LastLoginIP',
]
