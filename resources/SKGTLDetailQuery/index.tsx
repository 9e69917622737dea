import { defineScreens } from '../../src/admin'
import { BillNoCell } from '../TLDetail/BillNoCell'
import { SignedAmountCell } from '../TLDetail/SignedAmountCell'

export default defineScreens({
  Cells: {
    BillNo: BillNoCell,
    Amount: SignedAmountCell,
    ChannelFee: SignedAmountCell,
    TableFee: SignedAmountCell,
    NetAmount: SignedAmountCell,
  },
})
