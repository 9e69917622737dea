import {
  bulkHandlingJob,
  bulkHandlingNote,
  defineResource,
  exceptionCalls,
  handleRows,
  runBulkHandling,
} from '../../src/server'

export default defineResource('TLDetailExceptionHandling', {
  calls: exceptionCalls,
  importAction: handleRows,
  jobs: { [bulkHandlingJob]: { run: runBulkHandling, listing: { note: bulkHandlingNote } } },
})
