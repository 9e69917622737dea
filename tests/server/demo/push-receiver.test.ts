import { expect, test } from 'vitest'
import { pushReceiverResponse, redirectDemoPushes } from '../../../src/server/demo/push-receiver'
import { storeNewSecret } from '../../../src/server/payments/pushes/secrets'
import { bankCredit, sendSigned } from '../../support/payments/bank-credit'
import { startReceiver } from '../../support/payments/receiver'
import { portal, twoCompanies } from '../../support/portal'

test('the receiver of the demo takes a push, and no other request, and shows both', async () => {
  const here = await portal()
  await twoCompanies(here)
  const receiver = await startReceiver()
  await here.db
    .updateTable('agreement')
    .set({ notify_methods: '["WebService"]', notify_url: receiver.url })
    .where('apply_code', '=', '77001')
    .execute()
  await storeNewSecret(here.ports, '77001')
  await sendSigned(here, bankCredit({ VACAccount: '77001260001235' }))
  await here.ports.jobs.runUntilIdle()
  const [push] = receiver.received
  const send = (body: string) =>
    pushReceiverResponse(
      here.ports,
      new Request(receiver.url, { method: 'POST', body, headers: { ...push?.headers } as Record<string, string> }),
    )
  expect(await (await send(push?.body ?? '')).json()).toEqual({ ReturnCode: '0000', ReturnMsg: 'OK' })
  expect((await send('<script>')).status).toBe(401)
  const page = await (await pushReceiverResponse(here.ports, new Request(receiver.url))).text()
  expect(page).toContain('簽章相符，已收下')
  expect(page).toContain('簽章不符，未收下')
  expect(page).toContain('&lt;script&gt;')
  expect(page).toContain('&quot;Amount&quot;: 1000')
})

test('only pushes to the receiver of the demo follow its port', async () => {
  const here = await portal()
  await twoCompanies(here)
  const urlOf = async (url: string) => {
    await here.db.updateTable('agreement').set({ notify_url: url }).execute()
    await redirectDemoPushes(here.db, 'http://localhost:4000')
    return (await here.db.selectFrom('agreement').select('notify_url').executeTakeFirstOrThrow()).notify_url
  }
  expect(await urlOf('http://localhost:3000/demo/push-receiver')).toBe('http://localhost:4000/demo/push-receiver')
  expect(await urlOf('https://erp.example.com/notify')).toBe('https://erp.example.com/notify')
})
