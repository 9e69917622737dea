import { describe, expect, test } from 'vitest'
import { accountNo, whiteListRow } from '../../support/payments/white-list'
import { portal, twoCompanies } from '../../support/portal'

const here = await portal()
const { as, given, clock, db } = here
await twoCompanies({ given })
const maker = await as('CustomerMaker')

describe('an entry that is added in a form', () => {
  test('its account must be one that the agreement could have issued', async () => {
    const wrongDigit = accountNo(1).replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    expect(await maker.post('/WhiteList', { ...whiteListRow(1), VACAccount: wrongDigit })).toMatchObject({
      code: '2008',
      errors: { VACAccount: '虛擬帳號的檢查碼與帳號不符，請核對後更正。' },
    })
    expect(
      await maker.post('/WhiteList', { ...whiteListRow(1), VACAccount: `88001${accountNo(1).slice(5)}` }),
    ).toMatchObject({
      code: '2002',
      errors: { VACAccount: '虛擬帳號須以委託單位代號 77001 開頭，請核對後更正。' },
    })
    expect(await maker.post('/WhiteList', { ...whiteListRow(1), VACAccount: `${accountNo(1)}00` })).toMatchObject({
      code: '2002',
      errors: { VACAccount: expect.stringContaining('應為 14 碼，目前 16 碼') },
    })
    expect((await maker.get('/WhiteList')).data.Items).toEqual([])
  })

  test('it has an amount and dates exactly where its type checks them', async () => {
    expect(
      await maker.post('/WhiteList', { ApplyCode: '77001', VACAccount: accountNo(2), CheckType: 'AccountAmountDate' }),
    ).toMatchObject({
      code: '2002',
      errors: { Amount: '請填寫檢核金額。', StartDate: '請選擇有效起日。', EndDate: '請選擇有效迄日。' },
    })
    const { data } = await maker.post('/WhiteList', { ...whiteListRow(2), CheckType: 'Account' })
    expect(data).toMatchObject({
      CheckType: 'Account',
      Amount: null,
      StartDate: null,
      EndDate: null,
      UsedTimes: 0,
      WhiteListStatus: 'Active',
    })
  })

  test('the last day is not before the first one', async () => {
    expect(await maker.post('/WhiteList', { ...whiteListRow(3), EndDate: '2026-10-31' })).toMatchObject({
      code: '2002',
      errors: { EndDate: expect.stringContaining('不可早於') },
    })
  })

  test('an account is listed once; a deleted entry is disabled, frees its account and cannot be changed', async () => {
    const { data: first } = await maker.post('/WhiteList', whiteListRow(4))
    expect(await maker.post('/WhiteList', whiteListRow(4))).toMatchObject({
      code: '2003',
      errors: { VACAccount: expect.stringContaining('已經存在') },
    })
    expect(await maker.delete(`/WhiteList/${first.SerialId}`)).toMatchObject({ code: '0000' })
    expect((await maker.get(`/WhiteList/${first.SerialId}`)).data).toMatchObject({
      WhiteListStatus: 'Disabled',
      WhiteListState: 'Disabled',
    })
    expect(await maker.delete(`/WhiteList/${first.SerialId}`)).toMatchObject({ code: '2006' })
    const { data: disabled } = await maker.get(`/WhiteList/${first.SerialId}`)
    expect(
      await maker.put(`/WhiteList/${first.SerialId}`, { Remark: '改', UpdateTime: disabled.UpdateTime }),
    ).toMatchObject({ code: '2006' })
    expect(await maker.post('/WhiteList', whiteListRow(4))).toMatchObject({ code: '0000' })
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'record_key'])
      .where('action', '=', 'Disable')
      .execute()
    expect(audit).toEqual([{ action: 'Disable', record_key: String(first.SerialId) }])
  })

  test('its number of payments can be raised, but not below the payments made', async () => {
    const { SerialId } = await given.record('whiteList', {
      ...whiteListRow(5),
      MaxTimes: 3,
      UsedTimes: 2,
      WhiteListState: 'Active',
    })
    const { data } = await maker.get(`/WhiteList/${SerialId}`)
    expect(await maker.put(`/WhiteList/${SerialId}`, { MaxTimes: 1, UpdateTime: data.UpdateTime })).toMatchObject({
      code: '2002',
      errors: { MaxTimes: '可繳次數不可少於已繳次數。' },
    })
    const { data: used } = await maker.put(`/WhiteList/${SerialId}`, { MaxTimes: 2, UpdateTime: data.UpdateTime })
    expect(used).toMatchObject({ MaxTimes: 2, WhiteListStatus: 'Used' })
  })

  test('an entry cannot be added under an agreement that is not active', async () => {
    const { SerialId: _, ...row } = whiteListRow(6)
    await db.updateTable('agreement').set({ agreement_status: 'Suspended' }).where('apply_code', '=', '77001').execute()
    expect(await maker.post('/WhiteList', row)).toMatchObject({
      code: '2006',
      errors: { ApplyCode: expect.stringContaining('已中止') },
    })
    await db.updateTable('agreement').set({ agreement_status: 'Active' }).where('apply_code', '=', '77001').execute()
  })

  test('where the check digit includes the amount, a changed amount must still fit the account', async () => {
    await db
      .updateTable('agreement')
      .set({ vac_check_type: 'AccountAmount', vac_length: 16 })
      .where('apply_code', '=', '77001')
      .execute()
    const { data } = await maker.post('/WhiteList', {
      ApplyCode: '77001',
      VACAccount: '7700126000123451',
      CheckType: 'AccountAmount',
      Amount: 25_000,
      MaxTimes: 1,
    })
    expect(
      await maker.put(`/WhiteList/${data.SerialId}`, { Amount: 25_001, UpdateTime: data.UpdateTime }),
    ).toMatchObject({
      code: '2008',
      errors: { VACAccount: '虛擬帳號的檢查碼與帳號、檢核金額不符，請核對後更正。' },
    })
    await db
      .updateTable('agreement')
      .set({ vac_check_type: 'Account', vac_length: 14 })
      .where('apply_code', '=', '77001')
      .execute()
  })
})

test('roles that only read can neither add, change nor disable an entry', async () => {
  const { data } = await maker.post('/WhiteList', whiteListRow(8))
  for (const role of ['CustomerChecker', 'CustomerViewer'] as const) {
    const reader = await as(role)
    expect((await reader.get(`/WhiteList/${data.SerialId}`)).data).toMatchObject({
      VACAccount: accountNo(8),
      IdNo: expect.stringContaining('*'),
    })
    expect(await reader.post('/WhiteList', whiteListRow(9))).toMatchObject({ status: 403 })
    expect(await reader.delete(`/WhiteList/${data.SerialId}`)).toMatchObject({ status: 403 })
  }
})

test('an entry after its last day is shown and found as expired, without being written', async () => {
  const { data } = await maker.post('/WhiteList', { ...whiteListRow(7), EndDate: '2026-11-20' })
  expect(data.WhiteListStatus).toBe('Active')
  clock.advance({ days: 1 })
  const nextDay = await as('CustomerMaker')
  const found = async (WhiteListStatus: string) =>
    (await nextDay.get('/WhiteList', { VACAccount: accountNo(7), WhiteListStatus })).data.Items
  expect(await found('Expired')).toMatchObject([{ VACAccount: accountNo(7), WhiteListStatus: 'Expired' }])
  expect(await found('Active')).toEqual([])
})
