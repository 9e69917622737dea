import { defineScreens } from '../../src/admin'
import { BillImportCreate } from './BillImportCreate'
import { BillImportShow } from './BillImportShow'

export default defineScreens({ Create: BillImportCreate, Show: BillImportShow })
