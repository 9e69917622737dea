import { existsSync } from 'node:fs'

const playwright = await import('playwright').catch(() => undefined)

/**
 * Path of the Chromium for the tests: CHROMIUM_PATH, one of the system's, or the one Playwright downloaded; undefined when there is none.
 * The headless shell is the same engine without windows: the suites take a quarter less processor time with it.
 */
export const chromiumPath = () =>
  [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    playwright?.chromium.executablePath(),
  ].find((path) => path && existsSync(path))
