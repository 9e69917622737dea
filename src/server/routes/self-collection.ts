import type { Controller } from '../call'
import { contextOf, keyOf, recordBody } from '../context'
import { importByTitles } from '../imports/records/handler'
import { cancelCollection, collect } from '../payments/collections/collections'
import { downloadReceipt } from '../payments/collections/receipt'

/**
 * Calls for money that a company collected itself.
 * The list, the select options and the import in several steps are generic.
 */
export const selfCollection: Controller = {
  create: (call) => collect(contextOf(call), recordBody(call.body)),
  Cancel: async (call) => {
    await cancelCollection(contextOf(call), keyOf(call.schemas.get('selfCollection'), call), recordBody(call.body))
    return null
  },
  DownloadReceipt: downloadReceipt,
  UploadExcel: (call) => importByTitles(call, call.schemas.get('selfCollection')),
}
