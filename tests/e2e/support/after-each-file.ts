import { afterAll, afterEach } from 'vitest'
import { closePages, keepPictures } from './browser'

// The journeys of a worker share a browser: open pages of a finished file would keep calling the portal.

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPictures(task.name)
})

afterAll(closePages)
