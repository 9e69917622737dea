import { expect, test } from 'vitest'
import { portal } from '../../support/portal'

test('a captcha is a ticket and a picture without readable text', async () => {
  const here = await portal()
  const { data } = await here.request('GET', '/Home/GetVICode')
  expect(data).toEqual({
    VCode: expect.stringMatching(/^[\w-]{24}$/),
    ExpiresIn: 300,
    Challenge: { Rounds: 16, Iterations: 1000, Bits: 8, PayerLoginBits: 8 },
  })
  const picture = await here.request('GET', '/Home/GetCaptchaImage', { headers: { VCode: data.VCode } })
  expect(picture.headers.get('Content-Type')).toBe('image/svg+xml')
  expect(picture.text).toMatch(/^<svg .*<path .*<\/svg>$/)
  expect(picture.text.replace(/<[^>]*>/g, '')).toBe('')
  expect(picture.text).not.toMatch(/<text|<title|<desc|aria-|id=/)
  expect(
    (await here.request('GET', '/Home/GetCaptchaImage', { headers: { VCode: data.VCode } })).text,
    'asking again gives no second look',
  ).toBe(picture.text)
})

test('an unknown or expired ticket has no picture', async () => {
  const here = await portal()
  expect((await here.request('GET', '/Home/GetCaptchaImage', { headers: { VCode: 'nobody' } })).status).toBe(404)
  expect((await here.request('GET', '/Home/GetCaptchaImage')).status).toBe(404)
  const { data } = await here.request('GET', '/Home/GetVICode')
  here.clock.advance({ seconds: 301 })
  expect((await here.request('GET', '/Home/GetCaptchaImage', { headers: { VCode: data.VCode } })).status).toBe(404)
})

test('the news are those of today, pinned first, then the newest, filtered by category and audience', async () => {
  const here = await portal()
  const notice = (Title: string, values: object = {}) =>
    here.given.record('Notice', {
      Title,
      Category: 'System',
      Audience: 'All',
      Content: '內容',
      Pinned: false,
      PublishDate: '2026-11-01',
      ...values,
    })
  await notice('舊')
  await notice('新', { PublishDate: '2026-11-20', Category: 'Rule' })
  await notice('置頂', { Pinned: true })
  await notice('未上架', { PublishDate: '2026-11-21' })
  await notice('已下架', { ExpireDate: '2026-11-19' })
  await notice('給企業戶', { Audience: 'Company', PublishDate: '2026-11-02' })
  const titles = async (query = {}) =>
    (await here.request('GET', '/Home/GetNotices', { query })).data.map((one: { Title: string }) => one.Title)
  expect(await titles()).toEqual(['置頂', '新', '給企業戶', '舊'])
  expect(await titles({ Category: 'Rule' })).toEqual(['新'])
  expect(await titles({ Audience: 'Payer' })).toEqual(['置頂', '新', '舊'])
})

test('activities are those of today', async () => {
  const here = await portal()
  await here.given.record('Activity', {
    Title: '進行中',
    Summary: '摘要',
    LinkUrl: 'https://example.com/a',
    StartDate: '2026-11-01',
    EndDate: '2026-11-20',
  })
  await here.given.record('Activity', { Title: '結束', StartDate: '2026-10-01', EndDate: '2026-11-19' })
  const { data } = await here.request('GET', '/Home/GetActivities')
  expect(data).toMatchObject([
    {
      Title: '進行中',
      Summary: '摘要',
      LinkUrl: 'https://example.com/a',
      StartDate: '2026-11-01',
      EndDate: '2026-11-20',
    },
  ])
})

test('an activity can have neither summary nor link, and a notice is not pinned by default', async () => {
  const here = await portal()
  await here.given.record('Activity', { Title: '沒有連結', StartDate: '2026-11-01' })
  await here.given.record('Notice', {
    Title: '公告',
    Category: 'System',
    Audience: 'All',
    Content: '內容',
    PublishDate: '2026-11-01',
  })
  expect((await here.request('GET', '/Home/GetActivities')).data).toMatchObject([
    { Summary: null, LinkUrl: null, EndDate: null },
  ])
  expect((await here.request('GET', '/Home/GetNotices')).data).toMatchObject([{ Pinned: false }])
})
