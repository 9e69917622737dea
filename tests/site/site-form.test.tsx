import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { SiteField } from '../../src/site/form/Field'
import { SiteForm } from '../../src/site/form/SiteForm'
import { useSiteForm } from '../../src/site/form/use-form'
import { drawRoutes } from '../support/browser/page'

test('a form can be sent again after an unexpected error', async () => {
  // The error must not fail the test run.
  const ignore = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('unhandledrejection', ignore, { capture: true })
  onTestFinished(() => window.removeEventListener('unhandledrejection', ignore, { capture: true }))
  let attempts = 0
  const TestForm = () => {
    const form = useSiteForm(
      ['Name'],
      () => ({ Name: { label: '姓名' } }),
      async () => {
        attempts++
        throw new Error('unexpected')
      },
    )
    return (
      <SiteForm form={form} submitText="送出">
        <SiteField form={form} name="Name" />
      </SiteForm>
    )
  }
  drawRoutes([{ path: '/', element: <TestForm /> }], '/')
  const submit = page.getByRole('button', { name: '送出' })
  await submit.click()
  await expect.element(submit).toHaveAttribute('aria-disabled', 'false')
  await submit.click()
  await expect.poll(() => attempts).toBe(2)
})
