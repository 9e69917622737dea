import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { smsGateway } from '../../../src/server/node/message-gateways'
import { MessageRefused } from '../../../src/server/notices/notices'

/** A gateway of text messages on this machine. */
const gateway = (answer: (request: IncomingMessage, response: ServerResponse, body: string) => void): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => answer(request, response, body))
    })
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/send`))
  })

const message = { channel: 'SMS', to: '0912345678', text: '【代收繳費服務網】一次性密碼 012345' } as const

test('a text message is posted as JSON with the token', async () => {
  const received: unknown[] = []
  const url = await gateway((request, response, body) => {
    received.push([request.method, request.url, request.headers.authorization, JSON.parse(body)])
    response.end('{}')
  })
  await smsGateway({ url, token: 'secret' })(message)
  expect(received).toEqual([['POST', '/send', 'Bearer secret', { To: message.to, Text: message.text }]])
})

test('a gateway that fails, redirects or does not respond is a failure', async () => {
  let followed = 0
  const url = await gateway((request, response) => {
    if (request.headers.authorization === 'Bearer fail') response.writeHead(500).end()
    else if (request.headers.authorization === 'Bearer redirect')
      response.writeHead(302, { Location: '/elsewhere' }).end()
    if (request.url === '/elsewhere') followed += 1
  })
  const send = (token: string, timeoutMs?: number) =>
    smsGateway({ url, token, ...(timeoutMs && { timeoutMs }) })(message)
  await expect(send('fail')).rejects.toThrow('500')
  await expect(send('redirect')).rejects.toThrow()
  await expect(send('silent', 300)).rejects.toThrow()
  expect(followed).toBe(0)
})

test('only mobile numbers are accepted', async () => {
  const send = smsGateway({ url: 'http://127.0.0.1:9/', token: '' })
  for (const to of ['0212345678', '0912345678,0987654321', '+886912345678'])
    await expect(send({ ...message, to })).rejects.toThrow('not a mobile')
})

test('400 and 422 mean that a gateway rejects a message permanently; other failures may be temporary', async () => {
  const url = await gateway((request, response) =>
    response.writeHead(Number(request.headers.authorization?.slice(7))).end(),
  )
  const failure = (status: number) =>
    smsGateway({ url, token: String(status) })(message).catch((reason: unknown) => reason)
  for (const status of [400, 422]) expect(await failure(status)).toBeInstanceOf(MessageRefused)
  for (const status of [401, 429, 500]) expect(await failure(status)).not.toBeInstanceOf(MessageRefused)
})
