import { defineScreens } from '../../src/admin'
import { BillNoCell } from '../TLDetail/BillNoCell'
import { HandlingLink } from '../TLDetail/HandlingLink'

export default defineScreens({ Cells: { BillNo: BillNoCell }, ShowActions: HandlingLink })
