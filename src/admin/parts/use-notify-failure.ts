import { isAborted } from '../../browser/http'
import { errorBody } from '../data-provider/errors'
import { useSay } from './use-say'

/** Tells the user why something failed, unless a dialog has done so. */
export const useNotifyFailure = (): ((error: unknown) => void) => {
  const say = useSay()
  return (error) => {
    if (isAborted(error) || errorBody(error)?.shown) return
    say(error instanceof Error && error.message !== '' ? error.message : '發生錯誤，請稍後再試。', 'error')
  }
}
