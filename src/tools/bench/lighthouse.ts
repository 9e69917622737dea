import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright'
import { launchOptions, signInOnPage, signInPayerOnPage } from '../browser'
import { type BenchSizes, type Measurement, median, withLimit } from './measure'
import { benchSecret, freePort, type ServerProcess, startPortalProcess, withClosing, withFolder } from './process'

/** The measured pages, with the lowest score that meets the target. */
const pages: readonly MeasuredPage[] = [
  { path: '/', title: 'sign-in page', minScore: 98 },
  {
    path: '/payment-information',
    title: "payer's page",
    minScore: 97,
    signIn: (page) => signInPayerOnPage(page, benchSecret),
  },
  { path: '/admin', title: 'first page', minScore: 92, signIn: signInMaker },
  { path: '/admin/bills', title: 'bills list', minScore: 90, signIn: signInMaker },
]

interface MeasuredPage {
  readonly path: string
  readonly title: string
  readonly minScore: number
  signIn?(page: Page): Promise<void>
}

async function signInMaker(page: Page): Promise<void> {
  await signInOnPage(page, 'maker01', benchSecret)
}

/**
 * Measures pages with Lighthouse as a phone of the middle class on a slow mobile network loads them: the sign-in page,
 * the page of a signed-in payer, and as a user of a company the first page and the bills list. Nothing of them is cached.
 */
export const benchLighthouse = ({ lighthouseRuns }: BenchSizes): Promise<readonly Measurement[]> =>
  withFolder((DATA_DIR) =>
    withClosing(startPortalProcess({ DATA_DIR }), async (server) => {
      const measurements: Measurement[] = []
      for (const page of pages) measurements.push(...(await measurePage(server, page, lighthouseRuns)))
      return measurements
    }),
  )

const measurePage = (
  { url }: ServerProcess,
  { path, title, minScore, signIn }: MeasuredPage,
  runs: number,
): Promise<readonly Measurement[]> =>
  withDebuggedBrowser(url, signIn, async (port) => {
    const visits: Visit[] = []
    for (let run = 0; run < runs; run++) visits.push(await visit(`${url}${path}`, port))
    const medianOf = (figure: keyof Visit) => median(visits.map((one) => one[figure]))
    return [
      withLimit(
        {
          title: `Lighthouse mobile, ${title}`,
          portalFigure: medianOf('score'),
          unit: 'points',
          details: `first paint ${ms(medianOf('firstPaint'))}, largest paint ${ms(medianOf('largestPaint'))}, blocking time ${ms(medianOf('blockingTime'))}; index of the machine ${Math.round(medianOf('machineIndex'))}`,
        },
        { min: minScore },
      ),
      withLimit(
        { title: `layout shift of the ${title}`, portalFigure: medianOf('layoutShift'), unit: '' },
        { max: maxShift },
      ),
    ]
  })

const ms = (milliseconds: number) => `${Math.round(milliseconds).toLocaleString('en-US')} ms`

/** The largest layout shift that Google calls good. */
const maxShift = 0.1

/** What Lighthouse measured in one visit; times in milliseconds. */
interface Visit {
  /** The score for performance, from 0 to 100. */
  readonly score: number
  readonly firstPaint: number
  readonly largestPaint: number
  readonly blockingTime: number
  readonly layoutShift: number
  /** How fast the processor was before the visit; an idle machine of a developer has about 1,500. */
  readonly machineIndex: number
}

const visit = async (address: string, port: number): Promise<Visit> => {
  const { categories, audits, environment, finalDisplayedUrl, runtimeError } = await runLighthouse(address, port)
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
  if (!isSamePage(address, finalDisplayedUrl)) throw new Error(`${address} was redirected to ${finalDisplayedUrl}.`)
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    score: Math.round((categories.performance?.score ?? Number.NaN) * 100),
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blockingTime: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    machineIndex: environment.benchmarkIndex,
  }
}

/** The parts of Lighthouse's report that are read. */
interface Report {
  readonly categories: { readonly performance?: { readonly score: number | null } }
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
  readonly finalDisplayedUrl: string
  readonly environment: { readonly benchmarkIndex: number }
  readonly runtimeError?: { readonly message: string }
}

/**
 * Opens the address with Lighthouse in the browser with this debugging port.
 * It clears the browser's cache, but not the session.
 * Lighthouse is no dependency, because it needs 176 MB in 159 packages; npx installs it into its cache.
 */
const runLighthouse = async (address: string, port: number): Promise<Report> => {
  const { stdout } = await promisify(execFile)('npx', ['--yes', 'lighthouse@12.8.2', address, ...optionsOf(port)], {
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout) as Report
}

const optionsOf = (port: number): readonly string[] => [
  `--port=${port}`,
  '--only-categories=performance',
  '--output=json',
  '--quiet',
]

/** Returns whether the browser is still on the page that was opened; the root shows the sign-in page of companies. */
const isSamePage = (opened: string, displayed: string): boolean => {
  const path = new URL(opened).pathname
  return new URL(displayed).pathname === (path === '/' ? '/company' : path)
}

/** Runs the work with the debugging port of a Chromium, in which somebody may have signed in. */
const withDebuggedBrowser = <T>(
  baseURL: string,
  signIn: MeasuredPage['signIn'],
  work: (port: number) => Promise<T>,
): Promise<T> =>
  withFolder(async (folder) => {
    const port = await freePort()
    const { args, ...options } = launchOptions()
    // Lighthouse opens its pages in the profile of the browser, so the user signs in there.
    const context = await chromium.launchPersistentContext(folder, {
      ...options,
      args: [...args, `--remote-debugging-port=${port}`],
      baseURL,
    })
    try {
      if (signIn) {
        const page = await context.newPage()
        await signIn(page)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.close()
      }
      return await work(port)
    } finally {
      await context.close()
    }
  })
