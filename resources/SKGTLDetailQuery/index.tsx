import { defineScreens } from '../../src/admin'
import { BillNoCell } from '../TLDetail/BillNoCell'

export default defineScreens({ Cells: { BillNo: BillNoCell } })
