import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isPublicAddress } from '../../../../src/server/node/push/public-address'
import { httpsPush } from '../../../../src/server/node/push/push'
import { startReceiver } from '../../../support/payments/receiver'

const request = { headers: {}, body: new TextEncoder().encode('{}') }

describe('public addresses', () => {
  test.each([
    '8.8.8.8',
    '203.66.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2001:4860:4860::8888',
    '2400:cb00::1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    'not an address',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a push is refused', () => {
  const push = httpsPush({ toLoopback: false, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })

  test.each([
    ['http://erp.example.com/notify', '通知網址須以 https 開頭，請洽代收銀行更正。'],
    ['http://localhost/notify', '通知網址須以 https 開頭，請洽代收銀行更正。'],
    ['ftp://erp.example.com/', '通知網址須以 https 開頭，請洽代收銀行更正。'],
    ['erp.example.com', '通知網址格式不正確，請洽代收銀行更正。'],
    ['https://user:secret@erp.example.com/', '通知網址不可包含帳號或密碼，請洽代收銀行更正。'],
    ['https://erp.example.com:25/', '通知網址的連接埠須為 443，或 1024 以上，請洽代收銀行更正。'],
  ])('to %s', async (url, message) => {
    await expect(push.post({ ...request, url })).rejects.toThrow(message)
  })

  test.each([
    'https://localhost/',
    'https://localhost./',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://１２７.０.０.１/',
    'https://private.example.com/',
  ])('to %s, which is not a public address', async (url) => {
    await expect(push.post({ ...request, url })).rejects.toThrow('通知網址不是公開的網際網路位址')
  })

  test('if one of several addresses of the host is private', async () => {
    const both = httpsPush({
      toLoopback: false,
      resolve: async () => [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    })
    await expect(both.post({ ...request, url: 'https://erp.example.com/' })).rejects.toThrow('不是公開的網際網路位址')
  })

  test('if the host does not exist', async () => {
    const none = httpsPush({ toLoopback: false, resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    await expect(none.post({ ...request, url: 'https://erp.example.com/' })).rejects.toThrow('找不到通知網址的主機')
  })

  test('to a host that the demo does not name, even if loopback is permitted', async () => {
    const demo = httpsPush({ toLoopback: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    await expect(demo.post({ ...request, url: 'http://erp.example.com/' })).rejects.toThrow('https 開頭')
    await expect(demo.post({ ...request, url: 'https://erp.example.com/' })).rejects.toThrow('不是公開')
  })
})

test('the connection is made to the address that was checked, whatever the name resolves to afterwards', async () => {
  const answers = ['8.8.8.8', '127.0.0.1']
  let count = 0
  const rebound = httpsPush({
    toLoopback: false,
    timeoutMs: 300,
    // Nothing in the network of a test responds at this address.
    resolve: async () => [{ address: answers[count++] ?? '127.0.0.1', family: 4 }],
  })
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  await expect(rebound.post({ ...request, url: `https://rebound.example.com:${port}/` })).rejects.toThrow()
  expect([count, receiver.received.length]).toEqual([1, 0])
})

describe('over loopback', () => {
  const push = httpsPush({ toLoopback: true, timeoutMs: 500 })

  test('returns status and text', async () => {
    const receiver = await startReceiver()
    const headers = { 'X-Test': '1' }
    expect(await push.post({ ...request, headers, url: receiver.url })).toEqual({
      status: 200,
      text: '{"ReturnCode":"0000","ReturnMsg":"OK"}',
    })
    expect(receiver.received).toMatchObject([{ path: '/notify?from=portal', body: '{}', headers: { 'x-test': '1' } }])
  })

  test('reads at most 64 kB of a response that never ends', async () => {
    const receiver = await startReceiver()
    receiver.respondWith((response) => {
      const write = (): void => {
        if (!response.destroyed) response.write('x'.repeat(8192), () => setImmediate(write))
      }
      write()
    })
    expect((await push.post({ ...request, url: receiver.url })).text).toHaveLength(65_536)
  })

  test('ends after the time even if the receiver sends a byte now and then', async () => {
    const receiver = await startReceiver()
    receiver.respondWith((response) => {
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    })
    await expect(push.post({ ...request, url: receiver.url })).rejects.toThrow('0.5 秒內沒有完成回應')
  })

  test('ends if the receiver switches to another protocol', async () => {
    const receiver = await startReceiver()
    receiver.respondWith(({ socket }) => {
      socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    })
    await expect(push.post({ ...request, url: receiver.url })).rejects.toThrow('對方關閉連線，沒有回應。')
  })

  test('follows no redirect', async () => {
    const receiver = await startReceiver()
    receiver.respondWith((response) => response.writeHead(307, { Location: receiver.url }).end())
    expect((await push.post({ ...request, url: receiver.url })).status).toBe(307)
    expect(receiver.received).toHaveLength(1)
  })

  test('refuses a receiver without a valid certificate, and one that is not there', async () => {
    const server = createServer((_, response) => response.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    onTestFinished(() => void server.close())
    await expect(push.post({ ...request, url: `https://localhost:${port}/` })).rejects.toThrow(
      '對方的憑證或加密連線有問題。',
    )
    await new Promise((resolve) => server.close(resolve))
    await expect(push.post({ ...request, url: `http://localhost:${port}/` })).rejects.toThrow('對方的主機拒絕連線。')
  })
})
