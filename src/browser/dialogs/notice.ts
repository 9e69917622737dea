import { createStore } from '../storage/store'

interface Notice {
  readonly text: string
  readonly tone: 'success' | 'info'
}

/** The message that the next page shows; null if there is none. It must not contain personal data. */
export const noticeStore = createStore<Notice | null>(null)

/** Sets the message that the next page shows. */
export const setNotice = (text: string, tone: Notice['tone'] = 'success'): void => noticeStore.set({ text, tone })

/** Removes the message. */
export const removeNotice = (): void => {
  if (noticeStore.get()) noticeStore.set(null)
}
