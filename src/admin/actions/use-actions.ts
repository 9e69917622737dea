import { useAnswers, useCapabilities } from '../../browser/capabilities'
import { useSession } from '../../browser/session'
import { actionId } from '../../schema/action-endpoints'
import type { Action, ActionPlace } from '../../schema/action-types'
import { holds } from '../../schema/condition'
import type { Resource } from '../../schema/resource'
import type { Around, Row } from '../../schema/types'
import { mayAct } from './action-endpoint'

/** The actions that the signed-in user has at a place, in the order of the file, as far as the backend answers them. */
export const useActions = (resource: Resource, place: ActionPlace): readonly Action[] => {
  const session = useSession()
  const menu = session?.kind === 'company' ? session.menu : []
  const calls = useCapabilities() ?? []
  const answers = useAnswers()
  const served = (action: Action) => (action.call ? answers?.(action.call) === true : calls.includes(actionId(resource, action, place === 'bulk')))
  return resource.actions.filter((action) => mayAct(resource, action, { place, menu }) && served(action))
}

/** Those of them that the record at hand allows. */
export const allowedFor = (actions: readonly Action[], row: Row, around: Around): readonly Action[] =>
  actions.filter(({ allowedWhen }) => allowedWhen === undefined || holds(allowedWhen, row, around))
