import { expect, test } from 'vitest'
import { insurer } from '../../../support/portal'
import { noticePortalWithMail } from './notice-portal'

const runsOf = async (
  client: {
    get: (path: string, query?: Record<string, string>) => Promise<{ data: { Runs: unknown[]; RunCount: number } }>
  },
  PageNo = '1',
) => (await client.get('/Ext/Bills/GetNoticeRuns', { PageNo })).data

test('the runs of a company say who sent notices, when, how, and what became of them; the newest comes first', async () => {
  const { here } = await noticePortalWithMail({ unknown: ['unknown@example.com'], busy: ['busy@example.com'] })
  const bills = []
  for (const Email of ['a@example.com', 'unknown@example.com', 'busy@example.com'])
    bills.push(await here.given.bill({ Email, Mobile: '0912345678' }))
  const { RunId } = (await here.send('SendMailNotice', ...bills)).data
  await here.ports.jobs.runUntilIdle()
  here.clock.advance({ minutes: 5 })
  const viewer = await here.as('CustomerViewer')
  expect(await runsOf(viewer)).toMatchObject({
    Runs: [
      {
        RunId,
        Channel: 'Email',
        RequestUser: 'maker01',
        RequestTime: expect.stringContaining('T10:00'),
        BillCount: 3,
        SentCount: 1,
        GivenUpCount: 1,
      },
    ],
    RunCount: 1,
  })
  await here.send('SendMOTPNotice', ...bills.slice(0, 1))
  expect((await runsOf(viewer)).Runs).toMatchObject([{ Channel: 'SMS' }, { Channel: 'Email' }])
  const { data } = await viewer.get(`/Ext/Bills/GetNoticeRun/${RunId}`)
  expect(data).toMatchObject({
    ...{ RunId, Channel: 'Email', RequestUser: 'maker01' },
    Results: [
      { NotifyStatus: 'Success', Recipient: 'a***@example.com', FinishTime: expect.stringContaining('T10:00') },
      { NotifyStatus: 'GiveUp', Reason: '郵件伺服器拒收，請確認電子郵件是否正確。' },
      { NotifyStatus: 'Failed', FinishTime: null },
    ],
  })
})

test('a company sees its own runs only, a user only what concerns their agreements, and the bank none', async () => {
  const { here } = await noticePortalWithMail()
  await here.send('SendMailNotice', await here.given.bill({ Email: 'a@example.com' }))
  expect(await runsOf(await here.as('CustomerMaker', insurer))).toMatchObject({ Runs: [], RunCount: 0 })
  expect(await runsOf(await here.as('CustomerMaker', { ApplyCodes: ['77002'] }))).toMatchObject({
    Runs: [],
    RunCount: 0,
  })
  expect((await (await here.as('BankOperator')).get('/Ext/Bills/GetNoticeRuns')).status).toBe(403)
})

test('the runs come in pages of twenty', async () => {
  const { here } = await noticePortalWithMail({ slips: { print: async () => new Uint8Array(10) } })
  for (let n = 1; n <= 21; n++) await here.send('SendMailNotice', await here.given.bill({ Email: `a${n}@example.com` }))
  const [first, second] = [await runsOf(here.maker), await runsOf(here.maker, '2')]
  expect([first.Runs.length, second.Runs.length, first.RunCount]).toEqual([20, 1, 21])
  expect(await here.maker.get('/Ext/Bills/GetNoticeRuns', { PageNo: '0' })).toMatchObject({ code: '2002' })
})

test('the list of background work leads to the run', async () => {
  const { here } = await noticePortalWithMail()
  const { RunId } = (await here.send('SendMailNotice', await here.given.bill({ Email: 'a@example.com' }))).data
  await here.ports.jobs.runUntilIdle()
  const [job] = (await here.maker.get('/Ext/GetJobs')).data
  expect(job).toMatchObject({
    Page: 'noticeRun',
    RecordId: String(RunId),
    Title: '電子郵件通知：共 1 張帳單，已寄出 1 張',
  })
})
