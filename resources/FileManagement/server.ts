import { defineResource, downloadPublishedFile, listPublishedFiles } from '../../src/server'

export default defineResource('FileManagement', {
  calls: { list: listPublishedFiles, Download: downloadPublishedFile },
})
