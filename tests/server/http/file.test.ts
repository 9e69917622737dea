import { expect, test } from 'vitest'
import { FileDownload } from '../../../src/server/call'
import { withSecurityHeaders } from '../../../src/server/http/headers'
import { responseOf } from '../../../src/server/http/response'

const dispositionOf = (name: string) =>
  responseOf(new FileDownload(name, 'application/pdf', new Uint8Array([1]))).headers.get('Content-Disposition')

test('a file keeps its Chinese name and has safe headers', async () => {
  const response = withSecurityHeaders(
    responseOf(new FileDownload('115年11月管理費 "A".pdf', 'application/pdf', new Uint8Array([37, 80]))),
  )
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="115_11____ _A_.pdf"; filename*=UTF-8''115%E5%B9%B411%E6%9C%88%E7%AE%A1%E7%90%86%E8%B2%BB%20%22A%22.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(response.headers.get('Content-Security-Policy')).toContain('sandbox')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([37, 80]))
})

test.each([
  ['a\r\nSet-Cookie: x=1', 'a__Set-Cookie: x=1'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ["o'clock*(1).txt", "o'clock*(1).txt"],
])('the name %j becomes %j', (name, expected) => {
  const star = /filename\*=UTF-8''(\S+)$/.exec(dispositionOf(name) ?? '')?.[1] ?? ''
  expect(decodeURIComponent(star)).toBe(expected)
  expect(star).not.toMatch(/['()*]/)
})
