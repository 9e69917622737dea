import { expect, test } from 'vitest'
import { outboxResponse } from '../../../src/server/demo/pages'
import { outboxGateway } from '../../../src/server/notices/notices'
import { portal } from '../../support/portal'

test('the outbox shows the newest message first, in Taipei time, and its content as text', async () => {
  const { db } = await portal()
  const send = (at: string, to: string, text: string) =>
    outboxGateway(db, () => new Date(at))({ channel: 'Email', to, subject: '一次性密碼', text, html: '' })
  await send('2026-11-20T15:59:30Z', 'first@example.com', '密碼 123456')
  await send('2026-11-20T16:00:05Z', 'second@example.com', '<script>alert(1)</script>')
  const response = await outboxResponse(db, '/demo/outbox')
  const page = await response.text()
  expect(page).toContain('2026/11/20 23:59:30')
  expect(page).toContain('2026/11/21 00:00:05')
  expect(page.indexOf('second@example.com')).toBeLessThan(page.indexOf('first@example.com'))
  expect(page).not.toContain('<script>')
  expect(page).toMatch(/電子郵件/)
})

test('the page of the outbox contains its styles, and its policy allows only these', async () => {
  const { db } = await portal()
  const response = await outboxResponse(db, '/demo/outbox')
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await response.text()) ?? []
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  const policy = response.headers.get('Content-Security-Policy')
  expect(policy).toContain(`style-src 'sha256-${Buffer.from(digest).toString('base64')}';`)
  expect(policy).not.toContain('unsafe')
})
