import { type ActionDialogProps, defineScreens, lazyComponent } from '../../src/admin'
import { LineSummary } from './DetailSections'
import { WaitCell } from './WaitCell'

const loadDialogs = () => import('./dialogs')

export default defineScreens({
  Cells: { WriteOffStatus: WaitCell },
  ShowSummary: LineSummary,
  ActionDialogs: {
    Divide: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).DivideDialog),
    ChangeBill: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).ChangeBillDialog),
    ChangeVACAccount: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).ChangeAccountDialog),
    Invalid: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).InvalidDialog),
    Release: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).ReleaseDialog),
    Refuse: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).RefuseDialog),
    Withdraw: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).WithdrawDialog),
    MultiChangeBill: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).MultiChangeBillDialog),
    MultiInvalid: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).MultiInvalidDialog),
    Undo: lazyComponent<ActionDialogProps>(async () => (await loadDialogs()).UndoDialog),
  },
})
