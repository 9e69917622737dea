import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { createApp } from '../../../src/server/http/app'
import type { Message } from '../../../src/server/notices/messages'
import { type MessageGateway, noticesVia } from '../../../src/server/notices/notices'
import { clientOf, sender } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { companyToken } from '../../support/sign-in'
import { givenUser, password } from '../accounts/sign-in'

interface OpenPortal extends Portal {
  readonly admin: Awaited<ReturnType<typeof clientOf>>
  readonly viewer: RecordValues
}

/** A portal that sends its messages through this gateway, with an administrator, a checker and a viewer. */
const noticePortalWith = async (gateway: MessageGateway): Promise<OpenPortal> => {
  const here = await portal()
  await twoCompanies(here)
  const ports = { ...here.ports, notices: noticesVia(gateway, here.log) }
  const admin = await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin', Email: 'admin@example.com' })
  await here.given.user({ UserId: 'check01', RoleId: 'CustomerChecker', Email: 'check@example.com' })
  const viewer = await here.given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer', Email: 'viewer@example.com' })
  const request = sender(createApp(ports, here.schemas, here.modules))
  return { ...here, ports, viewer, admin: clientOf(request, await companyToken(ports, Number(admin.SerialId))) }
}

const newUser = (UserId: string) => ({
  UserId,
  UserName: '陳志強',
  RoleId: 'CustomerMaker',
  ApplyCodes: ['77001'],
  Email: 'chen@example.com',
  Mobile: '0912345678',
  AdminMima: password,
})

const queue = async ({ db }: OpenPortal) =>
  (await db
    .selectFrom('job')
    .select(['data', 'state', 'tries'])
    .where('name', '=', 'userNotice')
    .orderBy('id')
    .execute()) as {
    data: unknown
    state: string
    tries: number
  }[]

const openGateway = (): { readonly gateway: MessageGateway; readonly sent: Message[] } => {
  const sent: Message[] = []
  return { sent, gateway: async (message) => void sent.push(message) }
}

test('messages are queued with the change, with nothing of a person but the address, and leave no data after they were sent', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { sent, gateway } = openGateway()
  const here = await noticePortalWith((message) => released.then(() => gateway(message)))
  // The mail server does not respond, and the request does not wait for it.
  expect(await here.admin.post('/PortalUser', newUser('maker01'))).toMatchObject({ code: '0000' })
  const queued = await queue(here)
  expect(queued).toHaveLength(2)
  expect(JSON.stringify(queued)).not.toMatch(/chen@|陳志強|王大明|0912/)
  release()
  await here.ports.jobs.runUntilIdle()
  await here.ports.notices.waitUntilIdle()
  const notices = sent.filter((message) => 'subject' in message && message.subject === '代收繳費服務網使用者異動通知')
  expect(notices.map(({ to }) => to)).toEqual(['admin@example.com', 'check@example.com'])
  expect(notices[0]?.text).toContain('maker01 已於 2026/11/20 10:00 由 admin01 新增')
  expect(await queue(here)).toEqual([])
})

test('a change that is refused sends nothing', async () => {
  const { sent, gateway } = openGateway()
  const here = await noticePortalWith(gateway)
  const { SerialId } = here.viewer
  const { data } = await here.admin.get('/PortalUser', { UserId: 'viewer01' })
  const { UpdateTime } = data.Items[0]
  expect(await here.admin.put(`/PortalUser/${SerialId}`, { Email: 'other@example.com', UpdateTime })).toMatchObject({
    code: '2001',
  })
  expect(await here.admin.post('/PortalUser', newUser('ADMIN01'))).toMatchObject({ code: '2003' })
  await here.ports.jobs.runUntilIdle()
  expect([await queue(here), sent]).toEqual([[], []])
})

test('a message that the mail server does not accept is retried after 1, 5, 30, 120 and 720 minutes and then abandoned, while those to others are sent', async () => {
  const { sent, gateway } = openGateway()
  const here = await noticePortalWith(async (message) => {
    if (message.to === 'admin@example.com') throw new Error('The mail server refused the message with 550.')
    await gateway(message)
  })
  await here.admin.post('/PortalUser', newUser('maker01'))
  await here.ports.notices.waitUntilIdle()
  const minutes: unknown[] = []
  for (let tries = 1; tries <= 6; tries++) {
    await here.ports.jobs.runUntilIdle()
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from due_time - start_time) / 60)::int as minutes from job where name = 'userNotice' and state = 'waiting'`.execute(
      here.db,
    )
    minutes.push(...rows.map((row) => row.minutes))
    await sql`update job set due_time = now() where state = 'waiting'`.execute(here.db)
  }
  expect(minutes).toEqual([1, 5, 30, 120, 720])
  expect(sent.map(({ to }) => to).sort()).toEqual(['check@example.com', 'chen@example.com'])
  expect(await queue(here)).toMatchObject([{ state: 'failed', tries: 6 }])
  expect(here.log.lines.filter(({ event }) => event === 'message abandoned')).toMatchObject([
    { level: 'error', facts: { kind: 'userChanged' } },
  ])
  expect(JSON.stringify(here.log.lines)).not.toContain('admin@example.com')
})
