import type { Resource } from '../../schema/language/resource'
import type { Store } from '../../server/node/open-store'
import type { Passwords } from '../../server/ports'
import type { RecordContext } from '../../server/records/context'

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
