import { warn } from '../../browser/dialogs'
import type { Action, ActionPlace } from '../../schema/action-types'
import { displayOf } from '../../schema/display'
import { fillText } from '../../schema/fill-text'
import type { Resource, Row } from '../../schema/types'
import type { ActionOutcome } from '../data-provider/act'
import type { Failure } from '../data-provider/errors'
import { recordId } from '../data-provider/record-id'
import { useNotifyFailure } from '../parts/use-notify-failure'
import { useSay } from '../parts/use-say'

/** So many reasons stand in the dialog; who wants more does it again. */
const reasonsShown = 10

/** Tells how an action went: a sentence where all of it was done, else each record that was left with its reason. */
export const useTellOutcome = (resource: Resource, action: Action, place: ActionPlace) => {
  const say = useSay()
  const notifyFailure = useNotifyFailure()
  const { success, failure } = action
  return {
    done: (rows: readonly Row[], inputs: Row, { answer, failed }: ActionOutcome): void => {
      const counts = { count: rows.length, done: rows.length - failed.length, failed: failed.length }
      if (failed.length > 0) return void warn(fillText(failure.many, { ...inputs, ...counts }), reasonsOf(resource, rows, failed))
      const [only] = rows
      const sentence = place === 'bulk' ? fillText(success.many, { ...inputs, ...counts }) : fillText(success.one, { ...only, ...inputs, ...answer })
      if (sentence) say(sentence)
    },
    failed: (rows: readonly Row[], error: unknown): void => {
      const [only] = rows
      const before = place === 'bulk' || !failure.one ? '' : fillText(failure.one, only ?? {})
      notifyFailure(before && error instanceof Error ? Object.assign(error, { message: before + error.message }) : error)
    },
  }
}

const reasonsOf = (resource: Resource, rows: readonly Row[], failed: readonly Failure[]): string => {
  const nameOf = (id: string) => {
    const row = rows.find((one) => recordId(resource, one) === id)
    return row ? displayOf(resource, row) : id
  }
  const reasons = failed.slice(0, reasonsShown).map(({ id, message }) => `${nameOf(id)}：${message}`)
  const more = failed.length > reasonsShown ? [`另有 ${failed.length - reasonsShown} 筆。`] : []
  return [...reasons, ...more].join('\n')
}
