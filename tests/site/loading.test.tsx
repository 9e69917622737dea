import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawRoutes } from '../support/browser/page'

test('the overlay of the specification covers the page while the code of the next one loads', async () => {
  let arrive = () => {}
  const code = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const lazy = async () => {
    await code
    return { element: <h1>下一頁</h1> }
  }
  const router = drawRoutes(
    [
      { path: '/', element: <h1>這一頁</h1> },
      { path: '/next', lazy },
    ],
    '/',
  )
  await expect.element(page.getByRole('heading', { name: '這一頁' })).toBeVisible()
  expect(page.getByText('Loading...').elements()).toEqual([])
  const navigated = router.navigate('/next')
  await expect.element(page.getByText('Loading...')).toBeInTheDocument()
  arrive()
  await navigated
  await expect.element(page.getByRole('heading', { name: '下一頁' })).toBeVisible()
  await expect.poll(() => page.getByText('Loading...').elements()).toEqual([])
})
