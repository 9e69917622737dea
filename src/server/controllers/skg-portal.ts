import type { SelectLists } from '../../contract/envelope'
import type { Call, Controller } from '../call'
import { contextOf } from '../context'
import { defineController } from '../module'
import { correctLineAsBank } from '../payments/handlings/handling-calls'
import { selectList } from '../records/options'

/** The pages of the bank whose lists are calls of this controller. */
const pages = ['SKGTLDetailQuery', 'SKGBillQuery'] as const

/** Calls of bank users over the data of all companies that belong to no single page. */
const calls: Controller = {
  ChangeVACAccount: correctLineAsBank,
  GetAllSelectList: async (call: Call): Promise<SelectLists> => {
    const context = contextOf(call)
    const lists: SelectLists[] = []
    for (const page of pages) lists.push(await selectList(context, call.schemas.get(page)))
    // A field that both pages have has the same options on both.
    return Object.assign({}, ...lists)
  },
}

export default defineController('SKGPortal', { calls })
