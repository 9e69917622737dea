import type { OtpFlow } from '../../browser/verification'

/** The flows whose steps are guarded. */
const flows: readonly OtpFlow[] = ['portal', 'forgot-password']

/** Whether the user is asked before she goes from one path to another (specification, section 2): verification lies between send-opt and password-reset, password-reset between verification and the company login. */
export const mustAsk = (from: string, to: string): boolean => {
  const way = { from: tidy(from), to: tidy(to) }
  return way.from !== way.to && flows.some((flow) => asksWithin(flow, way))
}

interface Way {
  readonly from: string
  readonly to: string
}

const asksWithin = (flow: OtpFlow, way: Way): boolean => {
  const [first, verification, reset] = [`/${flow}/send-opt`, `/${flow}/verification`, `/${flow}/password-reset`]
  const inward = leads(way, first, verification)
  const onward = leads(way, verification, reset)
  const outward = leads(way, reset, '/company')
  return (touches(way, verification) && !inward && !onward) || (touches(way, reset) && !onward && !outward)
}

const touches = ({ from, to }: Way, path: string) => from === path || to === path

const leads = (way: Way, from: string, to: string) => way.from === from && way.to === to

// The router takes /Portal/Verification/ for /portal/verification.
const tidy = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/'
