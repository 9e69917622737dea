import { defineScreens } from '../../src/admin'
import { SelectedBill } from './SelectedBill'

export default defineScreens({ BelowCreateSections: { 帳單: SelectedBill } })
