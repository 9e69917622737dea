import { expect, test } from 'vitest'
import { extensions } from '../../../src/contract/extensions'
import { portal } from '../../support/portal'
import { coupon } from '../../support/schemas/coupon'
import { couponReport } from '../../support/schemas/coupon-report'

const actions = { Stack: { label: '併用', on: ['row', 'bulk'], set: { Stackable: true } } }

test('the capabilities list the calls beyond the specification: all extensions, and those that schemas declare', async () => {
  const here = await portal({ schemas: { coupon: { ...coupon, actions }, couponReport } })
  const { data } = await here.request('GET', '/Ext/GetCapabilities')
  expect(data.Calls).toEqual(expect.arrayContaining(Object.keys(extensions)))
  const declared = [
    'Stack',
    'MultiStack',
    'PreviewMultiStack',
    'GetHistory',
    'ImportTemplate',
    'PreviewImport',
    'CheckImport',
    'Import',
  ].map((call) => `Coupon.${call}`)
  expect(data.Calls.filter((id: string) => id.startsWith('Coupon'))).toEqual([...declared, 'CouponReport.listFile'])
  expect(data.Calls).not.toContain('Coupon.list')
  expect(data.Missing).toEqual([])
})

test('the paths of extensions begin with /Ext', () => {
  for (const { path } of Object.values(extensions)) expect(path).toMatch(/^\/Ext\//)
})

test('a notice is found by its number while it is published; before, after and without a number it is not', async () => {
  const here = await portal()
  const notice = (values: object) =>
    here.given.record('Notice', {
      Title: '維護',
      Category: 'System',
      Audience: 'All',
      Content: '詳見 https://example.com/',
      Pinned: true,
      ...values,
    })
  const out = await notice({ PublishDate: '2026-11-20', ExpireDate: '2026-11-20' })
  const early = await notice({ PublishDate: '2026-11-21' })
  const late = await notice({ PublishDate: '2026-11-01', ExpireDate: '2026-11-19' })
  const get = (id: unknown) => here.request('GET', `/Ext/Home/GetNotice/${id}`)
  expect((await get(out.SerialId)).data).toMatchObject({
    Title: '維護',
    Pinned: true,
    PublishDate: '2026-11-20',
    ExpireDate: '2026-11-20',
  })
  for (const id of [early.SerialId, late.SerialId, 999, 'x', '9'.repeat(30)]) expect((await get(id)).status).toBe(404)
})
