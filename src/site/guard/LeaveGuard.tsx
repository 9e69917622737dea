import { useEffect, useRef } from 'react'
import { Outlet, type RouteObject, useBlocker } from 'react-router-dom'
import { confirm } from '../../browser/dialogs/dialogs'
import { type LeaveQuestion, type LeaveRule, leaveQuestion } from '../../browser/dialogs/leave-questions'
import { logoutAll } from '../../browser/session/sign-in'
import type { OtpFlow } from '../../browser/session/verification'

/** Puts routes below the guard that asks before a page is left: a step of a one-time-password flow, or a page that adds a question of its own. It stands above both areas, so that the way from one into the other is guarded too. */
export const guarded = (children: RouteObject[]): RouteObject[] => [{ element: <LeaveGuard />, children }]

const LeaveGuard = () => {
  useLeaveQuestions((way) => (mustAsk(way.from, way.to) ? askAboutFlow : leaveQuestion(way)))
  return <Outlet />
}

/** Asks whether to leave the flow; on yes every session ends first (specification, section 2). */
const askAboutFlow = async () => {
  const leave = await confirm('確定要離開嗎？', { body: '離開後須重新申請一次性密碼，已登入者也會登出。', confirmText: '離開', cancelText: '留在此頁' })
  if (leave) void logoutAll()
  return leave
}

/** Sets the one blocker of the router, for links and for the browser's buttons. */
const useLeaveQuestions = (questionOn: LeaveRule) => {
  const question = useRef<LeaveQuestion>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    question.current = questionOn({ from: currentLocation.pathname, to: nextLocation.pathname })
    return question.current !== undefined
  })
  const latest = useRef(blocker)
  const asking = useRef(false)

  useEffect(() => {
    latest.current = blocker
    // Pressing Back again while the question stands changes where "yes" leads, not the question.
    if (blocker.state !== 'blocked' || asking.current) return
    asking.current = true
    void question.current?.().then((leave) => {
      asking.current = false
      const { current } = latest
      if (current.state !== 'blocked') return
      if (leave) current.proceed()
      else current.reset()
    })
  }, [blocker])
}

/** The flows whose steps are guarded. */
const flows: readonly OtpFlow[] = ['portal', 'forgot-password']

/** Checks whether the user is asked before going from one path to another (specification, section 2): verification lies between send-opt and password-reset, password-reset between verification and the company login. */
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
