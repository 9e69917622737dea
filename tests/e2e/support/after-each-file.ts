import { afterAll, afterEach } from 'vitest'
import { closePages, keepPictures } from './browser'

// The journeys of a worker share a browser: pages of a file that has ended would go on asking the portal.

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPictures(task.name)
})

afterAll(closePages)
