import { existsSync } from 'node:fs'

const playwright = await import('playwright').catch(() => undefined)

/**
 * Returns the path of the Chromium for the tests: CHROMIUM_PATH, an installed Chromium, or the one that Playwright
 * downloaded; undefined if there is none.
 * The headless shell comes first, because the tests need a quarter less processor time with it.
 * It is the same engine without windows.
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
