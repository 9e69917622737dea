import { createStore, useStore } from './store'

/** State of the whole page: whether the overlay is shown, and the width of the window. */
interface SystemState {
  readonly overlay: boolean
  /** 0 until the first resize. */
  readonly windowWidth: number
}

const store = createStore<SystemState>({ overlay: false, windowWidth: 0 })
let overlayCount = 0

/** Returns the current state. */
export const systemState = store.get

/** Returns the state; rerenders the component when it changes. */
export const useSystemState = (): SystemState => useStore(store)

/** Covers the page with an overlay until the returned function is called. There is one overlay, which is shown while at least one caller needs it. */
export const beginOverlay = (): (() => void) => {
  changeOverlayCount(+1)
  let isOpen = true
  return () => {
    if (isOpen) changeOverlayCount(-1)
    isOpen = false
  }
}

/** Stores the window's width whenever it is resized; returns the function that stops this. */
export const watchWindow = (): (() => void) => {
  const measure = () => store.set({ ...store.get(), windowWidth: window.innerWidth })
  window.addEventListener('resize', measure)
  return () => window.removeEventListener('resize', measure)
}

const changeOverlayCount = (change: 1 | -1) => {
  overlayCount += change
  const overlay = overlayCount > 0
  if (overlay !== store.get().overlay) store.set({ ...store.get(), overlay })
}
