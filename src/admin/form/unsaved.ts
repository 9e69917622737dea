import { confirm } from '../../browser/dialogs'
import { createStore } from '../../browser/store'

/** Whether the page holds input that no server has seen. */
export const unsaved = createStore(false)

/** Asks before unsaved input is given up; true at once when there is none. */
export const confirmLeaving = async (): Promise<boolean> => {
  if (!unsaved.get()) return true
  const leave = await confirm('確定要離開嗎？', { body: '尚未儲存的資料將會遺失。', confirmText: '離開', cancelText: '繼續編輯' })
  if (leave) unsaved.set(false)
  return leave
}
