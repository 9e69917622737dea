import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { navigation } from '../../src/browser/navigation'
import { QrCode } from '../../src/site/payer/QrCode'
import { network } from '../support/msw'
import { draw } from '../support/page'

// What draws the codes is a chunk of its own; here it does not arrive.
network(http.get(/\/uqr\b/, () => HttpResponse.error()))

test('a QR code whose drawing code did not arrive says so and can be tried again', async () => {
  const again = vi.spyOn(navigation, 'again').mockImplementation(() => {})
  draw(<QrCode text="TWQRP" name="TWQR 繳費條碼" />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('QR Code 無法載入')
  await page.getByRole('button', { name: '重試' }).click()
  expect(again).toHaveBeenCalledOnce()
})
