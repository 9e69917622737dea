import { afterAll, afterEach } from 'vitest'
import { closePages, saveScreenshots } from './browser'

// The journeys of a worker share a browser: open pages of a finished file would keep calling the portal.

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await saveScreenshots(task.name)
})

afterAll(closePages)
