import type { Page } from 'playwright'

/** A picture of README: who looks at what, how wide, in which light. */
export interface Picture {
  readonly name: string
  readonly who: 'nobody' | 'company'
  readonly path: string
  readonly width: number
  readonly height: number
  readonly scheme?: 'dark'
  /** What is done on the page before the picture is taken. */
  act?(page: Page): Promise<void>
}

/** The pictures that README shows. */
export const pictures: readonly Picture[] = [
  { name: 'sign-in', who: 'nobody', path: '/company', width: 1280, height: 800 },
  { name: 'bills', who: 'company', path: '/admin/bills', width: 1440, height: 900 },
  { name: 'bill', who: 'company', path: '/admin/bills', width: 1440, height: 900, act: openFirst },
  { name: 'payer-form-dark', who: 'company', path: '/admin/payer/create', width: 1440, height: 900, scheme: 'dark' },
  { name: 'bills-phone', who: 'company', path: '/admin/bills', width: 390, height: 844 },
]

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /^檢視/ }).waitFor()
}
