import type { BrowserContext, Page, Request } from 'playwright'
import { expect } from 'vitest'

/** Lets the clock of one page jump ahead by `time`, such as '09:05'. */
export type JumpAhead = (page: Page, time: string) => Promise<void>

/**
 * Gives all pages of the context, from now on, a clock that can jump.
 * It jumps once no request is under way: such a request would reach its time limit, whose dialog covers the page.
 */
export async function installClock(context: BrowserContext): Promise<JumpAhead> {
  const pending = new Set<Request>()
  let started = 0
  context.on('request', (request) => {
    started += 1
    pending.add(request)
  })
  context.on('requestfinished', (request) => pending.delete(request))
  context.on('requestfailed', (request) => pending.delete(request))
  await context.clock.install()

  const isQuiet = async (page: Page): Promise<boolean> => {
    const before = started
    // The effects of the last response, such as a further request, have happened when the page responds.
    await page.evaluate(() => document.readyState)
    return started === before && pending.size === 0
  }
  return async (page, time) => {
    await expect.poll(() => isQuiet(page)).toBe(true)
    await page.clock.fastForward(time)
  }
}
