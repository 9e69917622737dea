import { createStore } from '../storage/store'

interface Notice {
  readonly text: string
  readonly tone: 'success' | 'info'
}

/** Stores the message that the next page shows, or null. The message must not contain personal data. */
export const noticeStore = createStore<Notice | null>(null)

/** Sets the message that the next page shows. */
export const setNotice = (text: string, tone: Notice['tone'] = 'success'): void => noticeStore.set({ text, tone })

/** Removes the notice. */
export const removeNotice = (): void => {
  if (noticeStore.get()) noticeStore.set(null)
}
