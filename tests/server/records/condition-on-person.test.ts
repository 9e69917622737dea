import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { voucher } from '../../support/schemas/voucher'

// Nobody resumes a voucher that they stopped themselves.
const { as, given } = await portal({
  schemas: {
    voucher: {
      ...voucher,
      actions: {
        ...voucher.actions,
        Resume: {
          ...voucher.actions.Resume,
          allowedWhen: {
            all: [
              { field: 'State', is: 'Stopped' },
              { field: 'StopUser', user: 'isNot' },
            ],
          },
        },
      },
    },
  },
})
await twoCompanies({ given })

test('an action that a condition denies to one person is refused to them in every session, and open to others', async () => {
  const user = await given.user({ RoleId: 'CustomerMaker' })
  const [stopper, secondSession, other] = [await as(user), await as(user), await as('CustomerMaker')]
  const made = (
    await stopper.post('/Voucher', { ApplyCode: '77001', VoucherCode: 'C1', VoucherName: '折抵', Amount: 100 })
  ).data
  const stopped = (
    await stopper.post('/Ext/Voucher/77001/C1/Stop', { UpdateTime: made.UpdateTime, Reason: '活動結束' })
  ).data
  const resume = '/Ext/Voucher/77001/C1/Resume'
  for (const same of [stopper, secondSession])
    expect(await same.post(resume, { UpdateTime: stopped.UpdateTime })).toMatchObject({ code: '2006' })
  expect(await other.post(resume, { UpdateTime: stopped.UpdateTime })).toMatchObject({ code: '0000' })
})
