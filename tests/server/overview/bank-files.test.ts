import { beforeEach, expect, test } from 'vitest'
import { type Portal, portal } from '../../support/portal'

// The clock of the tests: 2026-11-20, a Friday. The expected files are those of `testPorts`.
let here: Portal

beforeEach(async () => {
  here = await portal()
})

const received = (Layout: string, FileSender: string | null, values = {}) =>
  here.given.record('bankFile', {
    Layout,
    FileSender,
    FileName: `${Layout}.txt`,
    Source: 'Folder',
    ImportStatus: 'Succeeded',
    LineCount: 12,
    UploadTime: '2026-11-20T00:30:00Z',
    ...values,
  })

const bankFiles = async () =>
  (await (await here.as('BankViewer')).get('/Ext/EnterpriseArea/GetOverview', { Part: 'BankFiles' })).data.BankFiles

const statesOf = ({ Expected }: { Expected: readonly { Name: string; State: string }[] }) =>
  Expected.map(({ Name, State }) => `${Name} ${State}`)

test('the expected files of today: those that arrived, and those that are missing', async () => {
  await received('store', '7111111')
  await received('bank', null, { ImportStatus: 'Failed', LineCount: null })
  await received('bank', null, { ImportStatus: 'Processing' })
  await received('post', null)
  await received('store', 'TFM', { UploadTime: '2026-11-19T15:59:59Z' })
  const files = await bankFiles()
  expect(files).toMatchObject({
    Day: '2026-11-20',
    IsBusinessDay: true,
    ReceivedCount: 4,
    OtherCount: 1,
    FailedCount: 1,
    HeldCount: 0,
    Expected: [{ Layout: 'store', ChannelId: '01', FileCount: 1, LineCount: 12 }, { FileCount: 0 }, { FileCount: 2 }],
  })
  expect(statesOf(files)).toEqual([
    '超商資訊流（統一超商） Succeeded',
    '超商資訊流（全家） Missing',
    expect.stringMatching(/ Processing$/),
  ])
  const list = await (await here.as('BankViewer')).get('/BankFile', {
    UploadTimeFrom: files.Day,
    UploadTimeTo: files.Day,
  })
  expect(list.data.TotalCount, 'the list has the same files').toBe(files.ReceivedCount)
})

test('nothing is expected on weekends and on the days of the table of holidays', async () => {
  await here.given.record('Holiday', { HolidayDate: '2026-11-20', HolidayName: '颱風假' })
  await received('bank', null)
  expect(await bankFiles()).toMatchObject({ IsBusinessDay: false, ReceivedCount: 1, OtherCount: 1, Expected: [] })
  here.clock.set('2026-11-21T02:00:00Z')
  expect(await bankFiles()).toMatchObject({ Day: '2026-11-21', IsBusinessDay: false, Expected: [] })
})
