/** A navigation from one page to another, by their paths. */
export interface RouteChange {
  readonly from: string
  readonly to: string
}

/** Asks the user whether to leave; resolves to their answer. */
export type LeaveQuestion = () => Promise<boolean>

/** Returns the question that a page asks before a navigation; undefined if the page asks none. */
export type LeaveRule = (change: RouteChange) => LeaveQuestion | undefined

const leaveRules = new Set<LeaveRule>()

/**
 * Adds the rule of an open page; returns the function that removes it.
 * The router supports a single blocker, so all rules share one.
 */
export const addLeaveRule = (rule: LeaveRule): (() => void) => {
  leaveRules.add(rule)
  return () => leaveRules.delete(rule)
}

/** Returns the question that the open page asks before a navigation; undefined if the page asks none. */
export const leaveQuestion = (change: RouteChange): LeaveQuestion | undefined =>
  Array.from(leaveRules, (rule) => rule(change)).find((question) => question !== undefined)
