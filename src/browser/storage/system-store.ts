import { createStore, useStore } from './store'

/** What the whole page shares: whether a call covers it, and how wide the window is. */
interface SystemState {
  readonly overlay: boolean
  /** 0 until the first resize. */
  readonly windowWidth: number
}

const store = createStore<SystemState>({ overlay: false, windowWidth: 0 })
let calls = 0

/** The state of the moment. */
export const systemState = store.get

/** Returns the state, followed by the component. */
export const useSystem = (): SystemState => useStore(store)

/** Covers the page until the returned function is called; several calls share one overlay. */
export const beginOverlay = (): (() => void) => {
  count(+1)
  let open = true
  return () => {
    if (open) count(-1)
    open = false
  }
}

/** Follows the window's width; returns the function that stops it. */
export const watchWindow = (): (() => void) => {
  const measure = () => store.set({ ...store.get(), windowWidth: window.innerWidth })
  window.addEventListener('resize', measure)
  return () => window.removeEventListener('resize', measure)
}

const count = (step: 1 | -1) => {
  calls += step
  const overlay = calls > 0
  if (overlay !== store.get().overlay) store.set({ ...store.get(), overlay })
}
