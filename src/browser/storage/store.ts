import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch. */
export type Store<T> = ReturnType<typeof createStore<T>>

/** Makes a store with its first value. */
export const createStore = <T>(first: T) => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: (): T => value,
    set: (next: T): void => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value of a store, followed by the component. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

/** Returns a choice that lasts as long as the tab: a reload finds it, the next visitor of the device does not. */
export const remembered = (key: string): Store<string | null> => {
  const changes = createStore(0)
  return {
    get: () => sessionStorage.getItem(key),
    set: (value) => {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
      changes.set(changes.get() + 1)
    },
    subscribe: changes.subscribe,
  }
}
