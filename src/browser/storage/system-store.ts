import { createStore, useStore } from './store'

/** State of the whole page: whether the overlay is shown, and the width of the window. */
interface SystemState {
  readonly overlay: boolean
  /** 0 until the first resize. */
  readonly windowWidth: number
}

const store = createStore<SystemState>({ overlay: false, windowWidth: 0 })
let callCount = 0

/** Returns the current state. */
export const systemState = store.get

/** Returns the state; the component renders on changes. */
export const useSystemState = (): SystemState => useStore(store)

/** Covers the page until the returned function is called; several calls share one overlay. */
export const beginOverlay = (): (() => void) => {
  addCalls(+1)
  let isOpen = true
  return () => {
    if (isOpen) addCalls(-1)
    isOpen = false
  }
}

/** Stores the window's width whenever it is resized; returns the function that stops this. */
export const watchWindow = (): (() => void) => {
  const measure = () => store.set({ ...store.get(), windowWidth: window.innerWidth })
  window.addEventListener('resize', measure)
  return () => window.removeEventListener('resize', measure)
}

const addCalls = (change: 1 | -1) => {
  callCount += change
  const overlay = callCount > 0
  if (overlay !== store.get().overlay) store.set({ ...store.get(), overlay })
}
