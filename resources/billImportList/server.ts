import {
  billCheckJob,
  billUploads,
  checkBills,
  defineResource,
  deleteBillUpload,
  downloadBillFile,
  downloadFailedBills,
  downloadImportSlips,
  getBillUpload,
  importSlipsJob,
  onBillCheckFailure,
  onBillImportFailure,
  onImportSlipsFailure,
  previewBills,
  previewSlips,
  runBillCheck,
  runBillImport,
  runImportSlips,
  uploadBills,
  uploadCounts,
} from '../../src/server'

export default defineResource('billImportList', {
  calls: {
    get: getBillUpload,
    create: uploadBills,
    delete: deleteBillUpload,
    PreviewPDF: previewSlips,
    PreviewImport: previewBills,
    CheckImport: checkBills,
    DownloadPDF: downloadImportSlips,
    DownloadFile: downloadBillFile,
    DownloadPLog: downloadFailedBills,
  },
  jobs: {
    [billUploads.job]: {
      run: (portal, data, run) => runBillImport({ ...portal, run }, data),
      onFailure: ({ ports }, { SerialId }, reason) => onBillImportFailure(ports, Number(SerialId), reason),
      listing: { counts: uploadCounts(billUploads) },
    },
    [billCheckJob]: {
      run: ({ ports, schemas }, data, run) => runBillCheck(ports, schemas, data, run),
      onFailure: ({ ports }, data, reason) => onBillCheckFailure(ports.db, data, reason),
      listing: { verb: '檢查' },
    },
    [importSlipsJob]: {
      run: ({ ports }, data, run) => runImportSlips(ports, data, run),
      onFailure: ({ ports }, { SerialId }, reason) => onImportSlipsFailure(ports, Number(SerialId), reason),
      listing: { prefix: '繳款單產製：' },
    },
  },
})
