import { defineScreens } from '../../src/admin'
import { MonthsWithData } from './MonthsWithData'

export default defineScreens({ QueryExtra: MonthsWithData })
