import { createStore, type Store } from '../storage/store'

/** A message that the next page shows; never personal data. */
export const notice: Store<{ readonly text: string; readonly tone: 'success' | 'info' } | null> = createStore<{
  readonly text: string
  readonly tone: 'success' | 'info'
} | null>(null)

/** Sets the message that the next page shows. */
export const showNotice = (text: string, tone: 'success' | 'info' = 'success'): void => notice.set({ text, tone })

/** Removes the notice. */
export const removeNotice = (): void => {
  if (notice.get()) notice.set(null)
}
