import { defineScreens } from '../../src/admin'
import { BillNoCell } from '../TLDetail/BillNoCell'
import { HandlingLink } from '../TLDetail/HandlingLink'
import { SignedAmountCell } from '../TLDetail/SignedAmountCell'

export default defineScreens({
  Cells: {
    BillNo: BillNoCell,
    Amount: SignedAmountCell,
    ChannelFee: SignedAmountCell,
    NetAmount: SignedAmountCell,
  },
  ShowActions: HandlingLink,
})
