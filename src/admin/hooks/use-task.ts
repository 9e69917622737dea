import { useState } from 'react'
import { useNotifyFailure } from './use-toast'

/**
 * Returns whether a task is running, and the function that runs one.
 * The function notifies the user of a failure, and resolves to whether the task has succeeded.
 */
export const useTask = () => {
  const [busy, setBusy] = useState(false)
  const notifyFailure = useNotifyFailure()
  const run = async (task: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await task()
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
