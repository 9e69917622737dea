import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'

const values = {
  Title: '年終維護',
  Category: 'System',
  Audience: 'All',
  Content: '# 停機\n週日',
  Pinned: false,
  PublishDate: '2026-11-25',
}

test('the bank enters a notice before its first day, pins it and withdraws it; everybody can read it while it is published', async () => {
  const here = await portal()
  await twoCompanies(here)
  const bank = await here.as('BankOperator')
  const { code, data } = await bank.post('/Notice', values)
  expect(code).toBe('0000')
  const titles = async () =>
    (await here.request('GET', '/Home/GetNotices')).data.map((one: { Title: string; Pinned: boolean }) => [
      one.Title,
      one.Pinned,
    ])
  expect(await titles(), 'scheduled').toEqual([])
  const pinned = await bank.put(`/Notice/${data.SerialId}`, {
    Pinned: true,
    PublishDate: '2026-11-20',
    UpdateTime: data.UpdateTime,
  })
  expect(await titles()).toEqual([['年終維護', true]])
  const ended = await bank.put(`/Notice/${data.SerialId}`, {
    PublishDate: '2026-11-01',
    ExpireDate: '2026-11-19',
    UpdateTime: pinned.data.UpdateTime,
  })
  expect(ended.code).toBe('0000')
  expect(await titles(), 'ended').toEqual([])
  expect((await bank.delete(`/Notice/${data.SerialId}`)).code).toBe('0000')
})

test('a notice requires its texts and its days in order; a link of an activity is https', async () => {
  const here = await portal()
  await twoCompanies(here)
  const bank = await here.as('BankOperator')
  expect((await bank.post('/Notice', { ...values, Title: '', Content: '' })).errors).toMatchObject({
    Title: expect.any(String),
    Content: expect.any(String),
  })
  expect((await bank.post('/Notice', { ...values, ExpireDate: '2026-11-24' })).errors).toHaveProperty('ExpireDate')
  const activity = { Title: '抽好禮', StartDate: '2026-11-01', Sort: 1 }
  for (const LinkUrl of ['http://example.com', 'javascript:alert(1)', 'https://a b'])
    expect((await bank.post('/Activity', { ...activity, LinkUrl })).errors, LinkUrl).toHaveProperty('LinkUrl')
  expect((await bank.post('/Activity', { ...activity, LinkUrl: 'https://example.com/a' })).code).toBe('0000')
})

test('companies can neither enter news nor see unpublished ones; a bank viewer can read them', async () => {
  const here = await portal()
  await twoCompanies(here)
  const bank = await here.as('BankOperator')
  const { data } = await bank.post('/Notice', values)
  for (const role of ['CustomerAdmin', 'CustomerViewer']) {
    const user = await here.as(role)
    expect(
      [
        (await user.get('/Notice')).status,
        (await user.get(`/Notice/${data.SerialId}`)).status,
        (await user.post('/Notice', values)).status,
      ],
      role,
    ).toEqual([403, 403, 403])
    const { data: session } = await user.get('/Ext/EnterpriseArea/GetSession')
    expect(session.MenuInfos.map((entry: { MenuId: string }) => entry.MenuId)).not.toContain('Notice')
  }
  const viewer = await here.as('BankViewer')
  expect((await viewer.get('/Notice')).data.TotalCount).toBe(1)
  expect((await viewer.post('/Notice', values)).status).toBe(403)
})
