import { html } from 'hono/html'
import type { CreditPush } from '../../contract/call-responses'
import { signatureHeaders } from '../../contract/headers'
import { taipeiTime } from '../../domain/dates/dates'
import { readBytes } from '../http/input'
import { pushSecrets } from '../payments/pushes/secrets'
import type { Db, Ports } from '../ports'
import { isSignedWith } from '../security/request-signature'
import { demoPage } from './pages'

/** Path of the system of the demo company, which receives pushes of credits and shows them. */
export const pushReceiverPath = '/demo/push-receiver'

type ReceiverPorts = Pick<Ports, 'db' | 'clock' | 'settings'>

/** Takes a push, with a POST request, or returns the page with those that have arrived. */
export const pushReceiverResponse = (ports: ReceiverPorts, request: Request): Promise<Response> =>
  request.method === 'POST' ? takePush(ports, request) : receivedPage(ports.db)

const maxPushBytes = 16_384

const takePush = async (ports: ReceiverPorts, request: Request): Promise<Response> => {
  const body = await readBytes(request, maxPushBytes)
  const isSigned = await verify(ports, request, body)
  await ports.db
    .insertInto('internal_demo_push')
    .values({
      receive_time: ports.clock().toISOString(),
      is_signed: isSigned,
      body: new TextDecoder().decode(body).replaceAll('\0', ''),
    })
    .execute()
  return isSigned
    ? Response.json({ ReturnCode: '0000', ReturnMsg: 'OK' })
    : Response.json({ ReturnCode: '9001', ReturnMsg: '簽章不符' }, { status: 401 })
}

/** Returns whether a push is signed with a secret of the agreement that its body names. */
const verify = async (ports: ReceiverPorts, request: Request, body: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const { pathname, search } = new URL(request.url)
  const timestamp = request.headers.get(signatureHeaders.timestamp) ?? ''
  const signed = { timestamp, method: 'POST', path: pathname + search, body }
  const signatures = (request.headers.get(signatureHeaders.signature) ?? '').split(',')
  for (const secret of await pushSecrets(ports, applyCodeIn(body)))
    for (const signature of signatures) if (await isSignedWith(secret, signature, signed)) return true
  return false
}

const applyCodeIn = (body: Uint8Array): string => String(readPush(new TextDecoder().decode(body))?.ApplyCode ?? '')

/** Returns a push that the portal has sent; undefined if the text is not JSON. */
const readPush = (text: string): CreditPush | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const receivedPage = async (db: Db): Promise<Response> => {
  const pushes = await db
    .selectFrom('internal_demo_push')
    .select(['receive_time', 'is_signed', 'body'])
    .orderBy('push_id', 'desc')
    .limit(50)
    .execute()
  return demoPage(
    '示範委託單位的收件系統',
    html`
      <p class="lead">這是示範網頁：即時入帳的通知會送到這裡，最新的在最上面，重新整理網頁即可更新。在示範銀行付款後，就會收到一筆。</p>
      ${pushes.length === 0 ? html`<p>目前沒有收到通知。</p>` : pushes.map(pushSection)}
    `,
  )
}

interface ReceivedPush {
  readonly receive_time: string
  readonly is_signed: boolean
  readonly body: string
}

const pushSection = ({ receive_time, is_signed, body }: ReceivedPush) => html`
  <section>
    <h2>${is_signed ? '簽章相符，已收下' : html`<em>簽章不符，未收下</em>`}</h2>
    <p><small><time datetime="${receive_time}">${displayTime(receive_time)}</time></small></p>
    <pre>${indented(body)}</pre>
  </section>
`

const displayTime = (utc: string): string => taipeiTime(new Date(utc)).replace('T', ' ').replaceAll('-', '/')

const indented = (body: string): string => {
  const push = readPush(body)
  return push === undefined ? body : JSON.stringify(push, null, 2)
}

/** Returns the address of the receiver at a portal with this address. */
export const pushReceiverUrl = (portalUrl: string): string => `${portalUrl}${pushReceiverPath}`

/** Lets the pushes of the demo company go to the portal's own address, whose port may differ from the last start. */
export const redirectDemoPushes = async (db: Db, portalUrl: string): Promise<void> => {
  await db
    .updateTable('agreement')
    .set({ notify_url: pushReceiverUrl(portalUrl) })
    .where('notify_url', 'like', `http://localhost:%${pushReceiverPath}`)
    .where('notify_url', '<>', pushReceiverUrl(portalUrl))
    .execute()
}
