import { defineResource, downloadReport, onReportFailure, reportJob, requestReport, runReport } from '../../src/server'

export default defineResource('Report', {
  calls: { create: requestReport, DownloadReport: downloadReport },
  jobs: {
    [reportJob]: {
      run: runReport,
      onFailure: ({ ports }, { SerialId }, reason) => onReportFailure(ports, Number(SerialId), reason),
    },
  },
})
