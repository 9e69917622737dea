import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPortal } from './support/demo-portal'
import { demoAccount, signInCompany } from './support/sign-in'

// A finger needs 44 pixels.

/** Returns the controls of a page that are smaller than 44 pixels, with their sizes, and the number of all. */
const controlsOf = (page: Page) =>
  page.evaluate(() => {
    // An input is as large as its box; a checkbox is as large as its label or the cell around it.
    const targetOf = (control: HTMLElement): Element =>
      control.closest('.MuiOutlinedInput-root') ??
      control.closest('.MuiInputBase-root')?.parentElement ??
      (control.matches('input') ? (control.closest('label') ?? control.parentElement ?? control) : control)
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=combobox]',
      ),
    ]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      // Hidden from the eye, such as the input below a select box.
      .filter((control) => !control.matches('[aria-hidden=true], .skip-link'))
    const small = controls.flatMap((control) => {
      const { width, height } = targetOf(control).getBoundingClientRect()
      const name = control.getAttribute('aria-label') ?? control.textContent
      return width > 0 && height > 0 && (width < 43.5 || height < 43.5)
        ? [`${name} ${Math.round(width)}×${Math.round(height)}`]
        : []
    })
    return { small, count: controls.length }
  })

test.each([
  ['first page', '/admin', 15],
  ['bills list', '/admin/bills', 80],
  ['exceptions list', '/admin/TLDetailExceptionHandling', 80],
  ['form of a bill', '/admin/bills/create', 30],
  ['report', '/admin/WriteOffReport', 20],
])('each control of the %s has 44 pixels on a phone', async (_, path, least) => {
  const { server, browser } = await demoPortal()
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  })
  const page = await context.newPage()
  await signInCompany(page, server, demoAccount('maker01'))
  await page.goto(path)
  await expect.poll(async () => (await controlsOf(page)).count).toBeGreaterThanOrEqual(least)
  await expect.poll(async () => (await controlsOf(page)).small).toEqual([])
  await context.close()
})
