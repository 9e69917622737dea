import {
  cancelCollection,
  collect,
  collectionImport,
  contextOf,
  defineResource,
  downloadReceipt,
  importByTitles,
  keyOf,
  recordBody,
} from '../../src/server'

export default defineResource('selfCollection', {
  calls: {
    create: (call) => collect(contextOf(call), recordBody(call.body)),
    Cancel: async (call) => {
      await cancelCollection(contextOf(call), keyOf(call.schemas.get('selfCollection'), call), recordBody(call.body))
      return null
    },
    DownloadReceipt: downloadReceipt,
    UploadExcel: (call) => importByTitles(call, call.schemas.get('selfCollection'), collectionImport),
  },
  importRules: collectionImport,
})
