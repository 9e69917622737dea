import { masksPersonalData } from '../../domain/roles'
import { type RowView, viewOf } from '../../schema/mask-row'
import { columnPath, sightOf, type Viewer } from '../../schema/sight'
import type { Around, Field, Resource } from '../../schema/types'
import type { Scope } from '../call'
import { pageRights } from '../page-rights'
import { type RecordContext, todayOf } from './context'

/** The role of a session; empty where it has none. */
export const roleOf = (scope: Scope): string => ('role' in scope ? scope.role : '')

/** What conditions can ask of a call beside the record. */
export const aroundOf = (context: Pick<RecordContext, 'scope' | 'clock'>): Around => ({ today: todayOf(context), role: roleOf(context.scope) })

/** Rows as the session sees them in a list, or as one record. */
export const seenBy = ({ scope }: Pick<RecordContext, 'scope'>, resource: Resource, operation: 'list' | 'get'): RowView =>
  viewOf(resource, readAs(resource, operation), viewerOf(scope, resource))

/** Whether the session looks at somebody's personal data in full, which leaves an audit line. */
export const seesPersons = ({ scope }: Pick<RecordContext, 'scope'>, resource: Resource, operation: 'list' | 'get'): boolean => {
  const viewer = viewerOf(scope, resource)
  return personal(resource.fields).some((field) => sightOf(resource, field, readAs(resource, operation), viewer) === 'full')
}

/** The fields with a class of personal data, columns of lists by their paths. */
const personal = (fields: readonly Field[]): readonly Pick<Field, 'name' | 'personal'>[] =>
  fields.flatMap((field) =>
    field.type === 'rows' ? personal(field.fields).map((column) => ({ ...column, name: columnPath(field.name, column.name) })) : field.personal ? [field] : [],
  )

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
