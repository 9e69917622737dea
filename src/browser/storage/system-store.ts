import { useEffect } from 'react'
import { onResize } from '../on-resize'
import { createStore, useStore } from './store'

/** State of the whole page: whether the overlay is shown, and the width of the window. */
interface SystemState {
  readonly overlay: boolean
  /** 0 until the first resize. */
  readonly windowWidth: number
}

const store = createStore<SystemState>({ overlay: false, windowWidth: 0 })
let overlayCount = 0

/** Returns the current state, for code outside components. */
export const systemState = store.get

/** Returns the state; rerenders the component when it changes. */
export const useSystemState = (): SystemState => useStore(store)

/**
 * Covers the page with an overlay until the returned function is called.
 * Callers share one overlay, which is shown until the last of them has finished.
 */
export const beginOverlay = (): (() => void) => {
  changeOverlayCount(+1)
  let isOpen = true
  return () => {
    if (isOpen) changeOverlayCount(-1)
    isOpen = false
  }
}

/** Covers the page with the overlay while the component is mounted and `isLoading` holds. */
export const useOverlay = (isLoading = true): void => {
  useEffect(() => (isLoading ? beginOverlay() : undefined), [isLoading])
}

/** Stores the width of the window whenever the window is resized. Returns the function that ends this. */
export const watchWindow = (): (() => void) => {
  const storeWidth = () => store.set({ ...store.get(), windowWidth: window.innerWidth })
  return onResize(storeWidth)
}

const changeOverlayCount = (change: 1 | -1) => {
  overlayCount += change
  const overlay = overlayCount > 0
  if (overlay !== store.get().overlay) store.set({ ...store.get(), overlay })
}
