import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PaymentData } from '../../src/contract/call-responses'
import { demoPortal } from './support/demo-portal'
import { canReadPaper, scan, scanPicture } from './support/paper'
import { temporaryFolder } from './support/server'
import { openWithCaptcha } from './support/sign-in'

// A cashier scans the codes from the payer's phone, also from the smallest, or from the printed page.

test.runIf(canReadPaper)(
  'every code scans from the screen of a phone of 320 pixels, and barcodes from the printed bill',
  async () => {
    const { server, browser } = await demoPortal()
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 320, height: 568 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
      locale: 'zh-TW',
      timezoneId: 'Asia/Taipei',
    })
    const page = await context.newPage()
    await openWithCaptcha(page, server, '/client', async () => {
      await page.getByRole('button', { name: /^帶入.*90000012/ }).click()
    })
    const answered = page.waitForResponse('**/api/PayerArea/*Login')
    await page.getByRole('button', { name: '登入', exact: true }).click()
    const { OutData } = (await (await answered).json()) as { OutData: PaymentData }
    const payButton = page.getByRole('button', { name: /^立即繳費/ }).first()
    await payButton.waitFor()
    const paper = join(process.env.KEEP_PAPER ?? temporaryFolder(), 'bill.pdf')
    await page.pdf({ path: paper, format: 'A4' })
    await payButton.click()
    const number = (await page.getByText(/帳單編號 B/).textContent()) ?? ''
    const bill = OutData.DataLists1.find(({ BillNo }) => number.includes(BillNo))
    expect(scan(paper)).toEqual(
      expect.arrayContaining([...(bill?.MarketBarcodes ?? []), ...(bill?.PostBarcodes ?? [])]),
    )
    for (const [button, kind, codes] of [
      ['顯示超商條碼', 'code39', bill?.MarketBarcodes],
      ['顯示郵局條碼', 'code39', bill?.PostBarcodes],
      ['全螢幕顯示', 'qrcode', [bill?.TWQRPayload]],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      const view = page.getByRole('dialog')
      await view.getByRole('img').first().waitFor()
      await expect.poll(() => view.locator('svg rect, svg path[d^=M]').count()).toBeGreaterThan(0)
      const picture = join(temporaryFolder(), `${button}.png`)
      await page.screenshot({ path: picture })
      expect(scanPicture(picture, kind).sort()).toEqual([...(codes ?? [])].sort())
      expect(codes?.length).toBe(kind === 'qrcode' ? 1 : 3)
      await page.goBack()
      await view.waitFor({ state: 'detached' })
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '儲存圖片' }).click(),
    ])
    const saved = join(temporaryFolder(), 'saved.png')
    await download.saveAs(saved)
    expect(scanPicture(saved, 'qrcode'), 'the saved picture scans, too').toEqual([bill?.TWQRPayload])
    await context.close()
  },
)
