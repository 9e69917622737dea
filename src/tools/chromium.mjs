import { existsSync } from 'node:fs'

const playwright = await import('playwright').catch(() => undefined)

/** Path of the Chromium that the tests drive: CHROMIUM_PATH, one of the system's, or the one Playwright downloaded; undefined when there is none. */
export const chromiumPath = () =>
  [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    playwright?.chromium.executablePath(),
  ].find((path) => path && existsSync(path))
