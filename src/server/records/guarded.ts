import { Refusal } from '../../domain/refusal'
import { isAllowed } from '../../schema/condition'
import type { GuardedOperation } from '../../schema/permission-types'
import { notAllowedNow } from '../../schema/sentences'
import type { Resource, Row } from '../../schema/types'
import type { RecordContext } from './context'
import { aroundOf } from './sight'

/** Refuses (2006) to change or delete a record that its file does not allow it for. */
export const refuseGuarded = (context: RecordContext, resource: Resource, operation: GuardedOperation, record: Row): void => {
  if (!isAllowed(resource, operation, record, aroundOf(context)))
    throw new Refusal('2006', notAllowedNow(`這${resource.unit}${resource.noun}`, words[operation]))
}

const words: Readonly<Record<GuardedOperation, string>> = { update: '修改', delete: '刪除' }
