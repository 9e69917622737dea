import { afterEach, beforeAll } from 'vitest'
import { page } from 'vitest/browser'
import { noticeStore } from '../../../src/browser/dialogs/notice'
import { configureSite } from '../../../src/browser/http/config'
import { clearPage } from './page'

// The component tests of a worker share one page and its modules, because loading them takes longer than most tests.
// Each file starts with the initial state of the page, each test with an empty page.

beforeAll(async () => {
  await page.viewport(414, 896)
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  noticeStore.set(null)
})

afterEach(clearPage)
