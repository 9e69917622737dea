import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real mail server in this process, with the complete messages that it has received. */
export interface MailServer {
  readonly url: string
  readonly mails: { readonly from: string; readonly to: readonly string[]; readonly raw: string }[]
  close(): Promise<void>
}

/**
 * Starts a mail server that rejects the `unknown` recipients, and accepts no message for the `busy` ones at present.
 * With `contentCode` it rejects every message after its content.
 */
export const mailServer = (
  unknown: readonly string[] = [],
  busy: readonly string[] = [],
  contentCode?: number,
): Promise<MailServer> =>
  new Promise((resolve) => {
    const mails: MailServer['mails'] = []
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const [known, free] = [!unknown.includes(address), !busy.includes(address)]
        done(
          known && free
            ? null
            : Object.assign(new Error(`${address} is not accepted`), { responseCode: known ? 450 : 550 }),
        )
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (contentCode !== undefined)
            return done(Object.assign(new Error('The content is not accepted'), { responseCode: contentCode }))
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

/** Returns the decoded texts of a multipart message by their type. */
export const partsOf = (raw: string): Readonly<Record<string, string>> =>
  Object.fromEntries(leavesOf(raw).map((part) => [part.type, part.bytes.toString('utf8')]))

/** Returns the files that a message carries, with their names. */
export const filesOf = (raw: string): readonly { readonly name: string; readonly bytes: Buffer }[] =>
  leavesOf(raw).flatMap(({ name, bytes }) => (name === '' ? [] : [{ name, bytes }]))

interface Part {
  readonly type: string
  /** Empty for a text of the message. */
  readonly name: string
  readonly bytes: Buffer
}

const leavesOf = (part: string): readonly Part[] => {
  const [head = '', ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  const content = body.join('\r\n\r\n')
  if (boundary !== undefined) return content.split(`--${boundary}`).slice(1, -1).flatMap(leavesOf)
  return [
    { type: /Content-Type: ([\w/]+)/i.exec(head)?.[1] ?? '', name: nameIn(head), bytes: decoded(head, content.trim()) },
  ]
}

// RFC 2231: a long name comes in numbered pieces.
const nameIn = (head: string): string =>
  decodeURIComponent(
    [...head.matchAll(/filename\*(?:\d+\*?)?="?([^;\s"]+)/g)].map(([, piece = '']) => piece).join(''),
  ).replace(/^utf-8''/i, '')

const decoded = (head: string, text: string): Buffer => {
  if (/base64/i.test(head)) return Buffer.from(text, 'base64')
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
