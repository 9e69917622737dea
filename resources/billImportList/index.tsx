import { defineScreens, resultShareCell } from '../../src/admin'
import { BillImportCreate } from './BillImportCreate'
import { BillImportShow } from './BillImportShow'
import { RequestSlips } from './ImportSlips'

export default defineScreens({
  Create: BillImportCreate,
  Show: BillImportShow,
  Cells: { SuccessCount: resultShareCell('FailCount') },
  ActionDialogs: { MakePDF: RequestSlips },
})
