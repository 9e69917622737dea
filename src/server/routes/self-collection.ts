import type { Controller } from '../http/call'
import { importByTitles } from '../imports/records/handler'
import { cancelCollection, collect } from '../payments/collections'
import { downloadReceipt } from '../payments/receipt'

/** Calls for money that a company collected itself; list, select options and the import with its steps are generic. */
export const selfCollection: Controller = {
  create: collect,
  Cancel: async (call) => {
    await cancelCollection(call)
    return null
  },
  DownloadReceipt: downloadReceipt,
  UploadExcel: (call) => importByTitles(call, call.schemas.get('selfCollection')),
}
