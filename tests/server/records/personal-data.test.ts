import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'

const { as, given, db } = await portal()
await twoCompanies({ given })
const payer = await given.payer({
  PayerName: '王大明',
  IdNo: 'A123456789',
  Mobile: '0912345678',
  Email: 'wangdm@example.com',
})
const masked = { PayerName: '王○明', IdNo: 'A123****89', Mobile: '0912***678', Email: 'wan***@example.com' }
const full = { PayerName: '王大明', IdNo: 'A123456789', Mobile: '0912345678', Email: 'wangdm@example.com' }

test.each(['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])(
  'a list is masked for the role %s',
  async (role) => {
    const { data } = await (await as(role)).get('/Payer')
    expect(data.Items[0]).toMatchObject({ PayerName: masked.PayerName, Mobile: masked.Mobile, Email: masked.Email })
  },
)

test.each(['CustomerChecker', 'CustomerViewer'])('the role %s sees a payer masked', async (role) => {
  expect((await (await as(role)).get(`/Payer/${payer.SerialId}`)).data).toMatchObject(masked)
})

test.each(['CustomerAdmin', 'CustomerMaker'])(
  'the role %s sees a payer unmasked, and the view is in the audit trail',
  async (role) => {
    const looks = () => db.selectFrom('audit_log').select('user_id').where('action', '=', 'View').execute()
    const before = await looks()
    expect((await (await as(role)).get(`/Payer/${payer.SerialId}`)).data).toMatchObject(full)
    expect(await looks()).toHaveLength(before.length + 1)
  },
)

test('a mask that is sent back is refused and overwrites nothing', async () => {
  const maker = await as('CustomerMaker')
  const { data } = await maker.get(`/Payer/${payer.SerialId}`)
  const answer = await maker.put(`/Payer/${payer.SerialId}`, {
    PayerName: masked.PayerName,
    Mobile: masked.Mobile,
    UpdateTime: data.UpdateTime,
  })
  expect(answer.code).toBe('2002')
  expect(Object.keys(answer.errors).sort()).toEqual(['Mobile', 'PayerName'])
  expect((await maker.get(`/Payer/${payer.SerialId}`)).data).toMatchObject(full)
})

test('labels of references are masked', async () => {
  await given.bill({ PayerId: payer.PayerId })
  const { data } = await (await as('CustomerMaker')).get('/Bills')
  expect(data.Items[0].Labels.PayerId).toBe(`${payer.PayerId} 王○明`)
})

test('the log has no personal data', async () => {
  const { as: signIn, given: make, log } = await portal()
  await twoCompanies({ given: make })
  const maker = await signIn('CustomerMaker')
  await maker.post('/Payer', { ...full, IdNo: 'A123456788', Colour: 'red' })
  expect(log.lines).not.toEqual([])
  const text = JSON.stringify(log.lines)
  for (const value of ['王大明', 'A12345678', '0912345678', 'wangdm']) expect(text).not.toContain(value)
})
