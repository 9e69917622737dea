import { expect, test } from 'vitest'
import { fileNameOf } from '../../src/browser/http/response'

test.each([
  [null, null],
  ['attachment', null],
  ['attachment; filename=a.pdf', 'a.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ["attachment; filename*=UTF-8''%E7%B9%B3%E6%AC%BE%E5%96%AE.pdf", '繳款單.pdf'],
  ['attachment; filename="x.pdf"; filename*=utf-8\'zh-TW\'%E7%94%B2.pdf', '甲.pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E7%94', 'x.pdf'],
  ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
])('%s contains the file name %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
