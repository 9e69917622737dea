import { useEffect, useRef } from 'react'
import { Outlet, type RouteObject, useBlocker } from 'react-router-dom'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { type LeaveQuestion, type LeaveRule, leaveQuestion, type RouteChange } from '../../browser/dialogs/leave-questions'
import { logoutAll } from '../../browser/session/sign-in'
import type { OtpFlow } from '../../browser/session/verification'

/** Wraps routes in a guard that asks before the user leaves a step of a one-time-password flow, or a page with its own leave rule, such as a form with unsaved input. All routes of both areas share one guard, so that it also covers navigation between the areas. */
export const withLeaveGuard = (children: RouteObject[]): RouteObject[] => [{ element: <LeaveGuard />, children }]

const LeaveGuard = () => {
  useLeaveQuestions((change) => (mustAskBeforeLeaving(change.from, change.to) ? askAboutFlow : leaveQuestion(change)))
  return <Outlet />
}

/** Asks whether to leave the flow. A user who leaves is signed out everywhere, as section 2 of the specification requires. */
const askAboutFlow = async () => {
  const leave = await askConfirmation('確定要離開嗎？', { body: '離開後須重新申請一次性密碼，已登入者也會登出。', confirmText: '離開', cancelText: '留在此頁' })
  if (leave) void logoutAll()
  return leave
}

/** Asks the question that belongs to a navigation, if any, before the router navigates; links and the browser's buttons are covered. The router supports only one such blocker. */
const useLeaveQuestions = (questionFor: LeaveRule) => {
  const question = useRef<LeaveQuestion>(undefined)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    question.current = questionFor({ from: currentLocation.pathname, to: nextLocation.pathname })
    return question.current !== undefined
  })
  const latestBlocker = useRef(blocker)
  const isOpen = useRef(false)

  useEffect(() => {
    latestBlocker.current = blocker
    // If the user presses Back again while the question is open, only the target changes.
    if (blocker.state !== 'blocked' || isOpen.current) return
    isOpen.current = true
    void question.current?.().then((leave) => {
      isOpen.current = false
      const { current } = latestBlocker
      if (current.state !== 'blocked') return
      if (leave) current.proceed()
      else current.reset()
    })
  }, [blocker])
}

/** The flows that are guarded, by the first part of their paths. */
const flows: readonly OtpFlow[] = ['portal', 'forgot-password']

/** Returns whether the user is asked before going from one path to another. By section 2 of the specification, the steps send-opt, verification, password-reset and company login may follow each other without a question. */
export const mustAskBeforeLeaving = (from: string, to: string): boolean => {
  const change = { from: normalizePath(from), to: normalizePath(to) }
  return change.from !== change.to && flows.some((flow) => mustAskInFlow(flow, change))
}

const mustAskInFlow = (flow: OtpFlow, change: RouteChange): boolean => {
  const [request, verification, reset] = [`/${flow}/send-opt`, `/${flow}/verification`, `/${flow}/password-reset`]
  const toCode = isFromTo(change, request, verification)
  const toReset = isFromTo(change, verification, reset)
  const toLogin = isFromTo(change, reset, '/company')
  return (isFromOrTo(change, verification) && !toCode && !toReset) || (isFromOrTo(change, reset) && !toReset && !toLogin)
}

const isFromOrTo = ({ from, to }: RouteChange, path: string) => from === path || to === path

const isFromTo = (change: RouteChange, from: string, to: string) => change.from === from && change.to === to

// The router treats /Portal/Verification/ like /portal/verification.
const normalizePath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/'
