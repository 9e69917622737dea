import { defineScreens } from '../../src/admin'
import { ChosenBill } from './ChosenBill'

export default defineScreens({ BelowCreateSections: { 帳單: ChosenBill } })
