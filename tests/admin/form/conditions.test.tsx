import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { casesOf } from '../../schema/condition-cases'
import { type BrowserPortal, browserPortal, browserSchemas } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { type Client, clientOf, sender } from '../../support/client'
import { sampled } from '../../support/sample'
import { everyType } from '../../support/schemas/every-type'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let user: RecordValues
let maker: Client
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { everyType } })
  await portal.given.customer()
  await portal.given.agreement()
  user = await portal.given.user({ UserId: 'maker01' })
  maker = clientOf(sender(portal.app), await portal.companyToken(user))
})

beforeEach(() => signIn(portal, user))

// Every record that the conditions of the fixture distinguish, by its fields.
const rows = (casesOf(browserSchemas({ everyType }).get('everyType'), ['Kind', 'Active'], []) ?? []).map(
  ({ record: row }) => row,
)

/** The meaning of the fixture's conditions, written independently of the evaluators of the form and of the server. */
const expected = ({ Kind, Active }: RecordValues) => ({
  zipLocked: Kind === 'Letter',
  placesShown: Kind === 'Gift',
  // An option that was available when it was selected stays available.
  offered: Active === true || Kind === 'Gift' ? ['卡片', '信函', '贈品'] : ['卡片', '信函'],
})

test('the fixture distinguishes twelve records', () => expect(rows).toHaveLength(12))

// There are four kinds and three values of Active; the sample has each kind once and all three values.
const sample = rows.filter((_, index) => index % 3 === Math.floor(index / 3) % 3)

test.each(sampled(rows, sample))(
  'the form of a record with $Kind and $Active locks, shows and offers the right fields, and the server accepts the same',
  async (row) => {
    const record = await portal.given.record('everyType', {
      ApplyCode: '77001',
      Title: crypto.randomUUID().slice(0, 20),
      ...row,
    })
    const wanted = expected(row)

    drawAdmin(portal.schemas, `/admin/everyType/${record.SerialId}`)
    const zip = page.getByRole('textbox', { name: '郵遞區號' })
    await expect.element(zip).toBeVisible()
    if (wanted.zipLocked) await expect.element(zip).toBeDisabled()
    else await expect.element(zip).toBeEnabled()
    expect(page.getByRole('group', { name: /^地區/ }).elements().length > 0, '地區').toBe(wanted.placesShown)
    await page.getByRole('combobox', { name: '形式' }).click()
    await expect.element(page.getByRole('option', { name: '卡片' })).toBeVisible()
    const names = page
      .getByRole('option')
      .elements()
      .map((element) => element.textContent?.trim())
    expect(names.filter((name) => ['卡片', '信函', '贈品'].includes(name ?? ''))).toEqual(wanted.offered)
    await userEvent.keyboard('{Escape}')

    const put = async (change: RecordValues) => {
      const { data } = await maker.get(`/EveryType/${record.SerialId}`)
      return maker.put(`/EveryType/${record.SerialId}`, { ...change, UpdateTime: data.UpdateTime })
    }
    const zipped = await put({ Zip: '100' })
    if (wanted.zipLocked) expect(zipped.errors.Zip).toMatch(/目前不可修改/)
    else expect(zipped).toMatchObject({ code: '0000', data: { Zip: '100' } })
    expect((await put({ Places: ['North'] })).data.Places).toEqual(wanted.placesShown ? ['North'] : null)
    const gift = await put({ Kind: 'Gift' })
    expect(gift.code === '0000', gift.message).toBe(wanted.offered.includes('贈品'))
  },
)

test('an option becomes available and unavailable while the form is filled in', async () => {
  drawAdmin(portal.schemas, '/admin/everyType/create')
  const offered = async () => {
    await page.getByRole('combobox', { name: '形式' }).click()
    await expect.element(page.getByRole('option', { name: '卡片' })).toBeVisible()
    const found = page.getByRole('option', { name: '贈品' }).elements().length
    await userEvent.keyboard('{Escape}')
    return found
  }
  const active = page.getByRole('radiogroup', { name: '啟用' })
  expect(await offered()).toBe(0)
  await active.getByRole('radio', { name: '是' }).click()
  expect(await offered()).toBe(1)
  await active.getByRole('radio', { name: '否' }).click()
  expect(await offered()).toBe(0)
})
