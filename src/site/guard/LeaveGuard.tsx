import { useEffect, useRef } from 'react'
import { Outlet, type RouteObject, useBlocker } from 'react-router-dom'
import { confirm } from '../../browser/dialogs'
import { type LeaveQuestion, type LeaveRule, leaveQuestion } from '../../browser/leave-questions'
import { logoutAll } from '../../browser/logout'
import { mustAsk } from './leave-rules'

/** Routes that the user is asked about before she leaves them: the steps of the one-time-password flows, and pages that add a question of their own. Both areas stand below it, so that the way from one into the other is guarded too. */
export const guarded = (children: RouteObject[]): RouteObject[] => [{ element: <LeaveGuard />, children }]

const LeaveGuard = () => {
  useLeaveQuestions((way) => (mustAsk(way.from, way.to) ? askAboutFlow : leaveQuestion(way)))
  return <Outlet />
}

/** On yes every session is ended before the user goes on (specification, section 2). */
const askAboutFlow = async () => {
  const leave = await confirm('確定要離開嗎？', { body: '離開後須重新申請一次性密碼，已登入者也會登出。', confirmText: '離開', cancelText: '留在此頁' })
  if (leave) void logoutAll()
  return leave
}

/** The one blocker of the router, for links and for the browser's buttons. */
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
