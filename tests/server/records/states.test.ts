import { describe, expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { samples } from '../../support/schemas/samples'

const { as, given, clock } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker')
const today = clock().toISOString().slice(0, 10)
const days = {
  ahead: { PaymentStartDate: today, PaymentEndDate: '2027-06-30' },
  past: { PaymentStartDate: '2025-01-01', PaymentEndDate: '2025-01-31' },
}

let no = 10
const term = async (TermStatus: string, deadline: keyof typeof days) => {
  no++
  const { SerialId } = await given.billTerm({
    BillTermId: `T${no}`,
    BillTermNo: String(no),
    TermStatus,
    ...days[deadline],
  })
  return (await maker.get(`/BillTerm/${SerialId}`)).data
}

const states = ['Draft', 'Open', 'Closed'] as const
// Domain 10.2: Draft -> Open -> Closed; Closed -> Open only if the deadline is in the future.
const allowed = {
  ahead: ['Draft>Draft', 'Draft>Open', 'Open>Open', 'Open>Closed', 'Closed>Closed', 'Closed>Open'],
  past: ['Draft>Draft', 'Draft>Open', 'Open>Open', 'Open>Closed', 'Closed>Closed'],
}

describe.each(['ahead', 'past'] as const)('a term whose deadline is %s', (deadline) => {
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const))
  test.each(pairs)('%s to %s', async (from, to) => {
    const { SerialId, UpdateTime } = await term(from, deadline)
    const answer = await maker.put(`/BillTerm/${SerialId}`, { TermStatus: to, UpdateTime })
    const may = allowed[deadline].includes(`${from}>${to}`)
    expect(answer).toMatchObject(
      may
        ? { code: '0000', data: { TermStatus: to } }
        : { status: 200, code: '2006', errors: { TermStatus: expect.any(String) } },
    )
    expect((await maker.get(`/BillTerm/${SerialId}`)).data.TermStatus).toBe(may ? to : from)
  })
})

test('a refusal names the possible states', async () => {
  const draft = await term('Draft', 'ahead')
  expect(
    await maker.put(`/BillTerm/${draft.SerialId}`, { TermStatus: 'Closed', UpdateTime: draft.UpdateTime }),
  ).toMatchObject({
    errors: { TermStatus: '期別狀態不能從「草稿」改為「結案」，只能改為「開放」。' },
  })
  const closed = await term('Closed', 'past')
  expect(
    await maker.put(`/BillTerm/${closed.SerialId}`, { TermStatus: 'Open', UpdateTime: closed.UpdateTime }),
  ).toMatchObject({
    errors: { TermStatus: '繳款截止日已過，期別狀態不能改為「開放」；請先延後繳款截止日。' },
  })
})

test('a closed term can be reopened together with a later deadline, and on the last day of its deadline', async () => {
  const { SerialId, UpdateTime } = await term('Closed', 'past')
  const answer = await maker.put(`/BillTerm/${SerialId}`, {
    TermStatus: 'Open',
    PaymentEndDate: '2026-12-31',
    UpdateTime,
  })
  expect(answer).toMatchObject({ code: '0000', data: { TermStatus: 'Open', PaymentEndDate: '2026-12-31' } })
  const last = await given.billTerm({
    BillTermId: 'LAST',
    BillTermNo: '09',
    TermStatus: 'Closed',
    PaymentStartDate: '2026-01-01',
    PaymentEndDate: today,
  })
  const { data } = await maker.get(`/BillTerm/${last.SerialId}`)
  expect(
    await maker.put(`/BillTerm/${last.SerialId}`, { TermStatus: 'Open', UpdateTime: data.UpdateTime }),
  ).toMatchObject({ code: '0000' })
})

test.each([
  ['Draft', '0000'],
  ['Open', '0000'],
  ['Closed', '2006'],
])('a new term that is %s: %s', async (TermStatus, code) => {
  const n = 70 + ['Draft', 'Open', 'Closed'].indexOf(TermStatus)
  expect(await maker.post('/BillTerm', { ...samples.BillTerm?.(n), TermStatus })).toMatchObject({ code })
})
