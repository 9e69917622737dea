import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { lazyComponent } from '../../src/admin/components/lazy-component'
import { defineScreens } from '../../src/admin/screens'
import type { RecordValues } from '../../src/schema/language/language'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { draw } from '../support/browser/page'
import { drawAdmin, signIn } from './admin-page'

// Code that is loaded on demand: what is shown until it arrives, and when it does not.

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(() => page.viewport(1440, 900))

test('the overlay of the specification covers the admin area while the code of a page loads', async () => {
  let arrive = () => {}
  const code = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin', {
    fee: async () => {
      await code
      return { default: defineScreens({ List: () => <h1>費用的畫面</h1> }) }
    },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: /您好/ })).toBeVisible()
  await expect.poll(() => page.getByText('Loading...').elements()).toEqual([])
  await router.navigate('/admin/fee')
  await expect.element(page.getByText('Loading...')).toBeInTheDocument()
  await expect.element(page.getByRole('banner')).toBeVisible()
  arrive()
  await expect.element(page.getByRole('heading', { name: '費用的畫面' })).toBeVisible()
  await expect.poll(() => page.getByText('Loading...').elements()).toEqual([])
})

const question = page.getByRole('alertdialog', { name: '這部分的畫面無法載入' })

test('a part whose code cannot be loaded says so in its place, and its button loads it again', async () => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>載入的部分</p>
  })
  const Part = lazyComponent(load)
  draw(<Part />)
  for (const attempt of [1, 2]) {
    await question.getByRole('button', { name: '留在此頁' }).click()
    await expect.element(page.getByText('這部分的畫面無法載入。', { exact: true })).toBeVisible()
    expect(load).toHaveBeenCalledTimes(attempt)
    await page.getByRole('button', { name: '重試' }).click()
  }
  await expect.element(page.getByText('載入的部分')).toBeVisible()
  expect(page.getByText('這部分的畫面無法載入').elements()).toEqual([])
})

test('a failed part of the bar is reported below the bar, which keeps its height', async () => {
  await page.viewport(390, 800)
  const Part = lazyComponent(async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  draw(
    <header style={{ position: 'fixed', top: 0, left: 0, right: 0, height: 56 }}>
      <Part />
    </header>,
  )
  await question.getByRole('button', { name: '留在此頁' }).click()
  const message = page.getByRole('alert')
  await expect.element(message).toBeVisible()
  const { left, top, width } = message.element().getBoundingClientRect()
  expect([left, top, width]).toEqual([0, 56, 390])
})

test('a part whose code could not be loaded is loaded again when the network is back', async () => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 2) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>載入的部分</p>
  })
  const Part = lazyComponent(load)
  draw(<Part />)
  await question.getByRole('button', { name: '留在此頁' }).click()
  await expect.element(page.getByRole('button', { name: '重試' })).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('載入的部分')).toBeVisible()
})
