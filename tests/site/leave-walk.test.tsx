import type { RouteObject } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { openPayerSession, payerSession } from '../../src/browser/session/session'
import { type OtpFlow, type OtpStep, otpData, storeOtpData } from '../../src/browser/session/verification'
import { siteRoutes } from '../../src/site/routes'
import { payerLogin } from '../browser/samples'
import { failures, network, respondWith } from '../support/browser/msw'
import { drawRoutes, guarded } from '../support/browser/page'
import { sampled } from '../support/sample'

// Navigates between pairs of routes in the router itself, and returns each question with no and with yes: a fixed
// quarter of the pairs in `npm test`, all in the long suite.

network(
  respondWith('/PayerArea/Logout', null),
  respondWith('/PayerArea/GetAllUniformNoField', []),
  respondWith('/Ext/GetCapabilities', { Calls: [] }),
  failures.refusal('/Home/*', '9999', ''),
)

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)

/** The paths of all routes of the router. */
const addresses = (routes: readonly RouteObject[], above = ''): string[] =>
  routes.flatMap(({ path = '', children, index }) => {
    const here = `${above}/${path.replace(':id', '1').replace('*', 'nowhere')}`
      .replace(/\/+/g, '/')
      .replace(/(.)\/$/, '$1')
    return children ? addresses(children, here) : index || path ? [here] : []
  })

const routes: RouteObject[] = [...siteRoutes, { path: '/admin/*', element: <h1>企業戶作業</h1> }]
const all = [...new Set([...addresses(siteRoutes), '/admin', '/admin/bills'])]

/** The path to which a path redirects. */
const settled = (path: string) =>
  ({ '/': '/company', '/portal': '/portal/send-opt', '/forgot-password': '/forgot-password/send-opt' })[path] ?? path

/** The ways into and out of the steps that need no confirmation (specification, section 2). */
const free = (['portal', 'forgot-password'] as const).flatMap((flow) => [
  `/${flow}/send-opt > /${flow}/verification`,
  `/${flow}/verification > /${flow}/password-reset`,
  `/${flow}/password-reset > /company`,
])

const stepOf = (path: string) => /^\/(portal|forgot-password)\/(verification|password-reset)$/.exec(path)

const isAsked = (from: string, to: string) =>
  from !== to && (stepOf(from) ?? stepOf(to)) !== null && !free.includes(`${from} > ${to}`)

/** Stores the token of the step at the path. */
const openStep = (path: string) => {
  const [, Flow, Step] = stepOf(path) ?? []
  if (!Flow || !Step) return
  storeOtpData({
    UniformNo: '90000017',
    UserId: 'maker01',
    IdentifyCode: 'x',
    Channel: 'Email',
    Flow: Flow as OtpFlow,
    Step: Step as OtpStep,
    ExpiresAt: Date.now() + 600_000,
    ResendAt: Date.now() + 60_000,
  })
}

const question = page.getByRole('alertdialog', { name: '確定要離開嗎？' })

/** Renders a page with a signed-in payer. */
const stand = async (from: string) => {
  openPayerSession(payerLogin)
  openStep(from)
  const router = drawRoutes(routes, from)
  await guarded(router)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(router.state.location.pathname).toBe(from)
  return router
}

type Router = Awaited<ReturnType<typeof stand>>

const refuse = async (router: Router, from: string, to: string) => {
  void router.navigate(to)
  await expect.element(question, { message: `${from} > ${to} asks` }).toBeVisible()
  const before = otpData()
  await page.getByRole('button', { name: '留在此頁' }).click()
  await expect.poll(() => question.elements()).toEqual([])
  expect([router.state.location.pathname, payerSession() !== null, otpData()], `no to ${from} > ${to}`).toEqual([
    from,
    true,
    before,
  ])
}

const agree = async (router: Router, from: string, to: string) => {
  void router.navigate(to)
  await page.getByRole('button', { name: '離開' }).click()
  const step = stepOf(to)
  const arrival = step ? `/${step[1]}/send-opt` : /payment|receipt/.test(to) ? '/client' : settled(to)
  await expect.poll(() => router.state.location.pathname, { message: `yes to ${from} > ${to}` }).toBe(arrival)
  expect([payerSession(), otpData()], `yes to ${from} > ${to}`).toEqual([null, null])
}

test('the routes of the specification are among those that are tested', () => {
  expect(all).toEqual(
    expect.arrayContaining([
      '/',
      '/company',
      '/client',
      '/news',
      '/portal',
      '/portal/send-opt',
      '/portal/verification',
      '/portal/password-reset',
    ]),
  )
  expect(all).toEqual(
    expect.arrayContaining([
      '/forgot-password',
      '/forgot-password/send-opt',
      '/forgot-password/verification',
      '/forgot-password/password-reset',
    ]),
  )
  expect(all).toEqual(
    expect.arrayContaining(['/payment-history', '/receipt-information', '/payment-information', '/admin', '/nowhere']),
  )
})

/** The targets of the sample from a path: each path is the start and the end of some navigation. */
const destinations = (from: string): readonly string[] => {
  const others = all.filter((path) => path !== from)
  return sampled(
    others,
    others.filter((to) => (all.indexOf(from) + all.indexOf(to)) % 4 === 0),
  )
}

test.each(all.filter((path) => settled(path) === path))('from %s to other routes', async (from) => {
  let router = await stand(from)
  for (const to of destinations(from)) {
    if (isAsked(from, to)) {
      await refuse(router, from, to)
      await agree(router, from, to)
    } else {
      openStep(to)
      await router.navigate(to)
      await expect.poll(() => router.state.location.pathname, { message: `${from} > ${to}` }).toBe(settled(to))
      expect([question.elements().length, payerSession() !== null], `${from} > ${to}`).toEqual([0, true])
    }
    router = await stand(from)
  }
})
