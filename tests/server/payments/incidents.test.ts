import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { portal, twoCompanies } from '../../support/portal'

const here = await portal()
await twoCompanies(here)
const rejected = {
  VACAccount: '77001260001235',
  LoadingType: 'Reject',
  TradeDate: '2026-11-19',
  TradeTime: '101530',
  ChannelId: '06',
  Amount: 1000,
  CurrencyType: 'TWD',
  ResultStatus: 'Success',
  ResultMessage: '特殊檢核未通過（查無檢核資料），未銷帳，已列入例外處理',
}
await here.given.record('VACLoadingList', { ...rejected, ApplyCode: '77001', IncidentReason: 'NotInWhiteList' })
await here.given.record('VACLoadingList', {
  ...rejected,
  ApplyCode: '77001',
  IncidentReason: 'OutOfDate',
  TradeDate: '2026-11-20',
})
await here.given.record('VACLoadingList', { ...rejected, ApplyCode: '77003', IncidentReason: 'NotInWhiteList' })

test.each(['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])(
  'a %s sees the incidents of its own company, the latest first',
  async (role) => {
    const { data } = await (await here.as(role)).get('/VACLoadingList')
    expect(data.Items.map(({ TradeDate, IncidentReason }: RecordValues) => [TradeDate, IncidentReason])).toEqual([
      ['2026-11-20', 'OutOfDate'],
      ['2026-11-19', 'NotInWhiteList'],
    ])
  },
)

test('incidents are found by their reason and their day', async () => {
  const viewer = await here.as('CustomerViewer')
  expect((await viewer.get('/VACLoadingList?IncidentReason=NotInWhiteList')).data.Items).toMatchObject([
    { ...rejected, ApplyCode: '77001' },
  ])
  expect(
    (await viewer.get('/VACLoadingList?TradeDateFrom=2026-11-20&TradeDateTo=2026-11-20')).data.Items,
  ).toMatchObject([{ IncidentReason: 'OutOfDate' }])
})

test('a bank user sees no incidents of companies', async () => {
  expect((await (await here.as('BankOperator')).get('/VACLoadingList')).status).toBe(403)
})
