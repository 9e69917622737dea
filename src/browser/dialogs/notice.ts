import { createStore } from '../storage/store'

interface Notice {
  readonly text: string
  readonly tone: 'success' | 'info'
}

/** A message that the next page shows; never personal data. */
export const notice = createStore<Notice | null>(null)

/** Sets the message that the next page shows. */
export const showNotice = (text: string, tone: Notice['tone'] = 'success'): void => notice.set({ text, tone })

/** Removes the notice. */
export const removeNotice = (): void => {
  if (notice.get()) notice.set(null)
}
