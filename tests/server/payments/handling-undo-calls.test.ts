import { afterEach, expect, test } from 'vitest'
import { book, newAccount, reported } from './support/booking'
import { billOf, waiting } from './support/exceptions'
import { ext, items, portalOfHandlings, put } from './support/handling-calls'
import { expectCorrectLedger } from './support/persons'

const { here, maker, checker, admin, viewer, stranger, actions } = await portalOfHandlings()

afterEach(() => expectCorrectLedger(here))

const day = String(reported({}).TradeDate)
/** Number and sum of the lines of an agreement on both lists of lines. */
const sumsOfLines = (ApplyCode: string) =>
  Promise.all(
    ['/TLDetail', '/TransactionDetailQuery'].map(async (list) => {
      const query = { DateType: 'TradeDate', StartDate: day, EndDate: day, ApplyCode, WithTotals: true }
      const [total] = (await viewer.get(list, query)).data.Totals
      return [total.Count, total.Amount]
    }),
  )

test.each(actions)(
  'an undo of %s by the person who handled is refused, another person undoes it once',
  async (name, body) => {
    const line = await waiting(here)
    await put(admin, line, name, await body())
    expect(await ext(admin, line, 'Undo')).toMatchObject({
      code: '2006',
      message: expect.stringContaining('須由另一人取消'),
    })
    expect((await ext(maker, line, 'Undo')).status).toBe(403)
    const preview = await ext(checker, line, 'PreviewHandling', { Action: 'Undo' })
    expect(preview.data.Line.After).toMatchObject({ WriteOffStatus: 'Exception' })
    expect((await ext(checker, line, 'Undo')).data).toMatchObject({
      WriteOffStatus: 'Exception',
      HandleUser: 'checker01',
    })
    expect((await ext(admin, line, 'Undo')).code).toBe('2006')
  },
)

test('an undo of a division, and a reversal after it, leave each amount in the sums once', async () => {
  const payment = reported({ VACAccount: newAccount('77006') })
  const line = (await book(here, payment)).serialIds[0] ?? 0
  const bills = [
    await billOf(here, '77006', { ShouldPayAmount: 400 }),
    await billOf(here, '77006', { ShouldPayAmount: 600 }),
  ]
  expect(await sumsOfLines('77006')).toEqual([
    [1, 1000],
    [1, 1000],
  ])
  await put(maker, line, 'Divide', { Items: items(...bills) })
  expect(await sumsOfLines('77006')).toEqual([
    [2, 1000],
    [2, 1000],
  ])
  await ext(checker, line, 'Undo')
  expect(await sumsOfLines('77006')).toEqual([
    [1, 1000],
    [1, 1000],
  ])
  await book(here, { ...payment, AmountSign: 'Minus' })
  expect(await sumsOfLines('77006')).toEqual([
    [2, 0],
    [2, 0],
  ])
})

test('an undo by the person who released is refused', async () => {
  const line = await waiting(here, { VACAccount: newAccount('77004') })
  await put(maker, line, 'Invalid')
  await ext(checker, line, 'Release', {})
  expect(await ext(checker, line, 'Undo')).toMatchObject({
    code: '2006',
    message: '這筆處理由您放行，須由另一人取消。',
  })
  expect((await ext(admin, line, 'Undo')).code).toBe('0000')
})

test('an undo in a company with one administrator says that a second person is needed', async () => {
  const { serialIds } = await book(here, reported({ VACAccount: newAccount('77005') }))
  const line = serialIds[0] ?? 0
  await put(stranger, line, 'Invalid')
  expect(await ext(stranger, line, 'Undo')).toMatchObject({
    code: '2006',
    message: expect.stringContaining('須有第二位「企業管理者」或「主管（放行）」'),
  })
})
