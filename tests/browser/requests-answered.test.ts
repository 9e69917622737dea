import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { network, requestsAnswered } from '../support/browser/msw'

// Tests rely on this wait; the service worker reports the start of a request only after its call.
let answered = 0
network(
  http.get('*/api/Ext/GetCapabilities', () => {
    answered += 1
    return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: { Calls: [] } })
  }),
)

test('a request that was made just before is waited for, and so is one made in the next task', async () => {
  void fetch('/api/Ext/GetCapabilities')
  await requestsAnswered()
  expect(answered).toBe(1)
  setTimeout(() => void fetch('/api/Ext/GetCapabilities'))
  await requestsAnswered()
  expect(answered).toBe(2)
})
