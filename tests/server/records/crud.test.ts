import { describe, expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { listPath, recordPath, samples } from '../../support/schemas/samples'

const { as, given, db } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker')

const changes: Readonly<Record<string, object>> = {
  fee: { FeeName: '車位清潔費' },
  BillCategory: { BillCategoryName: '車位費' },
  BillTerm: { BillTermName: '115年12月管理費' },
  PayerUnit: { PayerUnitName: '甲棟' },
  Payer: { PayerName: '李小華' },
}

describe.each(Object.keys(samples))('%s', (controller) => {
  test('is created, found, read, changed and deleted, each with its audit line', async () => {
    const body = samples[controller]?.(1) ?? {}
    const made = await maker.post(`/${controller}`, body)
    expect(made).toMatchObject({
      status: 200,
      code: '0000',
      data: { ...body, CreateUser: expect.any(String), Labels: { ApplyCode: '77001 示範社區管理費' } },
    })
    const path = recordPath(controller, made.data)

    const list = await maker.get(listPath(controller))
    expect(list.data).toMatchObject({ PageNo: 1, PageSize: 20, TotalCount: list.data.Items.length })
    expect((await maker.get(path)).data).toEqual(made.data)

    const change = changes[controller] ?? {}
    const changed = await maker.put(path, { ...change, UpdateTime: made.data.UpdateTime })
    expect(changed).toMatchObject({ code: '0000', data: { ...body, ...change } })
    expect(changed.data.UpdateTime > made.data.UpdateTime).toBe(true)

    expect(await maker.delete(path)).toMatchObject({ code: '0000', data: null })
    expect(await maker.get(path)).toMatchObject({ status: 404, code: '2004' })
    const resource = controller === 'fee' ? 'fee' : controller.charAt(0).toLowerCase() + controller.slice(1)
    const lines = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource', '=', resource)
      .where('action', '!=', 'View')
      .orderBy('id')
      .execute()
    expect(lines.map(({ action }) => action)).toEqual(['Create', 'Update', 'Delete'])
    expect(lines[1]).toMatchObject({ uniform_no: '90000017', before: body, after: { ...body, ...change } })
    // The lines contain the record as it was stored, with the times and labels of the responses.
    for (const [line, { data }] of [
      [lines[0], made],
      [lines[1], changed],
    ] as const) {
      const { CreateTime, UpdateTime, Labels } = data
      expect(line?.after).toMatchObject({ CreateTime, UpdateTime, Labels })
      expect(Object.keys(line?.after ?? {}).sort()).toEqual(Object.keys(data).sort())
    }
  })

  test('can be sent back unchanged by a form', async () => {
    const made = await maker.post(`/${controller}`, samples[controller]?.(2))
    const saved = await maker.put(recordPath(controller, made.data), made.data)
    expect(saved.code).toBe('0000')
    expect({ ...saved.data, UpdateTime: null }).toEqual({ ...made.data, UpdateTime: null })
  })

  test('is refused with unknown fields, which are named', async () => {
    const answer = await maker.post(`/${controller}`, {
      ...samples[controller]?.(3),
      serial_id: 1,
      is_admin: true,
      constructor: 1,
    })
    expect(answer).toMatchObject({ status: 200, code: '2002' })
    expect(Object.keys(answer.errors).sort()).toEqual(['constructor', 'is_admin', 'serial_id'])
  })

  test('has fields that only the server can set', async () => {
    const own = controller === 'PayerUnit' ? {} : { SerialId: 999_999 }
    const made = await maker.post(`/${controller}`, {
      ...samples[controller]?.(4),
      ...own,
      CreateUser: 'mallory',
      CreateTime: '2020-01-01T00:00:00Z',
    })
    expect(made.code).toBe('0000')
    expect(made.data).not.toMatchObject({ SerialId: 999_999 })
    expect(made.data).toMatchObject({
      CreateUser: expect.stringMatching(/^user/),
      CreateTime: '2026-11-20T10:00:00.000000+08:00',
    })
  })
})

test('null clears a field, and an absent field keeps its value', async () => {
  const made = await maker.post('/fee', { ...samples.fee?.(20), Remark: '每月', BillCategoryCode: 'MGT' })
  const changed = await maker.put(`/fee/${made.data.SerialId}`, { Remark: null, UpdateTime: made.data.UpdateTime })
  expect(changed.data).toMatchObject({ Remark: null, BillCategoryCode: 'MGT', DefaultAmount: 1000 })
})
