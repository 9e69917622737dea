import { defineScreens } from '../../src/admin'
import { BillNoCell } from '../TLDetail/BillNoCell'
import { SignedAmountCell } from '../TLDetail/SignedAmountCell'
import { bulkDialogs, lineDialogs } from './action-dialogs'
import { LineSummary } from './DetailSections'
import { WaitCell } from './WaitCell'

export default defineScreens({
  Cells: {
    WriteOffStatus: WaitCell,
    BillNo: BillNoCell,
    Amount: SignedAmountCell,
    ChannelFee: SignedAmountCell,
    TableFee: SignedAmountCell,
    NetAmount: SignedAmountCell,
  },
  ShowSummary: LineSummary,
  // Written out, because the checks of schema files read these names from the source text.
  ActionDialogs: {
    Divide: lineDialogs.Divide,
    ChangeBill: lineDialogs.ChangeBill,
    ChangeVACAccount: lineDialogs.ChangeVACAccount,
    Invalid: lineDialogs.Invalid,
    Release: lineDialogs.Release,
    Refuse: lineDialogs.Refuse,
    Withdraw: lineDialogs.Withdraw,
    Undo: lineDialogs.Undo,
    MultiChangeBill: bulkDialogs.MultiChangeBill,
    MultiInvalid: bulkDialogs.MultiInvalid,
  },
})
