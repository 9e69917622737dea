import type { ComponentType } from 'react'
import { type ActionDialogProps, lazyComponent } from '../../src/admin'
import type { HandlingDialogProps } from './dialogs/use-handling'

type Dialogs = typeof import('./dialogs')

const lazyDialog = <Props extends ActionDialogProps | HandlingDialogProps = HandlingDialogProps>(
  select: (dialogs: Dialogs) => ComponentType<Props>,
) => lazyComponent(async () => select(await import('./dialogs')))

/** The dialogs of the actions on one line. Their code is loaded when the first one opens. */
export const lineDialogs = {
  Divide: lazyDialog(({ DivideDialog }) => DivideDialog),
  ChangeBill: lazyDialog(({ ChangeBillDialog }) => ChangeBillDialog),
  ChangeVACAccount: lazyDialog(({ ChangeAccountDialog }) => ChangeAccountDialog),
  Invalid: lazyDialog(({ InvalidDialog }) => InvalidDialog),
  Release: lazyDialog(({ ReleaseDialog }) => ReleaseDialog),
  Refuse: lazyDialog(({ RefuseDialog }) => RefuseDialog),
  Withdraw: lazyDialog(({ WithdrawDialog }) => WithdrawDialog),
  Undo: lazyDialog(({ UndoDialog }) => UndoDialog),
}

/** The dialogs of the actions on many lines. */
export const bulkDialogs = {
  MultiChangeBill: lazyDialog<ActionDialogProps>(({ MultiChangeBillDialog }) => MultiChangeBillDialog),
  MultiInvalid: lazyDialog<ActionDialogProps>(({ MultiInvalidDialog }) => MultiInvalidDialog),
}
