import { useEffect, useRef } from 'react'
import { Outlet, type RouteObject, useBlocker, useNavigation } from 'react-router-dom'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import {
  type LeaveQuestion,
  type LeaveRule,
  leaveQuestion,
  type RouteChange,
} from '../../browser/dialogs/leave-questions'
import { signOut } from '../../browser/session/sign-in'
import type { OtpFlow } from '../../browser/session/verification'
import { useOverlay } from '../../browser/storage/system-store'

/**
 * Wraps routes in a guard.
 * It asks for confirmation before the user leaves or skips a step of a one-time-password flow, or leaves a page that
 * has added a leave rule, such as a form with unsaved input.
 * All routes of both areas share one guard, because the router supports a single blocker.
 */
export const withLeaveGuard = (children: RouteObject[]): RouteObject[] => [{ element: <LeaveGuard />, children }]

const LeaveGuard = () => {
  useLeaveQuestions((change) => (mustAskBeforeLeaving(change.from, change.to) ? askAboutFlow : leaveQuestion(change)))
  return (
    <>
      <LoadingOverlay />
      <Outlet />
    </>
  )
}

/** Covers the page while the router loads the code of the next one. It is a component, so that pages do not rerender. */
const LoadingOverlay = () => {
  useOverlay(useNavigation().state === 'loading')
  return null
}

/** Asks whether to leave the flow. A user who leaves is also signed out, as section 2 of the specification requires. */
const askAboutFlow = async () => {
  const leave = await askConfirmation('確定要離開嗎？', {
    body: '離開後須重新申請一次性密碼，已登入者也會登出。',
    confirmText: '離開',
    cancelText: '留在此頁',
    discards: true,
  })
  if (leave) void signOut()
  return leave
}

/**
 * Asks the question that `questionFor` returns for a navigation, if any, and cancels the navigation unless the user
 * agrees.
 * Navigation by links and by the browser's buttons is blocked alike.
 */
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
    // If the user presses Back again while the question is open, no second question is asked; the answer applies to the
    // latest navigation.
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

/** The flows that users are asked about before they leave them, by the first part of their paths. */
const guardedFlows: readonly OtpFlow[] = ['portal', 'forgot-password']

/**
 * Returns whether to ask the user before a navigation: if it leaves or enters the step verification or password-reset,
 * except in the order send-opt, verification, password-reset, company login, which section 2 of the specification
 * allows without a question.
 */
export const mustAskBeforeLeaving = (from: string, to: string): boolean => {
  const change = { from: normalizePath(from), to: normalizePath(to) }
  return change.from !== change.to && guardedFlows.some((flow) => mustAskInFlow(flow, change))
}

const mustAskInFlow = (flow: OtpFlow, change: RouteChange): boolean => {
  const [request, verification, reset] = [`/${flow}/send-opt`, `/${flow}/verification`, `/${flow}/password-reset`]
  const isNextStep =
    isFromTo(change, request, verification) ||
    isFromTo(change, verification, reset) ||
    isFromTo(change, reset, '/company')
  return !isNextStep && (isFromOrTo(change, verification) || isFromOrTo(change, reset))
}

const isFromOrTo = ({ from, to }: RouteChange, path: string) => from === path || to === path

const isFromTo = (change: RouteChange, from: string, to: string) => change.from === from && change.to === to

// The router ignores case and a final slash: it treats /Portal/Verification/ like /portal/verification.
const normalizePath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/'
