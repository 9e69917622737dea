import { defineScreens } from '../../src/admin'
import { BillNoCell } from './BillNoCell'
import { HandlingLink } from './HandlingLink'

export default defineScreens({ Cells: { BillNo: BillNoCell }, ShowActions: HandlingLink })
