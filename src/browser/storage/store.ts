import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch. */
export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** Makes a store with its first value. */
export const createStore = <T>(first: T): Store<T> => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store, followed by the component. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

/** A choice that lasts as long as the tab: a reload finds it, the next visitor of the device does not. */
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
