import { Navigate, Outlet, type RouteObject, redirect } from 'react-router-dom'
import { helpLinks } from '../browser/navigation'
import { type OtpFlow, type OtpStep, otpData } from '../browser/session/verification'
import { blockedSiteData } from '../browser/storage/blocked-site-data'
import type { SiteText } from '../contract/site-config'
import { PageFailure } from './layout/PageFailure'
import { Component as RootLayout } from './layout/RootLayout'
import { Component as LoginArea } from './login/LoginArea'
import { Component as LoginCompany } from './login/LoginCompany'

/** Returns the routes of a one-time-password flow. The path of the flow redirects to its first step. */
const flowRoutes = (flow: OtpFlow): RouteObject => ({
  path: flow,
  lazy: async () => {
    const [{ FlowArea }, { otpFlows: flows }] = await Promise.all([
      import('./one-time-password/FlowArea'),
      import('./one-time-password/flow'),
    ])
    return { element: <FlowArea flow={flows[flow]} /> }
  },
  children: [
    // The specification spells this path `send-opt`, not `send-otp`.
    { index: true, element: <Navigate to={`/${flow}/send-opt`} replace /> },
    { path: 'send-opt', lazy: () => import('./one-time-password/RequestCode') },
    {
      path: 'verification',
      loader: () => loadStep(flow, 'verification'),
      lazy: () => import('./one-time-password/EnterCode'),
    },
    {
      path: 'password-reset',
      loader: () => loadStep(flow, 'password-reset'),
      lazy: () => import('./one-time-password/SetPassword'),
    },
  ],
})

/**
 * Returns the stored data of a step, so that the step survives a reload.
 * Redirects if the user has reached another step, or if no data of this flow are stored.
 * The check is in a loader, because the redirect of a loader does not trigger the leave guard.
 */
const loadStep = (flow: OtpFlow, step: OtpStep) => {
  const otp = otpData()
  if (otp?.Flow !== flow) return redirect(`/${flow}/send-opt`)
  return otp.Step === step ? otp : redirect(`/${flow}/${otp.Step}`)
}

/** The routes of the legal and help pages, and of the page that checks certificates. */
const helpRoutes: readonly RouteObject[] = [
  textRoute('privacy', '個人資料蒐集、處理及利用告知事項'),
  textRoute('accessibility', helpLinks['/accessibility']),
  textRoute('contact', helpLinks['/contact']),
  { path: 'certificate-check', lazy: () => import('./certificate/CertificateCheckPage') },
  { path: 'site-map', lazy: () => import('./help/SiteMap') },
]

function textRoute(name: SiteText, title: string): RouteObject {
  return {
    path: name,
    lazy: async () => {
      const { HelpPage } = await import('./help/HelpPage')
      return { element: <HelpPage key={name} name={name} title={title} /> }
    },
  }
}

/** The routes that sign users in. */
const signInRoutes: RouteObject[] = [
  {
    Component: LoginArea,
    children: [
      // A redirect of a loader, because an element would render the frame first, and its footer would jump.
      { index: true, loader: () => redirect('/company') },
      { path: 'company', Component: LoginCompany },
      { path: 'client', lazy: () => import('./login/LoginPayer') },
    ],
  },
  { path: 'bill/:token', lazy: () => import('./links/BillLinkPage') },
]

/** The pages within the layout of the public area. */
const pageRoutes: RouteObject[] = [
  {
    lazy: async () => (blockedSiteData() === '' ? { Component: Outlet } : import('./guard/BlockedSiteData')),
    children: signInRoutes,
  },
  flowRoutes('portal'),
  flowRoutes('forgot-password'),
  { path: 'news', lazy: () => import('./news/News') },
  { path: 'news/:id', lazy: () => import('./news/NoticePage') },
  ...helpRoutes,
  { path: 'unsubscribe/:token', lazy: () => import('./links/UnsubscribePage') },
  {
    lazy: () => import('./payer/PayerArea'),
    children: [
      { path: 'payment-information', lazy: () => import('./bills/PaymentInformation') },
      { path: 'payment-history', lazy: () => import('./payments/PaymentHistory') },
      { path: 'receipt-information', lazy: () => import('./payments/ReceiptInformation') },
    ],
  },
  { path: '*', lazy: () => import('./layout/NotFound') },
]

/**
 * The routes of the public area.
 * Every page is a separate chunk, except the sign-in page of companies: users see it first, and a chunk of its own
 * would delay it by one request.
 */
export const siteRoutes: RouteObject[] = [
  {
    path: '/',
    Component: RootLayout,
    errorElement: <PageFailure />,
    HydrateFallback: () => null,
    // A page that fails leaves header and footer in place.
    children: [{ errorElement: <PageFailure />, children: pageRoutes }],
  },
]
