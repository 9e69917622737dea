import { defineScreens } from '../../src/admin'
import { BillNoCell } from './BillNoCell'
import { HandlingLink } from './HandlingLink'
import { SignedAmountCell } from './SignedAmountCell'

export default defineScreens({
  Cells: {
    BillNo: BillNoCell,
    Amount: SignedAmountCell,
    ChannelFee: SignedAmountCell,
    TableFee: SignedAmountCell,
    NetAmount: SignedAmountCell,
  },
  ShowActions: HandlingLink,
})
