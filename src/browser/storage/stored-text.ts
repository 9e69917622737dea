import { deviceStorage, tabStorage } from './browser-storage'
import { createStore, type Store } from './store'

/** Returns a store in sessionStorage: its value survives a reload and is removed when the tab is closed. */
export const tabStore = (key: string): Store<string | null> => storedText(tabStorage, key)

/**
 * Returns a store in localStorage: its value stays on the device, whoever signs in next.
 * It is only for the look of the pages, such as the colour scheme.
 */
export const deviceStore = (key: string): Store<string | null> => storedText(deviceStorage, key)

const storedText = (storage: typeof tabStorage, key: string): Store<string | null> => {
  const changeCount = createStore(0)
  return {
    get: () => storage().getItem(key),
    set: (value) => {
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, value)
      changeCount.set(changeCount.get() + 1)
    },
    subscribe: changeCount.subscribe,
  }
}
