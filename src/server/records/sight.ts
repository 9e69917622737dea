import { masksPersonalData } from '../../domain/roles'
import { rowFor } from '../../schema/mask-row'
import { sightOf, type Viewer } from '../../schema/sight'
import type { Resource, Row } from '../../schema/types'
import type { Scope } from '../call'
import { pageRights } from '../page-rights'
import type { RecordContext } from './context'

/** The role of a session; empty where it has none. */
export const roleOf = (scope: Scope): string => ('role' in scope ? scope.role : '')

/** The row as the session sees it in a list, or as one record. */
export const seenBy = ({ scope }: Pick<RecordContext, 'scope'>, resource: Resource, operation: 'list' | 'get', row: Row): Row =>
  rowFor(resource, row, readAs(resource, operation), viewerOf(scope, resource))

/** Whether the session looks at somebody's personal data in full, which leaves an audit line. */
export const seesPersons = ({ scope }: Pick<RecordContext, 'scope'>, resource: Resource, operation: 'list' | 'get'): boolean => {
  const viewer = viewerOf(scope, resource)
  return resource.fields.some((field) => field.personal && sightOf(resource, field, readAs(resource, operation), viewer) === 'full')
}

const viewerOf = (scope: Scope, resource: Resource): Viewer => {
  const role = roleOf(scope)
  return { role, inFull: role !== '' && (isItsOwnDetail(resource) ? pageRights(role, resource).includes('Update') : !masksPersonalData(role)) }
}

/**
 * Where no call answers one record, its row in the list is all that a form can be filled from: whoever may change it reads it there in full,
 * or would send masks back; everybody else reads masks.
 */
const isItsOwnDetail = ({ endpoints }: Resource): boolean => !endpoints.operations.includes('get') && endpoints.operations.includes('update')

const readAs = (resource: Resource, operation: 'list' | 'get'): 'list' | 'get' => (isItsOwnDetail(resource) ? 'get' : operation)
