import {
  defineResource,
  deleteWhiteListUpload,
  downloadFailedEntries,
  downloadWhiteListFile,
  endFailedUpload,
  runWhiteListImport,
  uploadCounts,
  uploadWhiteList,
  whiteListUploads,
} from '../../src/server'

export default defineResource('whiteListImportList', {
  calls: {
    create: uploadWhiteList,
    delete: deleteWhiteListUpload,
    DownloadFile: downloadWhiteListFile,
    DownloadLog: downloadFailedEntries,
  },
  jobs: {
    [whiteListUploads.job]: {
      run: (portal, { SerialId }, run) => runWhiteListImport({ ...portal, run }, Number(SerialId)),
      onFailure: ({ ports }, { SerialId }, reason) =>
        endFailedUpload(ports, { ...whiteListUploads, id: Number(SerialId) }, reason),
      listing: { counts: uploadCounts(whiteListUploads) },
    },
  },
})
