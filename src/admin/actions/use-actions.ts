import { useSession } from '../../browser/session'
import type { Action, ActionPlace } from '../../schema/action-types'
import { holds } from '../../schema/condition'
import type { Resource, Row } from '../../schema/types'
import { mayAct } from './action-endpoint'

/** The actions that the signed-in user has at a place, in the order of the file. */
export const useActions = (resource: Resource, place: ActionPlace): readonly Action[] => {
  const session = useSession()
  const menu = session?.kind === 'company' ? session.menu : []
  return resource.actions.filter((action) => mayAct(resource, action, { place, menu }))
}

/** Those of them that the record at hand allows. */
export const allowedFor = (actions: readonly Action[], row: Row): readonly Action[] =>
  actions.filter(({ allowedWhen }) => allowedWhen === undefined || holds(allowedWhen, row))
