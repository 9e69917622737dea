import { Navigate, type RouteObject, redirect } from 'react-router-dom'
import { type OtpFlow, type OtpStep, otpData } from '../../browser/verification'

/** The routes of a one-time-password flow; its parent leads to the first step. */
export const flowRoutes = (flow: OtpFlow): RouteObject => ({
  path: flow,
  lazy: async () => {
    const [{ FlowArea }, { flowWords }] = await Promise.all([import('./FlowArea'), import('./flow')])
    return { element: <FlowArea words={flowWords[flow]} /> }
  },
  children: [
    { index: true, element: <Navigate to={`/${flow}/send-opt`} replace /> },
    { path: 'send-opt', lazy: () => import('./RequestCode') },
    { path: 'verification', loader: () => keptStep(flow, 'verification'), lazy: () => import('./EnterCode') },
    { path: 'password-reset', loader: () => keptStep(flow, 'password-reset'), lazy: () => import('./SetPassword') },
  ],
})

// A reload or a typed address keeps the step while its token lives; a redirect asks nobody.
const keptStep = (flow: OtpFlow, step: OtpStep) => {
  const kept = otpData()
  if (kept?.Flow !== flow) return redirect(`/${flow}/send-opt`)
  return kept.Step === step ? kept : redirect(`/${flow}/${kept.Step}`)
}
