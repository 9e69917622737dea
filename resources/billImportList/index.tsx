import { defineScreens } from '../../src/admin'
import { BillImportCreate } from './BillImportCreate'
import { BillImportShow } from './BillImportShow'
import { RequestSlips } from './ImportSlips'

export default defineScreens({
  Create: BillImportCreate,
  Show: BillImportShow,
  ActionDialogs: { MakePDF: RequestSlips },
})
