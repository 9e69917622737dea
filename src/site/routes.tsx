import { Navigate, type RouteObject } from 'react-router-dom'
import { helpRoutes } from './help/help-routes'
import { Component as LoginArea } from './login/LoginArea'
import { Component as LoginCompany } from './login/LoginCompany'
import { flowRoutes } from './one-time-password/flow-routes'
import { PageFailure } from './PageFailure'
import { Component as RootLayout } from './RootLayout'

/** The public area: every page is a chunk of its own but the first, which would only have to wait for one more round to the server. */
export const siteRoutes: RouteObject[] = [
  {
    path: '/',
    Component: RootLayout,
    errorElement: <PageFailure />,
    HydrateFallback: () => null,
    children: [
      {
        Component: LoginArea,
        children: [
          { index: true, element: <Navigate to="/company" replace /> },
          { path: 'company', Component: LoginCompany },
          { path: 'client', lazy: () => import('./login/LoginClient') },
        ],
      },
      flowRoutes('portal'),
      flowRoutes('forgot-password'),
      { path: 'news', lazy: () => import('./news/News') },
      { path: 'news/:id', lazy: () => import('./news/NoticePage') },
      ...helpRoutes,
      {
        lazy: () => import('./payer/PayerArea'),
        children: [
          { path: 'payment-information', lazy: () => import('./payer/PaymentInformation') },
          { path: 'payment-history', lazy: () => import('./payer/PaymentHistory') },
          { path: 'receipt-information', lazy: () => import('./payer/ReceiptInformation') },
        ],
      },
      { path: '*', lazy: () => import('./NotFound') },
    ],
  },
]
