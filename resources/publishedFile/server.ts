import { defineResource, downloadStoredFile, storedFileFacts } from '../../src/server'

export default defineResource('publishedFile', {
  calls: { DownloadFile: downloadStoredFile },
  beforeWrite: async (context, { record, before }) =>
    record.File === before?.File ? undefined : storedFileFacts(context, String(record.File)),
})
