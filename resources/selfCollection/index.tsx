import { defineScreens } from '../../src/admin'
import { ChosenBill } from './ChosenBill'

export default defineScreens({ AboveCreateInputs: ChosenBill })
