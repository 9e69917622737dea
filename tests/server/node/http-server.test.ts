import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { requestTimeout } from '../../../src/browser/http/client'
import { httpServer, listen, serverTimeouts } from '../../../src/server/node/http/server'

test("the time limit of a request is at least as long as the browser's", () => {
  expect(serverTimeouts.request).toBeGreaterThan(requestTimeout)
  expect(serverTimeouts.headers).toBeLessThan(serverTimeouts.request)
  const { headersTimeout, requestTimeout: wholeRequest } = httpServer(() => {})
  expect([headersTimeout, wholeRequest]).toEqual([serverTimeouts.headers, serverTimeouts.request])
})

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: portal\r\n', { headers: 500, request: 60_000 }],
  ['a body', 'POST / HTTP/1.1\r\nHost: portal\r\nContent-Length: 9\r\n\r\n{', { headers: 500, request: 1_000 }],
])('%s that never end get the response 408, and the connection is closed', async (_, beginning, timeouts) => {
  const server = httpServer((request) => request.resume(), { ...timeouts, checkEvery: 10 })
  const port = await listen(server, { setting: 'PORT', port: 0, address: '127.0.0.1' })
  onTestFinished(() => void server.close())
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(beginning)
  expect(await text(socket)).toContain('HTTP/1.1 408 Request Timeout')
})

test('an address with 500 bills arrives, beside headers of 8 kB', async () => {
  const server = httpServer((request, response) =>
    response.end(String(new URL(request.url ?? '', 'http://portal').searchParams.getAll('SerialIds').length)),
  )
  const port = await listen(server, { setting: 'PORT', port: 0, address: '127.0.0.1' })
  onTestFinished(() => void server.close())
  const ids = Array.from({ length: 500 }, (_, index) => `SerialIds=${1_000_000_000 + index}`).join('&')
  const answer = await fetch(`http://127.0.0.1:${port}/api/Bills/DownloadGroupPDF?${ids}&isGroup=true`, {
    headers: { Cookie: `JWT_TOKEN=${'x'.repeat(8_000)}` },
  })
  expect([answer.status, await answer.text()]).toEqual([200, '500'])
})
