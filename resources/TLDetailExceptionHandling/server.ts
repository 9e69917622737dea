import { bulkHandlingJob, bulkHandlingNote, defineResource, exceptionCalls, runBulkHandling } from '../../src/server'

export default defineResource('TLDetailExceptionHandling', {
  calls: exceptionCalls,
  jobs: { [bulkHandlingJob]: { run: runBulkHandling, listing: { note: bulkHandlingNote } } },
})
