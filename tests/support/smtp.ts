import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real mail server in this process, with the complete messages that it has received. */
export interface MailServer {
  readonly url: string
  readonly mails: { readonly from: string; readonly to: readonly string[]; readonly raw: string }[]
  close(): Promise<void>
}

/** Starts a mail server that rejects these recipients. */
export const mailServer = (unknown: readonly string[] = []): Promise<MailServer> =>
  new Promise((resolve) => {
    const mails: MailServer['mails'] = []
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(unknown.includes(address) ? new Error(`${address} is not known here`) : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const from = session.envelope.mailFrom
          mails.push({
            from: from ? from.address : '',
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('latin1'),
          })
          done()
        })
      },
    })
    const listening = server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
        mails,
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    )
  })

/** Returns the decoded parts of a multipart message by their type. */
export const partsOf = (raw: string): Readonly<Record<string, string>> => {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(parts.map((part) => [/Content-Type: ([\w/]+)/i.exec(part)?.[1] ?? '', decoded(part)]))
}

const decoded = (part: string): string => {
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n').trim()
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
