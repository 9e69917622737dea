import type { RaRecord } from 'react-admin'
import type { Action } from '../../schema/language/action'
import type { ConditionContext } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { isAllowed } from '../../schema/rules/condition'
import { actionsAllowedFor, useActions } from '../actions/use-actions'
import { useAbilities, useScreens } from '../portal'

/** What a user may do with the records of a list, besides opening them. */
export interface RowCommands {
  readonly canEdit: boolean
  readonly canDelete: boolean
  /** The actions of rows, in the order of the schema. */
  readonly actions: readonly Action[]
  /** Whether a hand-written screen adds controls to the rows. */
  readonly hasOwnControls: boolean
}

/** Returns what the signed-in user may do with the records of a list. */
export const useRowCommands = (resource: Resource): RowCommands => {
  const { RowActions } = useScreens(resource.name)
  const can = useAbilities(resource)
  const actions = useActions(resource, 'row')
  const [canEdit, canDelete] = [can('edit'), can('delete')]
  return {
    canEdit,
    canDelete,
    actions,
    hasOwnControls: RowActions !== undefined,
  }
}

/** What a record allows of the commands of its list. */
interface CommandsOfRecord {
  readonly canEdit: boolean
  readonly canDelete: boolean
  /** The actions with buttons of their own, because the page has no form; the others are in the menu. */
  readonly leading: readonly Action[]
  readonly inMenu: readonly Action[]
  readonly hasMenu: boolean
}

/** Returns what a record allows of the commands of its list. */
export const commandsOf = (
  resource: Resource,
  commands: RowCommands,
  record: RaRecord,
  context: ConditionContext,
): CommandsOfRecord => {
  const canDelete = commands.canDelete && isAllowed(resource, 'delete', record, context)
  const allowed = actionsAllowedFor(commands.actions, record, context)
  const leading = commands.canEdit ? [] : allowed.slice(0, countThatFits(allowed))
  const inMenu = allowed.slice(leading.length)
  return {
    canEdit: commands.canEdit && isAllowed(resource, 'update', record, context),
    canDelete,
    leading,
    inMenu,
    hasMenu: canDelete || inMenu.length > 0,
  }
}

/** Returns whether any of the records has a control; otherwise the list needs no column for them. */
export const haveControls = (
  resource: Resource,
  commands: RowCommands,
  records: readonly RaRecord[],
  context: ConditionContext,
): boolean =>
  commands.hasOwnControls ||
  records.some((record) => {
    const { canEdit, leading, hasMenu } = commandsOf(resource, commands, record, context)
    return canEdit || leading.length > 0 || hasMenu
  })

/** Number of characters of all buttons of a row for which its column has space. */
const maxCharacters = 6

/** Returns how many of the actions, from the first, fit in the column as buttons. */
const countThatFits = (actions: readonly Action[]): number => {
  let characters = 0
  const tooMany = actions.findIndex(({ label }) => {
    characters += label.length
    return characters > maxCharacters
  })
  return tooMany < 0 ? actions.length : tooMany
}
