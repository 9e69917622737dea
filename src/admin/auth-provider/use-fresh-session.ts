import { useEffect } from 'react'
import { onForbidden } from '../../browser/failures'
import { freshenSession } from '../../browser/fresh-session'

/** Roles decide the menu, and an administrator may change them: they are asked for on entering the area, and again after a call that was forbidden. */
export const useFreshSession = (): void => {
  useEffect(() => {
    void freshenSession()
    return onForbidden(() => void freshenSession())
  }, [])
}
