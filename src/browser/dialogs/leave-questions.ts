/** A step from one page to another, by their paths. */
interface Way {
  readonly from: string
  readonly to: string
}

/** Asks the user; resolves to whether they leave. */
export type LeaveQuestion = () => Promise<boolean>

/** What a page asks on which way. */
export type LeaveRule = (way: Way) => LeaveQuestion | undefined

const rules = new Set<LeaveRule>()

/** Adds the rule of a page while it is open; returns the function that removes it. The router supports a single blocker, so all rules share one. */
export const addLeaveRule = (rule: LeaveRule): (() => void) => {
  rules.add(rule)
  return () => rules.delete(rule)
}

/** Returns what the open page asks before the user goes that way. */
export const leaveQuestion = (way: Way): LeaveQuestion | undefined => Array.from(rules, (rule) => rule(way)).find((question) => question !== undefined)
