import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { OfflineNotice } from '../../src/browser/dialogs/PageNotices'
import { draw } from '../support/browser/page'

test('a page that is opened without a network shows a notice until there is one', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  draw(<OfflineNotice />)
  const notice = page.getByText('目前沒有網路連線，恢復連線前無法查詢或儲存資料。')
  await expect.element(notice).toBeVisible()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => notice.elements()).toEqual([])
})
