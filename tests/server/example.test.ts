import { expect, test } from 'vitest'
import giftCard from '../example/giftCard.json'
import giftCardModule from '../example/server'
import { insurer, portal, twoCompanies } from '../support/portal'

const { as, given, ports, log } = await portal({ schemas: { giftCard }, modules: [giftCardModule] })
await twoCompanies({ given })
const maker = await as('CustomerMaker')
const card = { ApplyCode: '77001', CardNo: 'G1', Balance: 500, EndDate: '2027-01-31' }

test('a company has at most three gift cards; a job is enqueued for each', async () => {
  const numbers = ['G1', 'G2', 'G3', 'G4']
  const answers = await Promise.all(numbers.map((CardNo) => maker.post('/GiftCard', { ...card, CardNo })))
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '0000', '0000', '2006'])
  const refused = await maker.post('/GiftCard', { ...card, CardNo: 'G5' })
  expect(refused.errors.ApplyCode).toBe('委託單位代號 77001 已有 3 張禮物卡，請先刪除不再使用的卡。')
  const insurers = await as('CustomerMaker', insurer)
  expect((await insurers.post('/GiftCard', { ...card, ApplyCode: '77003', CardNo: 'G6' })).code).toBe('0000')
  await ports.jobs.runUntilIdle()
  expect(log.lines.filter(({ event }) => event === 'gift card made')).toHaveLength(4)
})

test('a card is renewed by months', async () => {
  const { Items } = (await maker.get('/GiftCard', { SortField: 'CardNo' })).data
  const { SerialId, UpdateTime, CardNo } = Items[0]
  const renewed = await maker.post(`/Ext/GiftCard/${SerialId}/Renew`, { UpdateTime, Months: 1 })
  expect(renewed.data).toMatchObject({ CardNo, EndDate: '2027-02-28' })
})
