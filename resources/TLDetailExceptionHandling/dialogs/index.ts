/** The dialogs of the page, which are loaded when the first one opens. */
export { MultiChangeBillDialog, MultiInvalidDialog } from './BulkDialog'
export { ChangeAccountDialog } from './ChangeAccountDialog'
export { ChangeBillDialog } from './ChangeBillDialog'
export { DivideDialog } from './DivideDialog'
export { InvalidDialog } from './InvalidDialog'
export { RefuseDialog, ReleaseDialog, UndoDialog, WithdrawDialog } from './ProposalDialogs'
