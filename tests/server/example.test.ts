import { expect, test } from 'vitest'
import giftCard from '../example/giftCard.json'
import giftCardModule from '../example/server'
import { insurer, portal, twoCompanies } from '../support/portal'

const { as, given, ports, log } = await portal({ schemas: { giftCard }, modules: [giftCardModule] })
await twoCompanies({ given })
const maker = await as('CustomerMaker')
const card = { ApplyCode: '77001', CardNo: 'G1', Balance: 500, EndDate: '2027-01-31' }

test('a company has at most three gift cards; a job is enqueued for each', async () => {
  for (const CardNo of ['G1', 'G2', 'G3'])
    expect((await maker.post('/GiftCard', { ...card, CardNo })).code).toBe('0000')
  const refused = await maker.post('/GiftCard', { ...card, CardNo: 'G4' })
  expect(refused.code).toBe('2006')
  expect(refused.errors.ApplyCode).toBe('委託單位代號 77001 已有 3 張禮物卡，請先刪除不再使用的卡。')
  const insurers = await as('CustomerMaker', insurer)
  expect((await insurers.post('/GiftCard', { ...card, ApplyCode: '77003', CardNo: 'G4' })).code).toBe('0000')
  await ports.jobs.runUntilIdle()
  expect(log.lines.filter(({ event }) => event === 'gift card made')).toHaveLength(4)
})

test('a card is renewed by months', async () => {
  const { Items } = (await maker.get('/GiftCard', { SortField: 'CardNo' })).data
  const { SerialId, UpdateTime } = Items[0]
  const renewed = await maker.post(`/Ext/GiftCard/${SerialId}/Renew`, { UpdateTime, Months: 1 })
  expect(renewed.data).toMatchObject({ CardNo: 'G1', EndDate: '2027-02-28' })
})
