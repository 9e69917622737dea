import type { FieldPermission, Sight } from './permission-types'
import type { Field, Operation, Resource } from './types'

/** Who looks at records: a role, and whether the bank lets it see personal data of one record in full. */
export interface Viewer {
  readonly role: string
  readonly inFull: boolean
}

type Ruled = Pick<Resource, 'permissions'>

/** How much of a field somebody sees. What the file says of the role comes first; personal data are masked in every list, and on detail pages for those who may not see them. */
export const sightOf = (resource: Ruled, field: Pick<Field, 'name' | 'personal'>, operation: 'list' | 'get', { role, inFull }: Viewer): Sight => {
  const said = permissionFor(resource, role, field.name)[operation]
  if (said === 'hidden' || said === 'masked') return said
  if (!field.personal || (operation === 'get' && (said === 'full' || inFull))) return 'full'
  return 'masked'
}

/** Whether a role may write a field; whoever may change records may unless the file says otherwise. */
export const mayWrite = (resource: Ruled, name: string, operation: 'create' | 'update', role: string): boolean =>
  permissionFor(resource, role, name)[operation] ?? true

/** Whether the file lets a role do this at all; its rights on the page are another question. */
export const mayOperate = ({ permissions }: Ruled, role: string, operation: Operation): boolean => {
  const said = permissions[role]?.operations
  // Choices belong to whoever may look.
  return said === undefined || said.includes(operation === 'selectList' ? 'list' : operation)
}

/** What the file says of a role and a field. */
export const permissionFor = ({ permissions }: Ruled, role: string, field: string): FieldPermission => permissions[role]?.fields[field] ?? {}
