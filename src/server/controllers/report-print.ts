import { contextOf } from '../context'
import { defineController } from '../module'
import { selectListOfPages } from '../records/options'

/** Calls that the reports of a company share. */
export default defineController('ReportPrint', {
  calls: {
    GetAllSelectList: (call) =>
      selectListOfPages(
        contextOf(call),
        call.schemas.resources.filter(({ report, endpoints }) => report && endpoints.controller === 'ReportPrint'),
      ),
  },
})
