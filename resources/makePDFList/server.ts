import {
  defineResource,
  deleteBatch,
  downloadBatch,
  makePDFJob,
  onBatchFailure,
  requestBatch,
  runBatch,
} from '../../src/server'

export default defineResource('makePDFList', {
  calls: { create: requestBatch, delete: deleteBatch, DownloadPDF: downloadBatch },
  jobs: {
    [makePDFJob]: {
      run: ({ ports }, data, run) => runBatch(ports, data, run),
      onFailure: ({ ports }, { SerialId }, reason) => onBatchFailure(ports, Number(SerialId), reason),
    },
  },
})
