import { expect, test } from 'vitest'
import { mediaTypeOf } from '../../src/domain/file-kinds'

test.each([
  ['帳單.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a.b.csv', 'text/csv'],
  ['a.txt', 'text/plain'],
  ['a.pdf', 'application/pdf'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.png', 'image/png'],
  ['a.exe', 'application/octet-stream'],
  ['csv', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
])('%s has the media type %s', (name, type) => {
  expect(mediaTypeOf(name)).toBe(type)
})
