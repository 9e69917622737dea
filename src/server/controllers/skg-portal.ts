import { contextOf } from '../context'
import { defineController } from '../module'
import { correctLineAsBank } from '../payments/handlings/handling-calls'
import { selectListOfPages } from '../records/options'

/** The pages of the bank whose lists are calls of this controller. */
const pages = ['SKGTLDetailQuery', 'SKGBillQuery', 'SKGWriteOffReport'] as const

/** Calls of bank users over the data of all companies that belong to no single page. */
export default defineController('SKGPortal', {
  calls: {
    ChangeVACAccount: correctLineAsBank,
    GetAllSelectList: (call) =>
      selectListOfPages(
        contextOf(call),
        pages.map((page) => call.schemas.get(page)),
      ),
  },
})
