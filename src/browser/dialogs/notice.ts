import { createStore, type Store } from '../storage/store'

/** A sentence that the next page shows; never personal data. */
export const notice: Store<{ readonly text: string; readonly tone: 'success' | 'info' } | null> = createStore<{
  readonly text: string
  readonly tone: 'success' | 'info'
} | null>(null)

/** Leaves a sentence for the next page. */
export const showNotice = (text: string, tone: 'success' | 'info' = 'success'): void => notice.set({ text, tone })

/** Removes the notice. */
export const removeNotice = (): void => {
  if (notice.get()) notice.set(null)
}
